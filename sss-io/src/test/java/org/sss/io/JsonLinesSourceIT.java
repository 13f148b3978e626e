package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class JsonLinesSourceIT {
    @TempDir
    Path directory;

    private record Place(double x, double y) {}

    record Event(String name, long n, Place place, List<String> tags) {}

    @Test
    void readsOneDocumentPerLine() throws Exception {
        Path file = file("{\"a\":1}\n \r\n[true,null]\n\"text\"");
        List<Map.Entry<Long, JsonView>> documents = Reading.all(Sources.jsonLines(file.toString()));
        assertThat(documents)
                .extracting(e -> e.getKey() + " " + e.getValue())
                .containsExactly("0 {\"a\":1}", "11 [true,null]", "23 \"text\"");
    }

    @Test
    void supportsStringsAsLongAsALine() throws Exception {
        Path file = file("{\"v\":\"" + "a".repeat(25_000_000) + "\"}\n");
        assertThat(Reading.values(Sources.jsonLines(file.toString())).get(0).text("v"))
                .hasSize(25_000_000);
    }

    @Test
    void readsFieldsOfDocuments() throws Exception {
        Path file = file("{\"s\":\"t\",\"n\":5,\"d\":2.5,\"b\":true,\"z\":null,\"list\":[1,{\"q\":\"w\"}]}\n");
        JsonView view = Reading.values(Sources.jsonLines(file.toString())).get(0);
        assertThat(view.text("s")).isEqualTo("t");
        assertThat(view.text("n")).isEqualTo("5");
        assertThat(view.getLong("n")).isEqualTo(5);
        assertThat(view.getDouble("d")).isEqualTo(2.5);
        assertThat(view.getDouble("n")).isEqualTo(5.0);
        assertThat(view.getBoolean("b")).isTrue();
        assertThat(view.fields()).containsExactly("s", "n", "d", "b", "z", "list");
        assertThat(view.get("z").isNull()).isTrue();
        assertThat(view.get("z").isMissing()).isFalse();
        assertThat(view.get("no").get("where").get(3).isMissing()).isTrue();
        assertThat(view.get("list").elements()).hasSize(2);
        assertThat(view.get("list").get(1).text("q")).isEqualTo("w");
    }

    @Test
    void preservesNotationOfNumbers() throws Exception {
        String line = "{\"a\":10000000.50,\"b\":[1.10,-0.0,1e400,6.02E+23,0.12345678901234567890],"
                + "\"c\":123456789012345678901234567890}";
        JsonView view = Reading.values(Sources.jsonLines(file(line).toString())).get(0);
        assertThat(view).hasToString(line);
        assertThat(view.get("b")).hasToString("[1.10,-0.0,1e400,6.02E+23,0.12345678901234567890]");
        assertThat(view.text("a")).isEqualTo("10000000.50");
        assertThat(view.get("b").get(4).text()).isEqualTo("0.12345678901234567890");
        assertThat(view.getDouble("a")).isEqualTo(10000000.5);
        assertThat(view.get("b").get(1).asDouble()).isEqualTo(-0.0);
        assertThat(view.get("b").get(2).asDouble()).isInfinite();
        assertThat(view.text("c")).isEqualTo("123456789012345678901234567890");
        assertThatThrownBy(() -> view.getLong("a")).hasMessage("field 'a': 10000000.50 is no whole number");
        assertThatThrownBy(() -> view.getLong("c"))
                .hasMessage(
                        "field 'c': 123456789012345678901234567890 has more than the 64 bits of a long; read it as a "
                                + "string");
    }

    @Test
    void readsNonFiniteNumbers() throws Exception {
        String line = "{\"a\":NaN,\"b\":-Infinity,\"c\":\"NaN\",\"d\":\"inf\",\"e\":\"1.5\"}";
        JsonView view = Reading.values(Sources.jsonLines(file(line).toString())).get(0);
        assertThat(view.getDouble("a")).isNaN();
        assertThat(view.getDouble("b")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(view.getDouble("c")).isNaN();
        assertThat(view.getDouble("d")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(view.text("a")).isEqualTo("NaN");
        assertThat(view).hasToString(line);
        assertThatThrownBy(() -> view.getDouble("e")).hasMessage("field 'e': \"1.5\" is no number");
        assertThatThrownBy(() -> view.getLong("a")).hasMessage("field 'a': NaN is no whole number");
    }

    @Test
    void readsExportedBytes() throws Exception {
        Path file = file("{\"b\":{\"base64\":\"/wCA\"},\"t\":\"é\",\"no\":{\"base64\":\"?\"},\"more\":{\"base64\":\"\","
                + "\"x\":1}}");
        JsonView view = Reading.values(Sources.jsonLines(file.toString())).get(0);
        assertThat(view.bytes("b")).containsExactly(0xFF, 0, 0x80);
        assertThat(view.bytes("t")).containsExactly(0xC3, 0xA9);
        assertThatThrownBy(() -> view.bytes("no")).hasMessageContainingAll("field 'no'", "is no base64");
        assertThatThrownBy(() -> view.bytes("more")).hasMessageContainingAll("field 'more'", "is no text");
    }

    @Test
    void rejectsIncompleteOrSeveralDocumentsOnALine() throws Exception {
        for (String line : List.of("{\"n\":1} x", "{} {}", "{\"n\":", "[1,", "[1 2]", "}", "{\"n\"}", "1.")) {
            assertThatThrownBy(() -> Reading.values(Sources.jsonLines(file(line).toString())))
                    .as(line)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("is not the JSON");
        }
    }

    @Test
    void reportsMissingOrWrongType() throws Exception {
        JsonView view = Reading.values(Sources.jsonLines(file("{\"s\":\"t\"}").toString()))
                .get(0);
        assertThatThrownBy(() -> view.getLong("s"))
                .isInstanceOf(SssException.class)
                .hasMessage("field 's': \"t\" is no whole number");
        assertThatThrownBy(() -> view.text("no")).hasMessage("field 'no' is missing; the fields are: s");
        JsonView nested = Reading.values(Sources.jsonLines(
                        file("{\"ms\":1,\"user\":{\"id\":\"u\"},\"a.b\":2}").toString()))
                .get(0);
        assertThatThrownBy(() -> nested.text("usr.id"))
                .hasMessage("field 'usr.id' is missing (did you mean 'user.id'?); the fields are: ms, user.id, a.b");
        assertThat(nested.at("user.id").text()).isEqualTo("u");
        assertThat(nested.at("a.b").asLong()).isEqualTo(2);
        assertThat(nested.at("user.no.where").isMissing()).isTrue();
    }

    @Test
    void convertsDocumentsToJavaRecords() throws Exception {
        Path file = file(
                "{\"name\":\"a\",\"n\":7,\"place\":{\"x\":1,\"y\":2.5},\"tags\":[\"t\"],\"more\":{}}\n{\"n\":8}\n");
        assertThat(Reading.values(Sources.jsonLines(file.toString()).as(Event.class)))
                .containsExactly(new Event("a", 7, new Place(1, 2.5), List.of("t")), new Event(null, 8, null, null));
    }

    @Test
    void rangesReadEachDocumentOnce() throws Exception {
        Path file = file("{\"n\":1}\n".repeat(100));
        JsonLinesSource<JsonView> source = Sources.jsonLines(file.toString()).splitBytes(50);
        assertThat(source.splits()).hasSize(16);
        assertThat(Reading.values(source)).hasSize(100);
    }

    @Test
    void reportsInvalidLineWithItsPosition() throws Exception {
        assertWrong(
                "{\"n\":1}\n{\"n\":\n",
                "line 2 (byte 8): '{\"n\":' is not the JSON that is expected: it ends before the document is complete");
        assertWrong(
                "{\"n\":1} x\n",
                "line 1 (byte 0): '{\"n\":1} x' is not the JSON that is expected: it is wrong at byte 8 of the line, "
                        + "at 'x'");
        assertWrong("{\"n\":\"seven\"}\n", "line 1 (byte 0)", "field 'n' is \"seven\", which is no long");
        assertWrong("{}\n", "line 1 (byte 0)", "field 'n' is missing, but a long is needed");
        assertWrong("{\"n\":1.9}\n", "line 1 (byte 0)", "field 'n' is 1.9, which is no long");
        assertWrong("{\"n\":1,\"place\":{\"x\":\"a\",\"y\":1}}\n", "field 'place.x' is \"a\", which is no double");
        assertWrong("{\"n\":1,\"tags\":[[]]}\n", "field 'tags[0]' is [], which is no String");
        assertWrong("[]\n", "it is no Event");
    }

    /** The parser's messages name its own settings. */
    @Test
    void reportsSyntaxErrorsInWordsOfUsers() throws Exception {
        String deep = "[".repeat(1001) + "]".repeat(1001);
        Map<String, String> reasons = Map.of(
                "{\"n\":1",
                "it ends before the document is complete",
                "{'n':1}",
                "it is wrong at byte 1 of the line, at ''n':1}'",
                "{\"n\":1,}\r",
                "it is wrong at byte 7 of the line, at '}'",
                "[1 2]",
                "it is wrong at byte 3 of the line, at '2]'",
                deep,
                "it is nested more than 1000 deep",
                "1".repeat(1001),
                "a number has more than 1000 digits",
                "{\"" + "n".repeat(50_001) + "\":1}",
                "the name of a field is longer than 50000 characters",
                "nul",
                "it is wrong at byte 0 of the line, at 'nul'",
                "{\"a\":\"\\q\"}",
                "it is wrong at byte 7 of the line, at 'q\"}'");
        for (Map.Entry<String, String> reason : reasons.entrySet()) {
            for (JsonLinesSource<?> source : List.of(
                    Sources.jsonLines(file(reason.getKey()).toString()),
                    Sources.jsonLines(file(reason.getKey()).toString()).as(Event.class))) {
                assertThatThrownBy(() -> Reading.values(source))
                        .as(reason.getValue())
                        .hasMessageContaining("line 1 (byte 0): '")
                        .hasMessageNotContainingAny("StreamRead", "REDACTED", "Source:", "`", "jackson")
                        .satisfies(e -> assertThat(e.getMessage()).endsWith(reason.getValue()));
            }
        }
    }

    @Test
    void functionConvertsDocuments() throws Exception {
        Path file = file("{\"n\":1}\n{\"m\":2}\n{\"n\":null}\n");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString())
                        .as(row -> row.at("n").isNull() && !row.at("n").isMissing() ? null : row.getLong("n"))))
                .containsExactly("0: 1", "8: {\"m\":2} -> line 2 (byte 8): field 'n' is missing; the fields are: m");
    }

    @Test
    void linesAreCountedInRangesToo() throws Exception {
        Path file = file("{\"n\":1}\n".repeat(50) + "x\n" + "{\"n\":1}\n".repeat(20) + "y\n");
        for (int bytes : new int[] {7, 8, 9, 50, 1000}) {
            assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString()).splitBytes(bytes)))
                    .filteredOn(line -> line.contains(" -> "))
                    .extracting(line -> line.replaceAll(".* -> | \\(.*", ""))
                    .containsExactly("line 51", "line 72");
        }
    }

    @Test
    void continuesAfterFailedLine() throws Exception {
        Path file = file("{\"n\":\n{\"n\":1}\r\n[1] x\r\n{\"n\":\"a\"}\n");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString())))
                .hasSize(4)
                .element(0)
                .asString()
                .startsWith("0: {\"n\": -> line 1 (byte 0): '{\"n\":' is not the JSON that is expected: ");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString())))
                .element(2)
                .asString()
                .startsWith("15: [1] x -> line 3 (byte 15): ");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString()).as(Event.class)))
                .extracting(line -> line.contains(" -> "))
                .containsExactly(true, false, true, true);
    }

    /** As a power failure leaves them in the middle of a file: no other encoding. */
    @Test
    void lineWithLeadingZeroBytesFailsNormally() throws Exception {
        Path file = file("{\"n\":1}\n\0\0\0{\"n\":2}\n\0{\0\0\n{\"n\":3}\n");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString())))
                .extracting(line -> line.contains(" -> "))
                .containsExactly(false, true, true, false);
    }

    @Test
    void rejectsNullDocument() throws Exception {
        Path file = file("null\n{\"n\":3}\n");
        assertThat(Reading.failuresAmong(Sources.jsonLines(file.toString()).as(Event.class)))
                .hasSize(2)
                .element(0)
                .asString()
                .isEqualTo("0: null -> line 1 (byte 0): 'null' is not the JSON that is expected: it is null");
    }

    record Unreadable(Runnable what) {}

    @Test
    void unsupportedClassIsAlwaysAnError() throws Exception {
        Path file = file("{\"what\":{}}\n");
        assertThatThrownBy(() ->
                        Reading.failuresAmong(Sources.jsonLines(file.toString()).as(Unreadable.class)))
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll("line 1 (byte 0): ", "objects of java.lang.Runnable cannot be made from JSON");
    }

    private void assertWrong(String text, String... expected) throws IOException {
        Path file = file(text);
        assertThatThrownBy(
                        () -> Reading.values(Sources.jsonLines(file.toString()).as(Event.class)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("file '" + file + "'")
                .hasMessageContainingAll(expected);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("a.jsonl"), text);
    }
}
