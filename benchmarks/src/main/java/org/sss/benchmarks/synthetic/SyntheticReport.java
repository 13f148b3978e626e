package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.client.cli.Console;
import org.sss.client.cli.Table;
import org.sss.client.cli.Units;

/** Shows what was measured. Immutable. */
public record SyntheticReport(List<SyntheticRow> rows) {
    private static final String[] TITLES = {"SERIES", "AXIS", "POINT", "VALUES", "SYSTEM", "SECONDS", "MIN..MAX", "CPU s",
        "PEAK RSS", "IMPORT s"};

    public void print(Console console) {
        console.line("SYNTHETIC: seconds of a job in a running system, medians; VALUES is the longest of a value");
        Table table = new Table(TITLES);
        rows.forEach(row -> table.row(cells(row)));
        table.print(console);
        flatness().forEach(console::line);
    }

    private static Object[] cells(SyntheticRow row) {
        Spread seconds = row.seconds();
        return new Object[] {row.name(), row.axis(), row.point(), Units.bytes(valueBytes(row)), row.system(),
            number(seconds.median()), number(seconds.min()) + ".." + number(seconds.max()), number(row.cpuSeconds().median()),
            Units.bytes((long) row.peakRssBytes().max()), number(row.importSeconds())};
    }

    private static long valueBytes(SyntheticRow row) {
        SyntheticConf conf = row.conf();
        return Math.max(Math.max(conf.initialValueLength(), conf.mapoutValueLength()), conf.reduceoutValueLength());
    }

    /** The slowest point of each line against its fastest, where there are several. */
    private List<String> flatness() {
        List<String> lines = new ArrayList<>();
        for (String series : series()) {
            for (String system : systems()) {
                Map<Double, Double> points = points(series, system);
                if (points.size() > 1) {
                    double slowest = points.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
                    double fastest = points.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
                    lines.add(series + ", " + system + ": the slowest point takes " + number(slowest / fastest)
                            + " times as long as the fastest");
                }
            }
        }
        return lines;
    }

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, String name, Map<String, Object> head) throws IOException {
        directory.csv(name, rows.stream().map(SyntheticReport::flat).toList());
        directory.json(name, document(head));
        Files.write(directory.path().resolve(name + ".md"), markdown(name, head));
    }

    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        document.put("rows", rows.stream().map(row -> {
            Map<String, Object> object = flat(row);
            object.put("runs", row.runs());
            return object;
        }).toList());
        return document;
    }

    private static Map<String, Object> flat(SyntheticRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("series", row.name());
        cells.put("axis", row.axis());
        cells.put("point", row.point());
        cells.put("system", row.system());
        cells.putAll(row.conf().toMap());
        cells.put("repetitions", row.runs().size());
        put(cells, "seconds", row.seconds());
        put(cells, "cpu_seconds", row.cpuSeconds());
        put(cells, "peak_rss_bytes", row.peakRssBytes());
        cells.put("import_seconds", row.importSeconds());
        for (String detail : List.of("map_seconds", "reduce_seconds", "shuffled_pairs", "shuffled_bytes", "disk_bytes")) {
            cells.put(detail, row.detail(detail).median());
        }
        cells.put("digest", row.runs().get(0).digest());
        return cells;
    }

    private static void put(Map<String, Object> cells, String name, Spread spread) {
        cells.put(name, spread.median());
        cells.put(name + "_min", spread.min());
        cells.put(name + "_max", spread.max());
    }

    private List<String> markdown(String name, Map<String, Object> head) {
        List<String> lines = new ArrayList<>(List.of("# Synthetic benchmark", "", "`" + head.get("machine") + "`", "",
                "| " + String.join(" | ", TITLES).toLowerCase(Locale.ROOT) + " |", "|---".repeat(TITLES.length) + "|"));
        for (SyntheticRow row : rows) {
            StringBuilder line = new StringBuilder();
            for (Object cell : cells(row)) {
                line.append("| ").append(cell).append(' ');
            }
            lines.add(line.append('|').toString());
        }
        lines.add("");
        flatness().forEach(line -> lines.addAll(List.of(line + ".", "")));
        series().forEach(series -> lines.addAll(List.of("![" + series + "](" + plotName(name, series) + ".png)", "")));
        return lines;
    }

    /** One for each series. */
    public void plot(ReportDirectory directory, String name) throws IOException {
        for (String series : series()) {
            SyntheticRow first = rows.stream().filter(row -> row.name().equals(series)).findFirst().orElseThrow();
            Plot plot = new Plot("Synthetic benchmark: " + series + ", " + Units.bytes(first.conf().totalBytes()) + " in total",
                    first.axis(), "seconds");
            systems().forEach(system -> plot.line(system, points(series, system)));
            plot.write(directory.path(), plotName(name, series));
        }
    }

    private static String plotName(String name, String series) {
        return series.startsWith(name) ? series : name + "-" + series;
    }

    private Set<String> series() {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.add(row.name()));
        return names;
    }

    private Set<String> systems() {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.add(row.system()));
        return names;
    }

    private Map<Double, Double> points(String series, String system) {
        Map<Double, Double> points = new TreeMap<>();
        rows.stream().filter(row -> row.name().equals(series) && row.system().equals(system))
                .forEach(row -> points.put((double) row.point(), row.seconds().median()));
        return points;
    }

    private static String number(double number) {
        return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, "%.3f", number);
    }
}
