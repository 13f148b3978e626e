package org.sss.benchmarks.synthetic;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.benchmarks.engines.HadoopFiles;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;

/**
 * Shows what was measured. Immutable.
 *
 * @param failure what ended the run before its end, or null: then these are the rows that were there by then
 */
public record SyntheticReport(List<SyntheticRow> rows, String failure) {
    private static final String[] TITLES = {"SERIES", "AXIS", "POINT", "VALUES", "SYSTEM", "N", "SECONDS", "MIN..MAX", "CPU s",
        "PEAK RSS", "WIRE", "DISK", "IMPORT s"};

    public SyntheticReport {
        rows = List.copyOf(rows);
    }

    public void print(Console console) {
        console.line("SYNTHETIC: seconds of a job in a running system, medians of N repetitions; VALUES is the longest of a value");
        Table table = new Table(TITLES);
        rows.forEach(row -> table.row(cells(row)));
        table.print(console);
        new SyntheticFindings(rows).lines().forEach(console::line);
        console.line(verdict());
    }

    private String verdict() {
        return failure == null ? "All answers are those that the parameters say."
                : "FAILED, the rows are those that were measured before: " + failure;
    }

    private static Object[] cells(SyntheticRow row) {
        Spread seconds = row.seconds();
        return new Object[] {row.name(), row.axis(), row.point(), Units.bytes(row.conf().longestParameter()), row.system(),
            row.runs().size(), number(seconds.median()), number(seconds.min()) + ".." + number(seconds.max()), number(row.cpuSeconds().median()),
            Units.bytes((long) row.peakRssBytes().max()), bytes(row.wireBytes()), bytes(row.detail("disk_bytes")),
            number(row.importSeconds())};
    }

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, String name, Map<String, Object> head) throws IOException {
        directory.csv(name, rows.stream().map(SyntheticReport::flat).toList());
        directory.json(name, document(head));
        new Markdown(name).text("Seconds of a job in a running system, medians of N repetitions. WIRE is what"
                        + " went over the loopback interface, DISK are the files behind a run. " + verdict())
                .facts(head).table(TITLES, rows.stream().map(SyntheticReport::cells).toList())
                .list(new SyntheticFindings(rows).lines()).pictures(new SyntheticFigures(name, rows).files())
                .write(directory.path(), name);
    }

    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        if (failure != null) {
            document.put("failure", failure);
        }
        document.put("rows", rows.stream().map(row -> {
            Map<String, Object> object = flat(row);
            object.put("runs", row.runs());
            return object;
        }).toList());
        document.put("findings", new SyntheticFindings(rows).lines());
        return document;
    }

    private static Map<String, Object> flat(SyntheticRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("series", row.name());
        cells.put("axis", row.axis());
        cells.put("point", row.point());
        cells.put("system", row.system());
        cells.putAll(row.conf().toMap());
        if (row.system().equals(HadoopFiles.NAME)) {
            cells.put("pairsPerObject", "1"); // whatever the others have
        }
        cells.put("repetitions", row.runs().size());
        put(cells, "seconds", row.seconds());
        put(cells, "cpu_seconds", row.cpuSeconds());
        put(cells, "peak_rss_bytes", row.peakRssBytes());
        cells.put("import_seconds", row.importSeconds());
        cells.put("wire_bytes", row.wireBytes().median());
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

    /** The papers' figures. */
    public void plot(ReportDirectory directory, String name) throws IOException {
        new SyntheticFigures(name, rows).write(directory.path());
    }

    private static String bytes(Spread spread) {
        return spread.isKnown() ? Units.bytes((long) spread.median()) : "-";
    }

    private static String number(double number) {
        return Double.isNaN(number) ? "-" : String.format(Locale.ROOT, "%.3f", number);
    }
}
