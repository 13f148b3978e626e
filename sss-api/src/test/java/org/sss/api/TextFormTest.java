package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFormTest {
    private record Inner(boolean z, double d) {}

    private record Outer(String s, Inner inner, Bytes b, int i, long l) {}

    private static final Codec<Outer> OUTER = Codecs.record(Outer.class);
    private static final String OUTER_TEXT = "{s=\"a, \\\"}\\t\", inner={z=true, d=1.5}, b=\"b\\\\\", i=-1, l=2}";

    private static <T> String render(Codec<T> codec, T value) {
        byte[] bytes = Probe.encode(codec, value);
        return TextForm.of(codec).render(bytes, 0, bytes.length);
    }

    @Test
    void escapesControlCharacters() {
        assertThat(render(Codecs.STRING, "a\tb\nc\rd\\e\0\u001f\u007f\"é日"))
                .isEqualTo("a\\tb\\nc\\rd\\\\e\\x00\\x1f\\x7f\"é日");
    }

    @Test
    void retainsBytesThatAreNotUtf8() {
        byte[] stored = {9, -1, (byte) 0x80, 'a', '\n'};
        for (String type : List.of("string", "bytes", "aUsersType")) {
            ByteSink out = new ByteSink(0);
            TextForm.of(type).append(stored, 1, 4, out);
            assertThat(out.toByteArray()).as(type).containsExactly(-1, (byte) 0x80, 'a', '\\', 'n');
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 9, 10, -10, 1234567890123L, Long.MAX_VALUE, Long.MIN_VALUE})
    void printsIntegersInDecimal(long value) {
        assertThat(render(Codecs.LONG, value)).isEqualTo(Long.toString(value));
        assertThat(render(Codecs.INT, (int) value)).isEqualTo(Integer.toString((int) value));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1.5, -1e300, Double.NaN, Double.NEGATIVE_INFINITY})
    void printsDoublesLikeJava(double value) {
        assertThat(render(Codecs.DOUBLE, value)).isEqualTo(Double.toString(value));
    }

    @Test
    void showsFieldsOfRecords() {
        assertThat(render(OUTER, new Outer("a, \"}\t", new Inner(true, 1.5), Bytes.of("b\\"), -1, 2)))
                .isEqualTo(OUTER_TEXT);
    }

    @Test
    void viewPrintsAsTextForm() {
        byte[] encoded = TextForm.of(OUTER).parse(OUTER_TEXT);

        assertThat(Codecs.byName(OUTER.name()).decode(encoded, 0, encoded.length))
                .hasToString(OUTER_TEXT);
    }

    @Test
    void parsesWhatItRenders() {
        Probe.randomly(2000, random -> () -> {
            assertParsedBack(Codecs.STRING, Probe.text(random));
            assertParsedBack(Codecs.LONG, Probe.number(random));
            assertParsedBack(Codecs.INT, random.nextInt());
            assertParsedBack(Codecs.DOUBLE, Probe.real(random));
            assertParsedBack(
                    OUTER,
                    new Outer(
                            Probe.text(random),
                            new Inner(random.nextBoolean(), Probe.real(random)),
                            Bytes.of(Probe.text(random)),
                            random.nextInt(),
                            Probe.number(random)));
        });
    }

    private static <T> void assertParsedBack(Codec<T> codec, T value) {
        String text = render(codec, value);
        assertThat(TextForm.of(codec).parse(text)).as(text).isEqualTo(Probe.encode(codec, value));
    }

    @Test
    void acceptsAnyByteAsHex() {
        assertThat(TextForm.of("bytes").parse("a\\xff\\x00b\\x0A")).containsExactly('a', -1, 0, 'b', '\n');
        assertThat(TextForm.of("string").parse("")).isEmpty();
    }

    @Test
    void acceptsSimpleRecordWithoutQuotationMarks() {
        assertThat(TextForm.of(OUTER).parse(" { s=New York ,inner={z=false,d=1},b=,i=3 , l=-4 } "))
                .isEqualTo(Probe.encode(OUTER, new Outer("New York", new Inner(false, 1), Bytes.of(""), 3, -4)));
        assertThat(TextForm.of("record()").parse("{}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\", "a\\", "\\q", "\\x", "\\x1", "\\xg0", "\\x0g"})
    void rejectsInvalidEscape(String text) {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT, () -> TextForm.of("string").parse(text), text, "backslash at index");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"int|12x", "int|2147483648", "long|''", "long|1.0", "double|one"})
    void rejectsInvalidNumberOfType(String type, String text) {
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> TextForm.of(type).parse(text), "'" + text + "'", type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "x|at index 0",
                "{}|at index 1",
                "{x=1}|at index 4",
                "{x=1, s=a} b|has text after",
                "{x=1, s=\"a}|no closing quotation mark",
                "{x=one, s=a}|needs a number of type double and has 'one', which is no number",
                "{s=a, x=1}|at index 1"
            })
    void rejectsInvalidRecordWithItsIndex(String text, String message) {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> TextForm.of("record(x:double,s:string)").parse(text),
                text,
                message);
    }

    @Test
    void acceptsOnlyTrueAndFalseAsBoolean() {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> TextForm.of("record(z:boolean)").parse("{z=yes}"),
                "true or false");
    }

    @Test
    void rejectsCorruptBytes() {
        Probe.assertFails(ErrorCode.CORRUPT, () -> TextForm.of("long").render(new byte[3], 0, 3), "8 bytes, found 3");
        Probe.assertFails(
                ErrorCode.CORRUPT, () -> TextForm.of("record(x:int)").render(new byte[5], 0, 5), "after its last");
    }
}
