package org.sss.benchmarks.delete;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.client.cli.Console;
import org.sss.client.cli.Table;
import org.sss.client.cli.Units;

/** Shows how long it took to drop groups. Immutable. */
public record DeleteReport(List<DeleteRow> rows) {
    private static final String NAME = "delete";

    public void print(Console console) {
        console.line("DELETE: milliseconds until the call returned, and until the files were gone; medians");
        Table table = new Table("SIZE", "RECORDS", "DISK", "ANSWERED ms", "MIN..MAX", "GONE ms", "MIN..MAX");
        for (DeleteRow row : rows) {
            table.row(Units.bytes(row.bytes()), row.records(), Units.bytes(row.diskBytes()),
                    millis(row.answeredMillis().median()), range(row.answeredMillis()), millis(row.goneMillis().median()), range(row.goneMillis()));
        }
        table.print(console);
    }

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, Map<String, Object> head) throws IOException {
        directory.csv(NAME, rows.stream().map(DeleteReport::flat).toList());
        directory.json(NAME, document(head));
    }

    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        document.put("rows", rows.stream().map(row -> {
            Map<String, Object> object = flat(row);
            object.put("drops", row.drops());
            return object;
        }).toList());
        return document;
    }

    public void plot(ReportDirectory directory) throws IOException {
        new Plot("Dropping a group", "bytes of keys and values", "milliseconds")
                .line("call returned", points(DeleteRow::answeredMillis))
                .line("files gone", points(DeleteRow::goneMillis))
                .write(directory.path(), NAME);
    }

    private Map<Double, Double> points(Function<DeleteRow, Spread> value) {
        Map<Double, Double> points = new LinkedHashMap<>();
        rows.forEach(row -> points.put((double) row.bytes(), value.apply(row).median()));
        return points;
    }

    private static Map<String, Object> flat(DeleteRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("bytes", row.bytes());
        cells.put("records", row.records());
        cells.put("disk_bytes", row.diskBytes());
        cells.put("repetitions", row.drops().size());
        put(cells, "answered_ms", row.answeredMillis());
        put(cells, "gone_ms", row.goneMillis());
        return cells;
    }

    private static void put(Map<String, Object> cells, String name, Spread spread) {
        cells.put(name, spread.median());
        cells.put(name + "_min", spread.min());
        cells.put(name + "_max", spread.max());
    }

    private static String range(Spread spread) {
        return millis(spread.min()) + ".." + millis(spread.max());
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f", millis);
    }
}
