package org.sss.benchmarks.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;

/**
 * The rows as table, CSV, JSON and Markdown. Immutable.
 *
 * @param name    of the files
 * @param about   what was measured, one sentence for the Markdown
 * @param remarks further lines
 * @param failure what ended the run before its end, or null: then these are the rows that were there by then
 */
public record SuiteReport(String name, String about, List<SuiteRow> rows, List<String> remarks, String failure) {
    public SuiteReport {
        rows = List.copyOf(rows);
        remarks = List.copyOf(remarks);
    }

    public void print(Console console) {
        SuiteTable columns = new SuiteTable(rows);
        Table table = new Table(columns.titles());
        columns.cells().forEach(table::row);
        table.print(console);
        lines().forEach(console::line);
        console.line(failure == null ? "All answers to a case are equal." : failed());
    }

    private String failed() {
        return "FAILED, the rows are those that were measured before: " + failure;
    }

    /** Below the table. */
    private List<String> lines() {
        return Stream.of(new SuiteTable(rows).remarks(), details(), remarks).flatMap(List::stream).toList();
    }

    /** A line for each row that has more numbers. */
    private List<String> details() {
        List<String> lines = new ArrayList<>();
        for (SuiteRow row : rows) {
            StringBuilder line = new StringBuilder(row.task().label() + ", " + row.system() + ":");
            Map<String, Double> details = row.details();
            // That has a column.
            details.remove(SuiteRow.DISK_BYTES);
            details.forEach((what, value) -> line.append(' ').append(what).append('=').append(detail(value)));
            if (!details.isEmpty()) {
                lines.add(line.toString());
            }
        }
        return lines;
    }

    /** @param head what the run was, and where */
    public void write(ReportDirectory directory, Map<String, Object> head) throws IOException {
        directory.csv(name, rows.stream().map(this::flat).toList());
        directory.json(name, document(head));
        List<Map<String, Object>> threads = rows.stream().flatMap(row -> row.threads().stream()).toList();
        if (!threads.isEmpty()) {
            directory.csv(name + "-threads", threads);
        }
    }

    /** With the plots that are there. */
    public void writeMarkdown(ReportDirectory directory, Map<String, Object> head, List<String> plots) throws IOException {
        List<String> answers = rows.stream().map(row -> row.task().label() + " `" + row.digest() + "`").distinct().toList();
        SuiteTable table = new SuiteTable(rows);
        new Markdown(name).text(about).facts(head).table(table.titles(), table.cells()).list(lines())
                .text(failure == null ? "All answers to a case are equal:" : failed()).list(answers).pictures(plots)
                .write(directory.path(), name);
    }

    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        if (failure != null) {
            document.put("failure", failure);
        }
        document.put("rows", rows.stream().map(row -> {
            Map<String, Object> object = flat(row);
            object.put("runs", row.shownRuns());
            return object;
        }).toList());
        return document;
    }

    private Map<String, Object> flat(SuiteRow row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("workload", row.task().workload());
        cells.put("size", row.task().size());
        cells.put("system", row.system());
        cells.put("input_bytes", row.task().inputBytes());
        cells.put("repetitions", row.runs().size());
        cells.put("seconds", row.seconds().median());
        cells.put("seconds_min", row.seconds().min());
        cells.put("seconds_max", row.seconds().max());
        cells.put("first_seconds", row.firstSeconds());
        cells.put("import_seconds", row.importSeconds());
        cells.put("seconds_with_import", row.secondsWithImport());
        cells.put("mb_per_s", row.megabytesPerSecond());
        cells.put("cpu_s", row.cpuSeconds());
        cells.put("cpu_ns_per_byte", row.cpuNanosPerByte());
        cells.put("peak_rss_bytes", row.peakRssBytes());
        cells.put("wire_bytes", row.wireBytes());
        cells.put("disk_bytes", row.diskBytes());
        cells.put("digest", row.digest());
        for (String phase : List.of("map_shuffle_s", "reduce_s")) {
            cells.put(phase, row.details().get(phase));
        }
        // One cell, so that rows of several workloads have the same columns.
        cells.put("details", row.details().toString());
        return cells;
    }

    /** Whole numbers, such as those of bytes, as such. */
    private static String detail(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : SuiteTable.number(number);
    }
}
