package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.io.InputFiles;
import org.sss.io.RecordFormat;

/** Files that are written have what pyarrow, DuckDB and this format read. */
class WriteTest {
    enum Color {
        RED
    }

    record Point(int x, Optional<String> y) {}

    record Scalars(boolean a, byte b, short c, int d, long e, float f, double g, char h, String i, Bytes j, Color k) {}

    record Others(Instant a, LocalDate b, UUID c, BigDecimal d, Optional<Integer> e, Point f) {}

    record Several(
            List<Integer> a,
            Set<String> b,
            Map<String, Optional<Integer>> c,
            List<Optional<Long>> d,
            List<List<Point>> e,
            Optional<Map<Long, List<Double>>> f) {}

    private static final Scalars SCALARS = new Scalars(
            true,
            (byte) -128,
            (short) -32768,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            1.5f,
            -0.1,
            'ß',
            "grün\0\n",
            Bytes.of(new byte[] {0, -1}),
            Color.RED);
    private static final Others OTHERS = new Others(
            Instant.parse("2026-11-29T21:05:06.123456Z"),
            LocalDate.of(2026, 11, 29),
            new UUID(1, 2),
            new BigDecimal("-12.340"),
            Optional.empty(),
            new Point(7, Optional.of("p")));
    private static final Several SEVERAL = new Several(
            List.of(1, 2),
            Set.of("s"),
            Map.of("m", Optional.empty()),
            List.of(Optional.of(5L), Optional.empty()),
            List.of(List.of(), List.of(new Point(1, Optional.empty()), new Point(2, Optional.of("q")))),
            Optional.of(Map.of(9L, List.of(0.5))));

    @TempDir
    private Path directory;

    private static <T> byte[] encoded(Codec<T> codec, T object) {
        ByteSink out = new ByteSink(64);
        codec.encode(object, out);
        return out.toByteArray();
    }

    private static <K, V> void write(RecordFormat.Writer writer, Codec<K> keys, K key, Codec<V> values, V value)
            throws IOException {
        byte[] k = encoded(keys, key);
        byte[] v = encoded(values, value);
        writer.write(k, 0, k.length, v, 0, v.length);
    }

    private static RecordFormat.Writer writer(OutputStream out, Codec<?> keys, Codec<?> values, String... columns)
            throws IOException {
        return new ParquetFormat().writer(out, RecordFormat.Types.of(keys, values), false, List.of(columns));
    }

    private <K, V> Path file(Codec<K> keys, Codec<V> values, Map<K, V> tuples, String... columns) throws IOException {
        Path file = directory.resolve("file.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            RecordFormat.Writer writer = writer(out, keys, values, columns);
            for (Map.Entry<K, V> tuple : tuples.entrySet()) {
                write(writer, keys, tuple.getKey(), values, tuple.getValue());
            }
            writer.finish();
        }
        return file;
    }

    /** Returns schema and rows as pyarrow has them, and fails if DuckDB has others. */
    private static List<String> others(Path file) throws Exception {
        Path errors = file.resolveSibling("errors");
        Process process = new ProcessBuilder("target/venv/bin/python", "src/test/python/read.py", file.toString())
                .redirectError(errors.toFile())
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return text.lines().toList();
    }

    private static <K, V> void assertSame(Path file, Codec<K> keys, Codec<V> values, Map<K, V> tuples) {
        List<String> expected = new ArrayList<>();
        tuples.forEach((key, value) -> expected.add(key + "=" + value));
        assertThat(Reading.types(file.toString())).isEqualTo(RecordFormat.Types.of(keys, values));
        assertThat(Reading.all(InputFiles.of(file.toString()), keys, values)).isEqualTo(expected);
    }

    @Test
    void scalarsAreReadByOthersAndByThisFormat() throws Exception {
        Codec<Scalars> values = Codecs.record(Scalars.class);
        Map<Long, Scalars> tuples = Map.of(4711L, SCALARS);
        Path file = file(Codecs.LONG, values, tuples);
        assertThat(others(file))
                .containsExactly(
                        "{\"schema\": [\"key: int64\", \"a: bool\", \"b: int8\", \"c: int16\", \"d: int32\","
                                + " \"e: int64\", \"f: float\", \"g: double\", \"h: string\", \"i: string\","
                                + " \"j: binary\", \"k: string\"], \"groups\": 1}",
                        "{\"key\": 4711, \"a\": true, \"b\": -128, \"c\": -32768, \"d\": -2147483648,"
                                + " \"e\": 9223372036854775807, \"f\": 1.5, \"g\": -0.1, \"h\": \"ß\","
                                + " \"i\": \"grün\\u0000\\n\", \"j\": \"00ff\", \"k\": \"RED\"}");
        assertSame(file, Codecs.LONG, values, tuples);
    }

    @Test
    void timesNumbersAndNestedRecordsAreReadByOthersAndByThisFormat() throws Exception {
        Codec<Others> values = Codecs.record(Others.class);
        Map<String, Others> tuples = Map.of("k", OTHERS);
        Path file = file(Codecs.STRING, values, tuples);
        assertThat(others(file))
                .containsExactly(
                        "{\"schema\": [\"key: string\", \"a: timestamp[us, tz=UTC]\", \"b: date32[day]\","
                                + " \"c: extension<arrow.uuid>\", \"d: string\", \"e: int32\","
                                + " \"f: struct<x: int32 not null, y: string>\"], \"groups\": 1}",
                        "{\"key\": \"k\", \"a\": \"2026-11-29 21:05:06.123456+00:00\", \"b\": \"2026-11-29\","
                                + " \"c\": \"00000000-0000-0001-0000-000000000002\", \"d\": \"-12.340\", \"e\": null,"
                                + " \"f\": {\"x\": 7, \"y\": \"p\"}}");
        assertSame(file, Codecs.STRING, values, tuples);
    }

    @Test
    void listsSetsAndMapsAreReadByOthersAndByThisFormat() throws Exception {
        Codec<Several> values = Codecs.record(Several.class);
        Map<String, Several> tuples = new LinkedHashMap<>();
        tuples.put("a", SEVERAL);
        tuples.put("b", new Several(List.of(), Set.of(), Map.of(), List.of(), List.of(), Optional.empty()));
        Path file = file(Codecs.STRING, values, tuples);
        assertThat(others(file).subList(1, 3))
                .containsExactly(
                        "{\"key\": \"a\", \"a\": [1, 2], \"b\": [\"s\"], \"c\": [[\"m\", null]], \"d\": [5, null],"
                                + " \"e\": [[], [{\"x\": 1, \"y\": null}, {\"x\": 2, \"y\": \"q\"}]],"
                                + " \"f\": [[9, [0.5]]]}",
                        "{\"key\": \"b\", \"a\": [], \"b\": [], \"c\": [], \"d\": [], \"e\": [], \"f\": null}");
        assertSame(file, Codecs.STRING, values, tuples);
    }

    @Test
    void keysThatAreRecordsAndColumnsOfOneName() throws Exception {
        Codec<Point> point = Codecs.record(Point.class);
        Map<Point, Point> tuples = Map.of(new Point(1, Optional.of("a")), new Point(2, Optional.empty()));
        Path file = file(point, point, tuples);
        assertThat(others(file).get(1))
                .isEqualTo("{\"key.x\": 1, \"key.y\": \"a\", \"value.x\": 2, \"value.y\": null}");
        assertSame(file, point, point, tuples);
        assertThat(others(file(point, point, tuples, "value.x", "key.y")).get(1))
                .isEqualTo("{\"value.x\": 2, \"key.y\": \"a\"}");
    }

    @Test
    void oneColumnOfEachTypeOfAWholeKeyOrValue() throws Exception {
        assertSame(file(Codecs.INT, Codecs.DOUBLE, Map.of(-7, 0.25)), Codecs.INT, Codecs.DOUBLE, Map.of(-7, 0.25));
        Map<Bytes, String> bytes = Map.of(Bytes.of(new byte[] {0, 1, -1}), "");
        assertSame(file(Codecs.BYTES, Codecs.STRING, bytes), Codecs.BYTES, Codecs.STRING, bytes);
    }

    @Test
    void rowGroupsAndPagesAreSmallForLargeValues() throws Exception {
        Map<Long, Bytes> tuples = new TreeMap<>();
        Random random = new Random(7);
        for (long i = 0; i < 60; i++) {
            byte[] value = new byte[1 << 20];
            random.nextBytes(value);
            tuples.put(i, Bytes.of(value));
        }
        Path file = file(Codecs.LONG, Codecs.BYTES, tuples);
        assertThat(Files.size(file)).isBetween(60L << 20, 62L << 20);
        var source = new ParquetFormat().source(InputFiles.of(file.toString()), Codecs.LONG, Codecs.BYTES);
        List<Long> keys = new ArrayList<>();
        for (var split : source.splits()) {
            source.read(split, (key, value) -> {
                assertThat(value).isEqualTo(tuples.get(key));
                keys.add(key);
            });
        }
        assertThat(keys).isEqualTo(List.copyOf(tuples.keySet()));
        assertThat(source.splits()).hasSizeGreaterThan(2);
    }

    @Test
    void tuplesThatTheColumnsCannotHaveAreRefusedAndOthersAreWritten() throws Exception {
        record Event(List<Instant> times) {}
        Codec<Event> values = Codecs.record(Event.class);
        Path file = directory.resolve("file.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            RecordFormat.Writer writer = writer(out, Codecs.STRING, values);
            write(writer, Codecs.STRING, "a", values, new Event(List.of(Instant.EPOCH)));
            Event nanos = new Event(List.of(Instant.EPOCH, Instant.ofEpochSecond(0, 1)));
            assertThatThrownBy(() -> write(writer, Codecs.STRING, "b", values, nanos))
                    .isInstanceOf(SssException.class)
                    .hasMessage("column 'times.element' has 1970-01-01T00:00:00.000000001Z, but Parquet files have"
                            + " microseconds; store instant.truncatedTo(ChronoUnit.MICROS)");
            assertThatThrownBy(() -> write(
                            writer, Codecs.STRING, "b", values, new Event(List.of(Instant.ofEpochSecond(1L << 54)))))
                    .hasMessageContaining("beyond the range of microseconds");
            byte[] value = encoded(values, new Event(List.of()));
            assertThatThrownBy(() -> writer.write(new byte[] {-1}, 0, 1, value, 0, value.length))
                    .hasMessageContaining("a key is not UTF-8");
            write(writer, Codecs.STRING, "c", values, new Event(List.of()));
            writer.finish();
        }
        assertThat(Reading.all(file.toString())).containsExactly("a={times=[1970-01-01T00:00:00Z]}", "c={times=[]}");
    }

    @Test
    void typesAndColumnsThatParquetDoesNotHaveAreRefused() {
        OutputStream out = new ByteArrayOutputStream();
        ParquetFormat format = new ParquetFormat();
        assertThatThrownBy(() -> format.writer(out, new RecordFormat.Types("string", "point"), false, List.of()))
                .hasMessageContaining("the values have the type 'point' of a program's own codec");
        assertThatThrownBy(() -> format.writer(
                        out, new RecordFormat.Types("string", "record(a:optional(optional(int)))"), false, List.of()))
                .hasMessageContaining("column 'a' cannot be written as Parquet: its type is optional(optional(int))");
        assertThatThrownBy(() -> format.writer(
                        out, new RecordFormat.Types("string", "record(a:record(b:record()))"), false, List.of()))
                .hasMessageContaining("column 'a.b' cannot be written as Parquet: its type is record()");
        assertThatThrownBy(() ->
                        format.writer(out, new RecordFormat.Types("string", "record(name:int)"), false, List.of("nam")))
                .hasMessage("there is no column 'nam'; there are key, name");
        assertThatThrownBy(() -> format.writer(out, new RecordFormat.Types("string", "record()"), true, List.of()))
                .hasMessageContaining("the tuples have no columns");
    }

    @Test
    void aFileOfValuesHasTheNumbersOfRowsAsKeys() throws Exception {
        Path file = directory.resolve("file.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            RecordFormat.Writer writer = new ParquetFormat()
                    .writer(out, RecordFormat.Types.of(Codecs.STRING, Codecs.STRING), true, List.of());
            write(writer, Codecs.STRING, "key", Codecs.STRING, "one");
            write(writer, Codecs.STRING, "key", Codecs.STRING, "two");
            writer.finish();
        }
        assertThat(Reading.types(file.toString())).isEqualTo(new RecordFormat.Types("long", "string"));
        assertThat(Reading.all(file.toString())).containsExactly("0=one", "1=two");
    }

    @Test
    void aFailedWriteFailsAllLaterOnes() throws IOException {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("no space");
            }
        };
        RecordFormat.Writer writer = writer(full, Codecs.STRING, Codecs.STRING);
        write(writer, Codecs.STRING, "a", Codecs.STRING, "b");
        assertThatThrownBy(writer::finish).isInstanceOf(IOException.class).hasMessageContaining("no space");
        assertThatThrownBy(() -> write(writer, Codecs.STRING, "a", Codecs.STRING, "b"))
                .isInstanceOf(IOException.class);
    }
}
