package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {
    @TempDir
    Path directory;

    @Test
    void rowsBecomeLinesUnderTheirTitles() throws IOException {
        Path file = directory.resolve("file.csv");
        Csv.write(file, List.of(row("a, \"b\"", 1.5, 7), row(null, Double.NaN, -1)));
        assertThat(file).hasContent("text,number,count\n\"a, \"\"b\"\"\",1.5000,7\n,,-1\n");
    }

    @Test
    void noRowsAreAnEmptyFile() throws IOException {
        Path file = directory.resolve("file.csv");
        Csv.write(file, List.of());
        assertThat(file).isEmptyFile();
    }

    private static Map<String, Object> row(String text, double number, int count) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("text", text);
        row.put("number", number);
        row.put("count", count);
        return row;
    }
}
