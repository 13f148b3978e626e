package org.sss.benchmarks.delete;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;

/** Shows how long it took to drop groups. Immutable. */
public record DeleteReport(List<DeleteRow> rows) {
    private static final String NAME = "delete";
    private static final String ABOUT = "milliseconds until the call returned, and until the files were gone; medians";
    private static final String MEANING = "ANSWERED: the call has returned, the name is free and no job sees the group. GONE: its files are"
            + " deleted as well, all but a tenth and 1 MiB at most.";
    private static final String[] TITLES = {"SYSTEM", "SIZE", "RECORDS", "N", "DISK", "ANSWERED ms", "MIN..MAX", "GONE ms", "MIN..MAX",
        "CPU s", "PEAK RSS", "WIRE"};

    public void print(Console console) {
        console.line("DELETE: " + ABOUT);
        Table table = new Table(TITLES);
        rows.forEach(row -> table.row(cells(row)));
        table.print(console);
        findings().forEach(console::line);
        console.line(MEANING);
    }

    /** How both times grow from the smallest group to the largest. */
    List<String> findings() {
        List<String> lines = new ArrayList<>(Repetitions.remark(counts()));
        for (String system : rows.stream().map(DeleteRow::system).distinct().toList()) {
            List<DeleteRow> own = rows.stream().filter(row -> row.system().equals(system)).toList();
            DeleteRow least = own.get(0);
            DeleteRow most = own.get(own.size() - 1);
            if (own.size() > 1) {
                lines.add(system + ": from " + Units.bytes(least.bytes()) + " to " + Units.bytes(most.bytes()) + ", "
                        + times(most.bytes(), least.bytes()) + " the bytes, answered after "
                        + growth(least.answeredMillis(), most.answeredMillis()) + ", files gone after "
                        + growth(least.goneMillis(), most.goneMillis()));
            }
        }
        return lines;
    }

    private List<Integer> counts() {
        return rows.stream().map(row -> row.drops().size()).toList();
    }

    private static String growth(Spread least, Spread most) {
        return millis(least.median()) + " ms and " + millis(most.median()) + " ms, " + times(most.median(), least.median());
    }

    private static String times(double of, double than) {
        return String.format(Locale.ROOT, "%.1f times", of / than);
    }

    private static Object[] cells(DeleteRow row) {
        return new Object[] {row.system(), Units.bytes(row.bytes()), row.records(), row.drops().size(), Units.bytes(row.diskBytes()),
            millis(row.answeredMillis().median()), range(row.answeredMillis()), millis(row.goneMillis().median()),
            range(row.goneMillis()), millis(row.cpuSeconds().median()), Units.bytes((long) row.peakRssBytes().max()),
            Units.bytes((long) row.wireBytes().median())};
    }

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, Map<String, Object> head) throws IOException {
        directory.csv(NAME, rows.stream().map(DeleteReport::flat).toList());
        directory.json(NAME, document(head));
        new Markdown("Dropping a group: " + ABOUT).text(MEANING).facts(head)
                .table(TITLES, rows.stream().map(DeleteReport::cells).toList()).list(findings())
                .pictures(List.of(NAME)).write(directory.path(), NAME);
    }

    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        document.put("rows", rows.stream().map(row -> {
            Map<String, Object> object = flat(row);
            object.put("drops", row.drops());
            return object;
        }).toList());
        document.put("findings", findings());
        return document;
    }

    /** Two lines for each system: until the call returned, as in the paper, and until the files are gone. */
    public void plot(ReportDirectory directory) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        Plot plot = new Plot("Dropping a group" + Repetitions.medians(counts()), "bytes of keys and values", "milliseconds");
        List<String> systems = rows.stream().map(DeleteRow::system).distinct().toList();
        for (String system : systems) {
            plot.line(system + ", files gone", points(system, DeleteRow::goneMillis));
            plot.line(system + ", call returned", points(system, DeleteRow::answeredMillis));
        }
        plot.write(directory.path(), NAME);
    }

    private Map<Double, Double> points(String system, Function<DeleteRow, Spread> value) {
        Map<Double, Double> points = new LinkedHashMap<>();
        rows.stream().filter(row -> row.system().equals(system))
                .forEach(row -> points.put((double) row.bytes(), value.apply(row).median()));
        return points;
    }

    private static Map<String, Object> flat(DeleteRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("system", row.system());
        cells.put("bytes", row.bytes());
        cells.put("records", row.records());
        cells.put("disk_bytes", row.diskBytes());
        cells.put("repetitions", row.drops().size());
        put(cells, "answered_ms", row.answeredMillis());
        put(cells, "gone_ms", row.goneMillis());
        cells.put("cpu_s", row.cpuSeconds().median());
        cells.put("peak_rss_bytes", row.peakRssBytes().max());
        cells.put("wire_bytes", row.wireBytes().median());
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
