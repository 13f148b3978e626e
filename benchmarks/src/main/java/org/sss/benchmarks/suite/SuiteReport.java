package org.sss.benchmarks.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.report.Markdown;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.client.cli.Console;
import org.sss.client.cli.Table;
import org.sss.client.cli.Units;

/**
 * The rows as table, CSV, JSON and Markdown. Immutable.
 *
 * @param name    of the files
 * @param about   what was measured, one sentence for the Markdown
 * @param remarks further lines
 */
public record SuiteReport(String name, String about, List<SuiteRow> rows, List<String> remarks) {
    private static final String REFERENCE = "java";
    private static final String[] TITLES = {"CASE", "SYSTEM", "MEDIAN s", "MIN..MAX", "FIRST s", "MB/s", "CPU s", "CPU ns/B",
        "PEAK RSS", "IMPORT s", "/ JAVA"};

    public SuiteReport {
        rows = List.copyOf(rows);
        remarks = List.copyOf(remarks);
    }

    public void print(Console console) {
        Table table = new Table(TITLES);
        rows.forEach(row -> table.row((Object[]) cells(row)));
        table.print(console);
        details().forEach(console::line);
        remarks.forEach(console::line);
        console.line("All answers to a case are equal.");
    }

    private String[] cells(SuiteRow row) {
        Spread seconds = row.seconds();
        return new String[] {row.task().label(), row.system(), number(seconds.median()),
            number(seconds.min()) + ".." + number(seconds.max()), number(row.firstSeconds()), short1(row.megabytesPerSecond()),
            number(row.cpuSeconds()), short1(row.cpuNanosPerByte()), Units.bytes(row.peakRssBytes()), number(row.importSeconds()), ratio(row)};
    }

    /** How many times as long as the plain program. */
    private String ratio(SuiteRow row) {
        return rows.stream().filter(other -> other.system().equals(REFERENCE) && other.task().equals(row.task())).findFirst()
                .map(other -> String.format(Locale.ROOT, "%.2f", row.seconds().median() / other.seconds().median())).orElse("");
    }

    /** A line for each row that has more numbers. */
    private List<String> details() {
        List<String> lines = new ArrayList<>();
        for (SuiteRow row : rows) {
            StringBuilder line = new StringBuilder(row.task().label() + ", " + row.system() + ":");
            row.details().forEach((what, value) -> line.append(' ').append(what).append('=').append(detail(value)));
            if (!row.details().isEmpty()) {
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
        new Markdown(name).text(about).facts(head).table(TITLES, rows.stream().map(row -> (Object[]) cells(row)).toList())
                .list(Stream.concat(details().stream(), remarks.stream()).toList())
                .text("All answers to a case are equal:").list(answers).pictures(plots)
                .write(directory.path(), name);
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
        cells.put("mb_per_s", row.megabytesPerSecond());
        cells.put("cpu_s", row.cpuSeconds());
        cells.put("cpu_ns_per_byte", row.cpuNanosPerByte());
        cells.put("peak_rss_bytes", row.peakRssBytes());
        cells.put("digest", row.digest());
        // One cell, so that rows of several workloads have the same columns.
        cells.put("details", row.details().toString());
        return cells;
    }

    /** Whole numbers, such as those of bytes, as such. */
    private static String detail(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : number(number);
    }

    private static String number(double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.3f", number);
    }

    private static String short1(double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.1f", number);
    }
}
