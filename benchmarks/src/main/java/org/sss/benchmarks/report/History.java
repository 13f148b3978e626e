package org.sss.benchmarks.report;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The figures of all published runs, one line for each figure, system and commit: {@code history.csv}. Adding a run
 * again replaces its lines. Immutable; ordered by date.
 */
public record History(List<Figure> figures) {
    private static final String PAGE = ".md";
    private static final String TABLE = ".csv";
    /** What a page must state so that its table can be added. */
    private static final List<String> HEAD = List.of("date", "commit", "cpu", "cpus");

    /**
     * One measured number.
     *
     * @param date    day of the run, yyyy-mm-dd
     * @param machine processor and number of cores
     * @param section directory or file of the table that has it
     */
    public record Figure(
            String date,
            String commit,
            String machine,
            String section,
            String name,
            String system,
            String value,
            String unit) {
        private static final List<String> COLUMNS =
                List.of("date", "commit", "machine", "section", "figure", "system", "value", "unit");

        private Map<String, Object> cells() {
            Iterator<String> values = List.of(date, commit, machine, section, name, system, value, unit)
                    .iterator();
            Map<String, Object> cells = new LinkedHashMap<>();
            COLUMNS.forEach(column -> cells.put(column, values.next()));
            return cells;
        }

        private static Figure of(NamedCsvRecord line) {
            List<String> values = COLUMNS.stream().map(line::getField).toList();
            return new Figure(
                    values.get(0),
                    values.get(1),
                    values.get(2),
                    values.get(3),
                    values.get(4),
                    values.get(5),
                    values.get(6),
                    values.get(7));
        }

        double number() {
            return Double.parseDouble(value);
        }

        private String key() {
            return String.join("\n", commit, machine, section, name, system, unit);
        }
    }

    /** Empty when there is no such file. */
    public static History read(Path file) throws IOException {
        List<Figure> figures = new ArrayList<>();
        if (Files.exists(file)) {
            Csv.read(file).forEach(line -> figures.add(Figure.of(line)));
        }
        return new History(figures);
    }

    public void write(Path file) throws IOException {
        Csv.write(file, figures.stream().map(Figure::cells).toList());
    }

    /**
     * This history and the figures of a directory of results.
     *
     * @throws SssException INVALID_ARGUMENT when the directory has no tables of {@code sss bench}
     */
    public History with(Path directory) throws IOException {
        List<Path> tables;
        try (Stream<Path> files = Files.walk(directory)) {
            tables = files.filter(file -> file.toString().endsWith(TABLE))
                    .sorted()
                    .toList();
        }
        Map<String, Figure> all = new LinkedHashMap<>();
        figures.forEach(figure -> all.put(figure.key(), figure));
        int before = all.size();
        for (Path table : tables) {
            add(directory, table, all);
        }
        if (all.size() == before) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "no new figures in " + directory
                            + "; it should have tables of 'sss bench' such as text/text.csv, each next to its .md with "
                            + "date,"
                            + " commit and cpu");
        }
        return new History(all.values().stream()
                .sorted((a, b) -> a.date().compareTo(b.date()))
                .toList());
    }

    private static void add(Path directory, Path table, Map<String, Figure> all) throws IOException {
        String file = table.getFileName().toString();
        Path page = table.resolveSibling(file.substring(0, file.length() - TABLE.length()) + PAGE);
        if (!Files.exists(page)) {
            return;
        }
        Map<String, String> head = head(page);
        if (!head.keySet().containsAll(HEAD)) {
            return;
        }
        String section = table.getParent().equals(directory)
                ? file.substring(0, file.length() - TABLE.length())
                : table.getParent().getFileName().toString();
        String machine = head.get("cpu") + " x " + head.get("cpus");
        for (NamedCsvRecord line : Csv.read(table)) {
            figure(line, head.get("date").substring(0, "yyyy-mm-dd".length()), head.get("commit"), machine, section)
                    .forEach(figure -> all.put(figure.key(), figure));
        }
    }

    /** The list at the top of a page: what is before the colon, and what is after it. */
    private static Map<String, String> head(Path page) throws IOException {
        Map<String, String> head = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(page)) {
            lines.filter(line -> line.startsWith("* ") && line.contains(": "))
                    .forEach(line ->
                            head.put(line.substring(2, line.indexOf(':')), line.substring(line.indexOf(':') + 2)));
        }
        return head;
    }

    /** Of the suite and of {@code micro}; the other tables have too many points for a history. */
    private static List<Figure> figure(
            NamedCsvRecord line, String date, String commit, String machine, String section) {
        if (line.findField("workload").isPresent() && line.findField("seconds").isPresent()) {
            return List.of(new Figure(
                    date,
                    commit,
                    machine,
                    section,
                    line.getField("workload") + " " + line.getField("size"),
                    line.getField("system"),
                    line.getField("seconds"),
                    "s"));
        }
        if (line.findField("mode").isPresent() && line.findField("tuples_per_s").isPresent()) {
            return List.of(new Figure(
                    date,
                    commit,
                    machine,
                    section,
                    line.getField("mode") + " " + line.getField("value_bytes") + " B",
                    line.getField("system"),
                    line.getField("tuples_per_s"),
                    "tuples/s"));
        }
        return List.of();
    }
}
