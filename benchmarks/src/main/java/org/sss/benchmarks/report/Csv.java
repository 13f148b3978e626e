package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Rows as lines of values separated by commas. Stateless. */
public final class Csv {
    private Csv() {
    }

    /** @param rows by the names of the columns; all have those of the first */
    public static void write(Path file, List<Map<String, Object>> rows) throws IOException {
        List<String> lines = new ArrayList<>();
        if (!rows.isEmpty()) {
            lines.add(String.join(",", rows.get(0).keySet()));
        }
        for (Map<String, Object> row : rows) {
            lines.add(row.values().stream().map(Csv::cell).collect(Collectors.joining(",")));
        }
        Files.write(file, lines);
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double number) {
            return number.isNaN() ? "" : String.format(Locale.ROOT, "%.4f", number);
        }
        String text = value.toString();
        return text.matches("[^,\"\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
