package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.engine.HadoopFiles;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuiteReport;
import org.sss.cli.terminal.Units;

/**
 * The rows of a synthetic benchmark as a report: how flat lines are, how systems compare, how much computation
 * overlaps; and the papers' figures. Immutable.
 *
 * @param name of the benchmark: {@code synthetic} is that of 2011, {@code macro} that of 2012
 */
public record SyntheticReport(String name, List<Row> rows) {
    private static final String SYNTHETIC = "synthetic";
    private static final String MACRO = "macro";
    private static final String SHUFFLE = Preset.SHUFFLE.label();
    private static final String WITH_COMBINER = Preset.SHUFFLE_COMBINER.label();
    /** The largest number on a linear axis over the smallest. */
    private static final double MAX_LINEAR = 20;

    private static final Map<String, String> TITLES = Map.of(
            "synthetic-read",
            "Reading (figure 4 of the paper of 2011)",
            "synthetic-write",
            "Writing (figure 5 of the paper of 2011)",
            "synthetic-shuffle",
            "Shuffle (figure 6 of the paper of 2011)",
            "synthetic-shuffle-combiner",
            "Shuffle with a combiner (figure 6 of the paper of 2011)",
            "macro-read",
            "Reading (paper of 2012)",
            "macro-write",
            "Writing (paper of 2012)",
            "macro-shuffle-keys-pairs",
            "Shuffle, a key for each pair (paper of 2012)",
            "macro-shuffle-keys-1024",
            "Shuffle, 1024 keys (paper of 2012)");
    private static final String ABOUT =
            "Seconds of a job in a running system, medians of N repetitions; VALUES is the longest of a value."
                    + " WIRE is what went over the loopback interface, DISK are the files of a run.";

    public Report<Row> report() {
        return new Report<>(
                name, ABOUT, rows, columns(), Row::runs, findings(), "All answers are those that the parameters say.");
    }

    private Columns<Row> columns() {
        Columns<Row> columns = new Columns<Row>()
                .value("SERIES", "series", row -> row.task().series())
                .value("AXIS", "axis", SyntheticPoint::axis)
                .value("POINT", "point", row -> (long) row.task().x())
                .show("VALUES", row -> Units.bytes(SyntheticPoint.conf(row).longestParameter()))
                .value("SYSTEM", "system", Row::system)
                .store("medium", row -> row.task().medium());
        if (rows.stream().anyMatch(row -> !row.task().medium().isEmpty())) {
            columns.show("MEDIUM", row -> row.task().medium());
        }
        if (!rows.isEmpty()) {
            SyntheticPoint.conf(rows.get(0))
                    .toMap()
                    .keySet()
                    .forEach(parameter -> columns.store(parameter, row -> parameter(row, parameter)));
        }
        columns.value("N", "repetitions", row -> row.runs().size())
                .spread("SECONDS", "seconds", 3, Row::seconds)
                .number("CPU s", "cpu_seconds", 3, Row::cpuSeconds)
                .store("cpu_seconds_min", row -> row.cpu().min())
                .store("cpu_seconds_max", row -> row.cpu().max())
                .bytes("PEAK RSS", "peak_rss_bytes", Row::peakRssBytes)
                .bytes("WIRE", "wire_bytes", Row::wireBytes)
                .bytes("DISK", "disk_bytes", row -> row.detail(Row.DISK_BYTES))
                .number("IMPORT s", "import_seconds", 3, Row::importSeconds);
        List.of("map_seconds", "reduce_seconds", "shuffled_pairs", "shuffled_bytes")
                .forEach(detail -> columns.store(detail, row -> row.detail(detail)));
        return columns.store("digest", Row::digest);
    }

    private static String parameter(Row row, String parameter) {
        // Whatever the others have.
        return row.system().equals(HadoopFiles.NAME) && parameter.equals("pairsPerObject")
                ? "1"
                : row.task().parameters().get(SyntheticConf.PREFIX + parameter);
    }

    /** What the rows say, a sentence each. */
    List<String> findings() {
        List<String> lines = new ArrayList<>();
        for (String series : distinct(row -> row.task().series())) {
            for (String line : distinct(Row::line)) {
                List<Row> points = of(series, line, Row::line);
                if (points.size() > 1) {
                    lines.add(series + ", " + line + ": the slowest point takes "
                            + spread(points, row -> row.seconds().median())
                            + " times as long as the fastest (processor time: " + spread(points, Row::cpuSeconds)
                            + ")");
                }
            }
            distinct(Row::system).stream().skip(1).forEach(system -> addComparison(series, system, lines));
        }
        rows.forEach(row -> addFolded(row, lines));
        rows.forEach(row -> addOverlap(row, lines));
        lines.addAll(Repetitions.remark(SuiteReport.counts(rows)));
        return lines;
    }

    private List<String> distinct(Function<Row, String> what) {
        return rows.stream().map(what).distinct().toList();
    }

    private List<Row> of(String series, String one, Function<Row, String> what) {
        return rows.stream()
                .filter(row ->
                        row.task().series().equals(series) && what.apply(row).equals(one))
                .toList();
    }

    private static String spread(List<Row> points, ToDoubleFunction<Row> value) {
        return number(points.stream().mapToDouble(value).max().orElseThrow()
                / points.stream().mapToDouble(value).min().orElseThrow());
    }

    /** A system against the first one, at the points that both have. */
    private void addComparison(String series, String system, List<String> lines) {
        String first = rows.get(0).system();
        List<double[]> ratios = new ArrayList<>();
        for (Row row : of(series, system, Row::system)) {
            row.of(first, rows)
                    .ifPresent(other -> ratios.add(new double[] {
                        row.seconds().median() / other.seconds().median(), row.cpuSeconds() / other.cpuSeconds()
                    }));
        }
        if (!ratios.isEmpty()) {
            lines.add(series + ": " + system + " takes " + range(ratios, 0) + " times as long as " + first
                    + " (processor time: " + range(ratios, 1) + ")");
        }
    }

    private static String range(List<double[]> ratios, int at) {
        String min =
                number(ratios.stream().mapToDouble(ratio -> ratio[at]).min().orElseThrow());
        String max =
                number(ratios.stream().mapToDouble(ratio -> ratio[at]).max().orElseThrow());
        return min.equals(max) ? min : min + " to " + max;
    }

    /**
     * What is left of the pairs, where a part of them was asked for: as the system counts them, else as the parameters
     * say.
     */
    private static void addFolded(Row row, List<String> lines) {
        SyntheticConf conf = SyntheticPoint.conf(row);
        if (conf.combiningFactor() > 0) {
            double shuffled = row.detail("shuffled_pairs");
            lines.add(String.format(
                    Locale.ROOT,
                    "%s, %s: combiningFactor %s, reached: %.4f of %d pairs",
                    row.task().series(),
                    row.system(),
                    conf.combiningFactor(),
                    Double.isNaN(shuffled) ? new Emission(conf).reached() : shuffled / conf.mapoutKeyCount(),
                    conf.mapoutKeyCount()));
        }
    }

    /** Of a job that computes and of the same one that does not. */
    private void addOverlap(Row row, List<String> lines) {
        SyntheticConf conf = SyntheticPoint.conf(row);
        if (!conf.computes()) {
            return;
        }
        rows.stream()
                .filter(other -> other.line().equals(row.line())
                        && SyntheticPoint.conf(other).equals(conf.withoutComputation()))
                .findFirst()
                .ifPresent(other -> {
                    int processors = Runtime.getRuntime().availableProcessors();
                    double alone = conf.computeSeconds() / processors;
                    double hidden =
                            other.seconds().median() + alone - row.seconds().median();
                    lines.add(String.format(
                            Locale.ROOT,
                            "%s, %s: %.3f s; without computation %.3f s, the computation alone on %d"
                                    + " processors %.3f s; %s",
                            row.task().series(),
                            row.system(),
                            row.seconds().median(),
                            other.seconds().median(),
                            processors,
                            alone,
                            hidden < 0
                                    ? "nothing overlaps"
                                    : String.format(Locale.ROOT, "%.3f s of the two overlap", hidden)));
                });
    }

    private static String number(double number) {
        return Columns.number(number, 2);
    }

    /**
     * The figures of the papers: seconds over a count, a line for each system, the x axis logarithmic; that of seconds
     * too in 2011, and linear in 2012, unless one line would press the others to the ground. As in the paper, the
     * shuffle with a combiner is in the same figure as the one without.
     */
    public List<String> plot(Path directory) throws IOException {
        Map<String, List<Row>> figures = new LinkedHashMap<>();
        rows.forEach(row ->
                figures.computeIfAbsent(file(row), file -> new ArrayList<>()).add(row));
        List<String> plots = new ArrayList<>();
        for (Map.Entry<String, List<Row>> figure : figures.entrySet()) {
            List<Row> own = figure.getValue();
            Row first = own.get(0);
            Plot plot = new Plot(
                    TITLES.getOrDefault(
                                    figure.getKey(),
                                    "Synthetic benchmark: " + first.task().series())
                            + ", "
                            + Units.bytes(first.task().bytes()) + " in total" + nodes(first)
                            + Repetitions.medians(SuiteReport.counts(own)),
                    SyntheticPoint.axis(first) + values(own),
                    "seconds",
                    name.equals(MACRO) && isNarrow(own));
            own.forEach(row -> plot.point(
                    isBesideTheOther(row) ? row.line() + ", combiner" : row.line(),
                    row.task().x(),
                    row.seconds().median()));
            plots.addAll(plot.write(directory, figure.getKey()));
        }
        return plots;
    }

    /** True if a linear axis can show all points. */
    private static boolean isNarrow(List<Row> points) {
        double least =
                points.stream().mapToDouble(row -> row.seconds().median()).min().orElse(1);
        double most =
                points.stream().mapToDouble(row -> row.seconds().median()).max().orElse(1);
        return most <= MAX_LINEAR * least;
    }

    /** How many SSS has, and where keys are reduced if not in turn. */
    private static String nodes(Row row) {
        SyntheticConf conf = SyntheticPoint.conf(row);
        String partition = conf.toMap().get("partitionMethod");
        return ", SSS with " + conf.nodes() + (conf.nodes() == 1 ? " node" : " nodes")
                + (partition.equals("average") ? "" : ", " + partition);
    }

    /** How long the values are from left to right. */
    private static String values(List<Row> points) {
        List<Integer> lengths = points.stream()
                .sorted((a, b) -> Double.compare(a.task().x(), b.task().x()))
                .map(row -> SyntheticPoint.conf(row).longestParameter())
                .toList();
        int first = lengths.get(0);
        int last = lengths.get(lengths.size() - 1);
        return " (values of " + Units.bytes(first) + (first == last ? "" : " to " + Units.bytes(last)) + ")";
    }

    String file(Row row) {
        String series = isBesideTheOther(row) ? SHUFFLE : row.task().series();
        return series.startsWith(name) ? series : name + "-" + series;
    }

    private boolean isBesideTheOther(Row row) {
        return name.equals(SYNTHETIC)
                && row.task().series().equals(WITH_COMBINER)
                && rows.stream().anyMatch(other -> other.task().series().equals(SHUFFLE));
    }
}
