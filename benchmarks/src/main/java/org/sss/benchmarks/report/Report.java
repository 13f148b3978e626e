package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.net.rpc.Json;

/**
 * What was measured, as table, CSV, JSON and Markdown. Immutable.
 *
 * @param <R>     a row
 * @param name    of the files
 * @param about   what was measured, for the Markdown
 * @param tables  the rows, in tables by their headings; a heading may be empty
 * @param runs    each measurement of a row, for the JSON; null where there is none
 * @param remarks further lines below the tables
 * @param verdict the last line
 * @param more    further entries of the JSON
 */
public record Report<R>(
        String name,
        String about,
        Map<String, List<R>> tables,
        Columns<R> columns,
        Function<R, Object> runs,
        List<String> remarks,
        String verdict,
        Map<String, Object> more) {
    /** With one table. */
    public Report(
            String name,
            String about,
            List<R> rows,
            Columns<R> columns,
            Function<R, Object> runs,
            List<String> remarks,
            String verdict) {
        this(name, about, Map.of("", rows), columns, runs, remarks, verdict, Map.of());
    }

    /** The report of a run that has failed: the rows are those that were measured before. */
    public Report<R> failed(String failure) {
        Map<String, Object> all = new LinkedHashMap<>(more);
        all.put("failure", failure);
        return new Report<>(
                name,
                about,
                tables,
                columns,
                runs,
                remarks,
                "FAILED, the rows are those that were measured before: " + failure,
                all);
    }

    public void print(Console console) {
        tables.forEach((heading, rows) -> {
            if (!heading.isEmpty()) {
                console.line("");
                console.line(heading);
            }
            Table table = new Table(columns.titles());
            rows.forEach(row -> table.row(columns.cells(row)));
            table.print(console);
        });
        remarks.forEach(console::line);
        console.line(verdict);
    }

    /**
     * Writes CSV and JSON.
     *
     * @param head what the run was, and where
     */
    public void write(Path directory, Map<String, Object> head) throws IOException {
        Csv.write(
                directory.resolve(name + ".csv"),
                rows().stream().map(columns::line).toList());
        Json.mapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(directory.resolve(name + ".json").toFile(), document(head));
    }

    private List<R> rows() {
        return tables.values().stream().flatMap(List::stream).toList();
    }

    /** Writes the Markdown, with the pictures that are there. */
    public void writeMarkdown(Path directory, Map<String, Object> head, List<String> pictures) throws IOException {
        Markdown markdown = new Markdown(name).text(about).facts(head);
        tables.forEach((heading, rows) -> {
            if (!heading.isEmpty()) {
                markdown.text(heading + ".");
            }
            markdown.table(columns.titles(), rows.stream().map(columns::cells).toList());
        });
        markdown.list(remarks).text(verdict).pictures(pictures).write(directory, name);
    }

    /** The content of the JSON file, and of the output with {@code --json}. */
    public Map<String, Object> document(Map<String, Object> head) {
        Map<String, Object> document = new LinkedHashMap<>(head);
        List<Map<String, Object>> lines = new ArrayList<>();
        for (R row : rows()) {
            Map<String, Object> line = columns.line(row);
            if (runs != null) {
                line.put("runs", runs.apply(row));
            }
            lines.add(line);
        }
        document.put("rows", lines);
        document.put("remarks", remarks);
        document.putAll(more);
        return document;
    }
}
