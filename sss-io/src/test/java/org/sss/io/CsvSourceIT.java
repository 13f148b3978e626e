package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class CsvSourceIT {
    @TempDir
    Path directory;

    /** Public, as the records of users mostly are; the one in another test is not. */
    public record City(String name, long people, Integer height, double share, boolean capital) {}

    private record Small(int n) {}

    @Test
    void findsFieldsByHeaderNames() throws Exception {
        Path file = file("a.csv", "name,people\nBern,134000\n\n\"Biel, \"\"Bienne\"\"\",55000\r\n");
        List<String> rows = new ArrayList<>();
        read(
                Sources.csv(file.toString()),
                (at, row) -> rows.add(at + ": " + row.text("name") + " " + row.getLong("people") + " " + row.toList()
                        + row.toMap() + row.size()));
        assertThat(rows)
                .containsExactly(
                        "12: Bern 134000 [Bern, 134000]{name=Bern, people=134000}2",
                        "25: Biel, \"Bienne\" 55000 [Biel, \"Bienne\", 55000]{name=Biel, \"Bienne\", people=55000}2");
    }

    @Test
    void rejectsUseOfRowAfterTheCall() throws Exception {
        List<CsvRow> kept = new ArrayList<>();
        read(Sources.csv(file("a.csv", "name\nBern\nBiel\n").toString()), (at, row) -> {
            kept.forEach(late -> assertThatThrownBy(() -> late.text("name"))
                    .hasMessageContaining("after the mapper that received it"));
            assertThat(row.text("name")).startsWith("B");
            kept.add(row);
        });
        assertThat(kept).hasSize(2);
        for (CsvRow late : kept) {
            for (Runnable use : List.<Runnable>of(
                    late::size, late::toList, late::toMap, () -> late.bytes(0), () -> late.isEmpty("name"))) {
                assertThatThrownBy(use::run)
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE));
            }
        }
    }

    @Test
    void supportsNewlinesInFields() throws Exception {
        Path file = file("a.csv", "id,text\n" + "7,\"two\nlines\"\n".repeat(50));
        assertThat(texts(Sources.csv(file.toString()).splitBytes(20), "text"))
                .hasSize(50)
                .containsOnly("two\nlines");
    }

    @Test
    void readsSingleLineRecordsInRanges() throws Exception {
        StringBuilder text = new StringBuilder("id,name\n");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            names.add("name " + i);
            text.append(i).append(",\"name ").append(i).append("\"\n");
        }
        CsvSource<CsvRow> source = Sources.csv(file("a.csv", text.toString()).toString())
                .oneLineEach()
                .splitBytes(30);
        assertThat(source.splits()).hasSizeGreaterThan(20);
        assertThat(texts(source, "name")).isEqualTo(names);
    }

    @Test
    void skipsHeaderOfEachFile() throws Exception {
        file("1.csv", "\uFEFFa,b\n1,2\n");
        file("2.csv", "b,a\n3,4\n");
        assertThat(texts(Sources.csv(directory + "/*.csv"), "a")).containsExactly("1", "4");
    }

    @Test
    void skipsEmptyLinesBeforeHeader() throws Exception {
        Path file = file("a.csv", "\n\r\nn,s\n1,x\n");
        assertThat(texts(Sources.csv(file.toString()), "s")).containsExactly("x");
    }

    @Test
    void columnsAreThoseOfFirstNonEmptyFile() throws Exception {
        file("1.csv", "");
        file("2.csv", "\n");
        file("3.csv", "n,s\n1,x\n");
        assertThat(Sources.csv(directory + "/*.csv").columnNames()).containsExactly("n", "s");
        assertThat(texts(Sources.csv(directory + "/*.csv"), "s")).containsExactly("x");
        assertThat(Sources.csv(directory + "/1.csv").columnNames()).isEmpty();
    }

    @Test
    void supportsColumnNamesFromProgram() throws Exception {
        Path file = file("a.tsv", "1\t'x\ty'\n");
        CsvSource<CsvRow> source =
                Sources.csv(file.toString()).separator('\t').quote('\'').columns("n", "s");
        assertThat(texts(source, "s")).containsExactly("x\ty");
    }

    @Test
    void convertsToJavaRecords() throws Exception {
        Path file = file(
                "a.csv",
                "capital,name,height,people,share,more\ntrue,Bern,540,134000,0.5,x\nFALSE,Biel,,55000,1e-3,y\n");
        assertThat(Reading.values(Sources.csv(file.toString()).as(City.class)))
                .containsExactly(new City("Bern", 134000, 540, 0.5, true), new City("Biel", 55000, null, 0.001, false));
        Path numbers = file("n.csv", "n\n1\n2\n");
        assertThat(Reading.values(Sources.csv(numbers.toString()).as(Small.class)))
                .containsExactly(new Small(1), new Small(2));
    }

    @Test
    void reportsInvalidRecordWithItsPosition() throws Exception {
        assertWrong("n\n1\n2,3\n", "line 3 (byte 4): it has 2 fields, there are 1 columns (n)");
        assertWrong("n\n\"1\"2\n", "line 2 (byte 2): field 1 has text after its closing quotation mark");
        assertWrong("n\n\"1\n", "line 2 (byte 2): field 1", "has no closing one");
        assertWrong("n\nx\n", "line 2 (byte 2): column 'n' has 'x', which is no whole number");
        assertWrong("n\n5000000000\n", "line 2 (byte 2): ", "too large for an int");
        assertWrong("n\n\n\"\"\n", "line 3 (byte 3): column 'n' has ''");
        assertWrong("m\n1\n", "line 2 (byte 2): there is no column 'n', but m");
        assertWrong(
                "n,n\n1,1\n",
                "line 1 (byte 0): two columns are named 'n'",
                "--columns A,B,... (in a program CsvSource.columns)");
    }

    private void assertWrong(String text, String... expected) throws IOException {
        Path file = file("wrong.csv", text);
        assertThatThrownBy(() -> Reading.values(Sources.csv(file.toString()).as(Small.class)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("file '" + file + "'")
                .hasMessageContainingAll(expected);
    }

    @Test
    void continuesAfterFailedRecord() throws Exception {
        Path file = file("a.csv", "n,s\n1\r\n2,b\n\"3\"x,c\n4,\"d\nd\"\n");
        assertThat(Reading.failuresAmong(Sources.csv(file.toString())))
                .containsExactly(
                        "4: 1 -> line 2 (byte 4): it has 1 fields, there are 2 columns (n, s)",
                        "7: {n=2, s=b}",
                        "11: \"3\"x,c -> line 4 (byte 11): field 1 has text after its closing quotation mark; double "
                                + "quotation marks within a field",
                        "18: {n=4, s=d\nd}");
        assertThat(Reading.failuresAmong(
                        Sources.csv(file("n.csv", "n\nx\n2\n").toString()).as(Small.class)))
                .containsExactly(
                        "2: x -> line 2 (byte 2): column 'n' has 'x', which is no whole number", "4: Small[n=2]");
    }

    /** The start of the next record is unknown, unless no field has a newline. */
    @Test
    void unclosedQuotationMarkIsAlwaysAnError() throws Exception {
        CsvSource<CsvRow> source = Sources.csv(file("a.csv", "n\n\"1\n2\n3\n").toString());
        assertThatThrownBy(() -> Reading.failuresAmong(source))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("line 2 (byte 2): field 1 starts with a quotation mark and has no closing one");
        assertThat(Reading.failuresAmong(source.oneLineEach()))
                .containsExactly(
                        "2: \"1 -> line 2 (byte 2): field 1 starts with a quotation mark and has no closing one",
                        "5: {n=2}",
                        "7: {n=3}");
    }

    @Test
    void linesOfRecordsWithNewlinesAreCounted() throws Exception {
        Path file = file("a.csv", "n,s\n1,\"two\nlines\"\n\n2\n3,\"a\n\"\"\n\"\n4\n");
        assertThat(Reading.failuresAmong(Sources.csv(file.toString())))
                .filteredOn(line -> line.contains(" -> "))
                .extracting(line -> line.replaceAll(".* -> | \\(.*", ""))
                .containsExactly("line 5", "line 9");
    }

    @Test
    void functionConvertsRows() throws Exception {
        Path file = file("a.csv", "n,s\n1,a\nx,b\n3,\n");
        assertThat(Reading.failuresAmong(Sources.csv(file.toString())
                        .as(row -> row.isEmpty("s") ? null : row.getLong("n") + row.text("s"))))
                .containsExactly("4: 1a", "8: x,b -> line 3 (byte 8): column 'n' has 'x', which is no whole number");
        assertThatThrownBy(
                        () -> Reading.failuresAmong(Sources.csv(file.toString()).as(row -> row.text("m"))))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("line 2 (byte 4): there is no column 'm'");
    }

    @Test
    void errorOfAllRecordsIsAlwaysAnError() throws Exception {
        assertThatThrownBy(() -> Reading.failuresAmong(
                        Sources.csv(file("a.csv", "m\n1\n").toString()).as(Small.class)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("there is no column 'n', but m");
        assertThatThrownBy(() -> Reading.failuresAmong(
                        Sources.csv(file("b.csv", "n,n\n1,1\n").toString())))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("two columns are named 'n'");
    }

    /** Each record belongs to one range, whether it can be read or not. */
    @Test
    void failedRecordsDoNotDependOnSplits() throws Exception {
        StringBuilder text = new StringBuilder("n\n");
        for (int i = 0; i < 100; i++) {
            text.append(i % 7 == 0 ? i + ",more\n" : i + "\n");
        }
        CsvSource<CsvRow> source =
                Sources.csv(file("a.csv", text.toString()).toString()).oneLineEach();
        assertThat(Reading.failuresAmong(source))
                .hasSize(100)
                .filteredOn(line -> line.contains(" -> "))
                .hasSize(15);
        assertThat(source.splitBytes(30).splits()).hasSizeGreaterThan(5);
        assertThat(Reading.failuresAmong(source.splitBytes(30))).isEqualTo(Reading.failuresAmong(source));
    }

    @Test
    void rejectsUnsupportedRecordClassImmediately() {
        record Nested(Small small) {}
        assertThatThrownBy(() -> Sources.csv("f").as(Nested.class)).hasMessageContaining("component 'small'");
        assertThatThrownBy(() -> Sources.csv("f").separator('\n')).isInstanceOf(SssException.class);
    }

    @Test
    void agreesWithFastCsvOnRandomText() throws Exception {
        long seed = 20_261_120;
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String text = randomRecords(random);
            List<List<String>> expected = new ArrayList<>();
            try (CsvReader<CsvRecord> reader = CsvReader.builder()
                    .skipEmptyLines(true)
                    .allowMissingFields(true)
                    .allowExtraFields(true)
                    .ofCsvRecord(text)) {
                reader.forEach(record -> expected.add(record.getFields()));
            }
            assertThat(rows(text))
                    .as("seed %d, round %d: <%s>", seed, round, text)
                    .isEqualTo(expected);
        }
    }

    /** Fields plain, quoted, with quotation marks in the middle; few characters, so that all meet all. */
    private static String randomRecords(Random random) {
        StringBuilder text = new StringBuilder();
        for (int record = random.nextInt(4); record >= 0; record--) {
            for (int field = random.nextInt(4); field >= 0; field--) {
                text.append(randomField(random)).append(field == 0 ? "" : ",");
            }
            text.append(random.nextBoolean() ? "\r\n" : "\n");
        }
        return text.toString();
    }

    private static String randomField(Random random) {
        boolean quoted = random.nextBoolean();
        String from = quoted ? "ab,\"\n é" : "ab \"é";
        StringBuilder field = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            field.append(from.charAt(random.nextInt(from.length())));
        }
        return quoted
                ? '"' + field.toString().replace("\"", "\"\"") + '"'
                : (field.indexOf("\"") == 0 ? "x" : "") + field;
    }

    private static List<List<String>> rows(String text) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        RecordScanner records = new CsvScanner(
                new ByteWindow(new java.io.ByteArrayInputStream(bytes), "text", 0, 100, 4), CsvFormat.DEFAULT);
        CsvRow row = new CsvRow(null, CsvFormat.DEFAULT);
        while (records.next()) {
            if (records.strippedLength() > 0) {
                assertThat(row.set(records.array(), records.offset(), records.offset() + records.strippedLength()))
                        .isNull();
                rows.add(row.toList());
            }
        }
        return rows;
    }

    private static List<String> texts(CsvSource<CsvRow> source, String column) throws Exception {
        List<String> texts = new ArrayList<>();
        read(source, (at, row) -> texts.add(row.text(column)));
        return texts;
    }

    private static <V> void read(CsvSource<V> source, org.sss.api.TupleSource.TupleSink<Long, V> to) throws Exception {
        for (var split : source.splits()) {
            source.read(split, to);
        }
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
