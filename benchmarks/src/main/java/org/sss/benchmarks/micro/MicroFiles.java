package org.sss.benchmarks.micro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.ReportDirectory;

/** The results as CSV (one line for each row of the tables), JSON (with each single measurement) and plots. Immutable. */
public record MicroFiles(List<MicroRow> rows, String tested) {
    private static final String NAME = "micro";

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, Map<String, Object> head) throws IOException {
        directory.csv(NAME, rows.stream().map(this::flat).toList());
        directory.json(NAME, document(head));
        markdown(head).write(directory.path(), NAME);
    }

    private Markdown markdown(Map<String, Object> head) {
        Markdown markdown = new Markdown("Records of a data server").facts(head);
        for (Mode mode : Mode.values()) {
            List<MicroRow> some = rows.stream().filter(row -> row.mode() == mode).toList();
            if (!some.isEmpty()) {
                markdown.text(MicroTable.title(mode, tested) + ".")
                        .table(MicroTable.TITLES, some.stream().map(row -> MicroTable.cells(row, rows, tested)).toList())
                        .pictures(List.of(NAME + "-" + mode));
            }
        }
        return markdown.list(MicroTable.remarks(rows, tested));
    }

    /** One plot for each mode: tuples per second over the size of values. */
    public void plot(ReportDirectory directory) throws IOException {
        for (Mode mode : Mode.values()) {
            Map<String, Map<Double, Double>> lines = new LinkedHashMap<>();
            List<MicroRow> some = rows.stream().filter(row -> row.mode() == mode).toList();
            if (some.isEmpty()) {
                continue;
            }
            some.forEach(row ->
                    lines.computeIfAbsent(row.system(), system -> new LinkedHashMap<>())
                            .put(Math.max(1.0, row.valueBytes()), row.tuplesPerSecond().median()));
            Plot plot = new Plot(mode.toString().toUpperCase(Locale.ROOT) + ": records with keys of 32 bytes"
                    + Repetitions.medians(some.stream().map(row -> row.samples().size()).toList()), "bytes of a value", "records per second");
            lines.forEach(plot::line);
            plot.write(directory.path(), NAME + "-" + mode);
        }
    }

    /** The same document goes to a file and, with {@code --json}, to the output. */
    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        List<Map<String, Object>> all = new ArrayList<>();
        for (MicroRow row : rows) {
            Map<String, Object> object = flat(row);
            object.put("samples", row.samples());
            all.add(object);
        }
        document.put("rows", all);
        return document;
    }

    private Map<String, Object> flat(MicroRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("mode", row.mode().toString());
        cells.put("value_bytes", row.valueBytes());
        cells.put("system", row.system());
        cells.put("records", row.records());
        cells.put("repetitions", row.samples().size());
        put(cells, "tuples_per_s", row.tuplesPerSecond());
        put(cells, "mb_per_s", row.megabytesPerSecond());
        cells.put("p50_us", micros(row, row.latency().p50Nanos()));
        cells.put("p99_us", micros(row, row.latency().p99Nanos()));
        cells.put("p999_us", micros(row, row.latency().p999Nanos()));
        cells.put("cpu_s", row.client().cpuSeconds());
        cells.put("server_cpu_s", row.server() == null ? null : row.server().cpuSeconds());
        cells.put("peak_rss_bytes", row.client().peakRssBytes());
        cells.put("server_peak_rss_bytes", row.server() == null ? null : row.server().peakRssBytes());
        cells.put("wire_bytes", row.client().wireBytes());
        cells.put("disk_bytes", row.diskBytes());
        cells.put("ratio", Comparison.ratio(row, rows, tested));
        return cells;
    }

    /** Null where it was not measured. */
    private static Double micros(MicroRow row, long nanos) {
        return row.latency().equals(Latency.UNKNOWN) ? null : Double.valueOf(nanos / 1e3);
    }

    private static void put(Map<String, Object> cells, String name, Spread spread) {
        cells.put(name, spread.median());
        cells.put(name + "_min", spread.min());
        cells.put(name + "_max", spread.max());
    }
}
