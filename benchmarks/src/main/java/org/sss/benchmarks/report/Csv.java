package org.sss.benchmarks.report;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables in files. Stateless. */
public final class Csv {
    private Csv() {}

    /** @param rows by the names of the columns; all have those of the first */
    public static void write(Path file, List<Map<String, Object>> rows) throws IOException {
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            if (!rows.isEmpty()) {
                writer.writeRecord(rows.get(0).keySet());
            }
            rows.forEach(row ->
                    writer.writeRecord(row.values().stream().map(Csv::cell).toList()));
        }
    }

    static List<NamedCsvRecord> read(Path file) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
            return reader.stream().toList();
        }
    }

    private static String cell(Object value) {
        if (value instanceof Double number) {
            return number.isNaN() ? "" : String.format(Locale.ROOT, "%.4f", number);
        }
        return value == null ? "" : value.toString();
    }
}
