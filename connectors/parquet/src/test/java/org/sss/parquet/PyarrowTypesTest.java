package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each type that pyarrow writes is read; see {@code write.py} for the files. */
class PyarrowTypesTest {
    /**
     * A file of pyarrow with three rows, of which the second has no value.
     *
     * @param type   of a field that has the values
     * @param first  text of the value in the first row, {@code last} that in the third
     */
    record Entry(String file, String type, String first, String last) {}

    private static Entry entry(String file, String type, String first, String last) {
        return new Entry(file, type, first, last);
    }

    static List<Entry> entries() {
        return List.of(
                entry("binary", "bytes", "\"\\x00\uFFFD\"", "\"\""),
                entry("bool", "boolean", "true", "false"),
                entry("date32", "date", "2026-11-29", "0001-01-01"),
                entry("date64", "date", "2026-11-29", "1969-12-31"),
                entry("decimal128", "decimal", "1.25", "-999999999999999999999999999999999999.99"),
                entry(
                        "decimal256",
                        "decimal",
                        "1.250",
                        "9999999999999999999999999999999999999999999999999999999999999999999999999.999"),
                entry("decimal32", "decimal", "1.25", "-9999999.99"),
                entry("decimal64", "decimal", "1.25", "-0.01"),
                entry("dictionary", "string", "\"a\"", "\"b\""),
                entry("duration", "long", "1", "-1"),
                entry("fixed", "bytes", "\"abc\"", "\"xyz\""),
                entry("fixed_list", "list(optional(int))", "[1, 2]", "[3, 4]"),
                entry("float16", "float", "1.5", "-65504.0"),
                entry("float32", "float", "1.5", "-3.25"),
                entry("float64", "double", "0.1", "-1.0E300"),
                entry("int16", "short", "-32768", "32767"),
                entry("int32", "int", "-2147483648", "2147483647"),
                entry("int64", "long", "-9223372036854775808", "9223372036854775807"),
                entry("int8", "byte", "-128", "127"),
                entry("json", "string", "\"{\\\"a\\\":1}\"", "\"2\""),
                entry("large_binary", "bytes", "\"a\"", "\"b\""),
                entry("large_list", "list(optional(long))", "[1]", "[]"),
                entry("large_string", "string", "\"a\"", "\"b\""),
                entry("list", "list(optional(int))", "[1, 2]", "[]"),
                entry("list_of_nulls", "list(optional(string))", "[\"a\", none]", "[]"),
                entry("map", "map(string,optional(int))", "{\"a\"=1, \"b\"=none}", "{}"),
                entry(
                        "map_of_lists",
                        "map(long,optional(list(optional(record(a:optional(double))))))",
                        "{1=[{a=0.5}]}",
                        "{}"),
                entry("nested_list", "list(optional(list(optional(long))))", "[[1], [], none, [2, none]]", "[]"),
                entry("null", "string", "none", "none"),
                entry("string", "string", "\"grün\"", "\"\""),
                entry("string_view", "string", "\"a\"", "\"b\""),
                entry("struct", "record(x:optional(int),y:optional(string))", "{x=1, y=\"a\"}", "{x=none, y=none}"),
                entry(
                        "struct_list",
                        "list(optional(record(p:optional(list(optional(int)))"
                                + ",q:optional(record(r:optional(string))))))",
                        "[{p=[1, 2], q={r=\"z\"}}]",
                        "[]"),
                entry("time32ms", "int", "3723004", "0"),
                entry("time32s", "int", "3723000", "0"),
                entry("time64ns", "long", "5", "0"),
                entry("time64us", "long", "3723000004", "0"),
                entry("timestamp_ms", "instant", "2026-11-29T21:05:06.123Z", "1900-01-01T00:00:00Z"),
                entry("timestamp_ns", "instant", "1970-01-01T00:00:00.000000001Z", "1969-12-31T23:59:59.999999999Z"),
                entry("timestamp_s", "instant", "2026-11-29T21:05:06Z", "1900-01-01T00:00:00Z"),
                entry("timestamp_tokyo", "instant", "2026-11-29T21:05:06.123456Z", "1900-01-01T00:00:00Z"),
                entry("timestamp_us", "instant", "2026-11-29T21:05:06.123456Z", "1900-01-01T00:00:00Z"),
                entry("timestamp_utc", "instant", "2026-11-29T21:05:06.123456Z", "1900-01-01T00:00:00Z"),
                entry("uint16", "int", "0", "65535"),
                entry("uint32", "long", "0", "4294967295"),
                entry("uint64", "decimal", "0", "18446744073709551615"),
                entry("uint8", "short", "0", "255"),
                entry("uuid", "uuid", "00000000-0000-0000-0000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
                entry("int96", "instant", "2026-11-29T21:05:06.123456Z", "1900-01-01T00:00:00Z"));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void valuesAndNullsOfEachTypeAreRead(Entry entry) {
        String file = Reading.pyarrow("type-" + entry.file());
        assertThat(Reading.types(file).values()).isEqualTo("record(c:optional(" + entry.type() + "))");
        assertThat(Reading.all(file))
                .containsExactly("0={c=" + entry.first() + "}", "1={c=none}", "2={c=" + entry.last() + "}");
    }

    @ParameterizedTest
    @MethodSource("entries")
    void aNullInAFieldThatIsNoOptionalIsAnErrorOfItsRow(Entry entry) {
        String name = "type-" + entry.file();
        List<String> rows = Reading.all(Reading.pyarrow(name), "long", "record(c:" + entry.type() + ")");
        assertThat(rows)
                .hasSize(3)
                .element(1, org.assertj.core.api.InstanceOfAssertFactories.STRING)
                .startsWith(
                        "1 failed: file '" + name + ".parquet', row group 0, row 1: column 'c' is null, but its field")
                .endsWith(
                        "has the type " + entry.type() + "; use optional(" + entry.type() + "), in a record Optional");
        if (!entry.file().equals("null")) {
            assertThat(rows).startsWith("0={c=" + entry.first() + "}").endsWith("2={c=" + entry.last() + "}");
        }
    }

    @Test
    void thisTestHasAllTypesOfPyarrow() throws IOException {
        assertThat(entries().stream().map(Entry::file).filter(file -> !file.equals("int96")))
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(Path.of("target/pyarrow/types")));
    }
}
