package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Plot;
import org.sss.cli.terminal.Units;

/**
 * The figures of the papers: seconds over a count, both axes logarithmic, a line for each system. As in the paper, the shuffle with
 * a combiner is in the same figure as the one without. Immutable.
 *
 * @param name of the benchmark: {@code synthetic} is that of 2011, {@code macro} that of 2012
 */
record SyntheticFigures(String name, List<SyntheticRow> rows) {
    private static final String SYNTHETIC = "synthetic";
    private static final String WITH_COMBINER = Preset.SHUFFLE_COMBINER.label();
    private static final Map<String, String> TITLES = Map.of(
            "synthetic-read", "Reading (figure 4 of the paper of 2011)",
            "synthetic-write", "Writing (figure 5 of the paper of 2011)",
            "synthetic-shuffle", "Shuffle (figure 6 of the paper of 2011)",
            "synthetic-shuffle-combiner", "Shuffle with a combiner (figure 6 of the paper of 2011)",
            "macro-read", "Reading (paper of 2012)", "macro-write", "Writing (paper of 2012)",
            "macro-shuffle-keys-pairs", "Shuffle, a key for each pair (paper of 2012)",
            "macro-shuffle-keys-1024", "Shuffle, 1024 keys (paper of 2012)");

    /** Names of the files, without their ends. */
    List<String> files() {
        return List.copyOf(figures().keySet());
    }

    void write(Path directory) throws IOException {
        for (Map.Entry<String, Map<String, Map<Double, Double>>> figure : figures().entrySet()) {
            List<SyntheticRow> own = rows.stream().filter(row -> file(row).equals(figure.getKey())).toList();
            SyntheticRow first = own.get(0);
            Plot plot = new Plot(TITLES.getOrDefault(figure.getKey(), "Synthetic benchmark: " + first.name()) + ", "
                    + Units.bytes(first.conf().totalBytes()) + " in total" + Repetitions.medians(own.stream().map(row -> row.runs().size()).toList()),
                    first.axis() + values(figure.getKey()), "seconds");
            figure.getValue().forEach(plot::line);
            plot.write(directory, figure.getKey());
        }
    }

    /** How long the values are from left to right. */
    private String values(String file) {
        List<SyntheticRow> points = rows.stream().filter(row -> file(row).equals(file)).sorted(Comparator.comparingLong(SyntheticRow::point))
                .toList();
        int first = points.get(0).conf().longestParameter();
        int last = points.get(points.size() - 1).conf().longestParameter();
        return first == last ? " (values of " + Units.bytes(first) + ")"
                : " (values of " + Units.bytes(first) + " to " + Units.bytes(last) + ")";
    }

    /** By file, then line, then x. */
    private Map<String, Map<String, Map<Double, Double>>> figures() {
        Map<String, Map<String, Map<Double, Double>>> figures = new LinkedHashMap<>();
        rows.forEach(row -> figures.computeIfAbsent(file(row), file -> new LinkedHashMap<>())
                .computeIfAbsent(line(row), line -> new TreeMap<>()).put((double) row.point(), row.seconds().median()));
        return figures;
    }

    private String file(SyntheticRow row) {
        String series = isBesideTheOther(row) ? Preset.SHUFFLE.label() : row.name();
        return series.startsWith(name) ? series : name + "-" + series;
    }

    private String line(SyntheticRow row) {
        return isBesideTheOther(row) ? row.system() + ", combiner" : row.system();
    }

    private boolean isBesideTheOther(SyntheticRow row) {
        return name.equals(SYNTHETIC) && row.name().equals(WITH_COMBINER)
                && rows.stream().anyMatch(other -> other.name().equals(Preset.SHUFFLE.label()));
    }
}
