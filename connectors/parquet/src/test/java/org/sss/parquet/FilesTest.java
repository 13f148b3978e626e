package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;
import org.sss.io.InputFiles;
import org.sss.io.RecordFormat;
import org.sss.io.Sources;

/** Files of pyarrow: compressions, encodings, splits, columns, and what is refused. */
class FilesTest {
    private static final int ROWS = 10_000;

    record Mixed(long id, Optional<String> name, String text, double score, List<Integer> tags) {}

    record Some(double score, long id) {}

    private static List<String> expected() {
        return IntStream.range(0, ROWS)
                .mapToObj(i -> (long) i + "="
                        + new Mixed(
                                i,
                                Optional.of("name " + i % 100),
                                "text " + (long) i * 7919 % ROWS,
                                i / 8.0,
                                IntStream.range(0, i % 4).boxed().toList()))
                .toList();
    }

    private static List<String> mixed(String name) {
        return Reading.all(InputFiles.of(Reading.pyarrow(name)), Codecs.LONG, Codecs.record(Mixed.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd", "lz4"})
    void eachCompressionIsReadInBothVersionsOfPages(String codec) {
        assertThat(mixed("codec-" + codec + "-1.0")).isEqualTo(expected());
        assertThat(mixed("codec-" + codec + "-2.0")).isEqualTo(expected());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "checksums",
                "no-dictionary",
                "encoding-PLAIN",
                "encoding-DELTA_BINARY_PACKED",
                "encoding-DELTA_LENGTH_BYTE_ARRAY",
                "encoding-DELTA_BYTE_ARRAY",
                "encoding-BYTE_STREAM_SPLIT"
            })
    void eachEncodingIsRead(String file) {
        assertThat(mixed(file)).isEqualTo(expected());
    }

    @Test
    void brotliIsRefusedByName() {
        assertThatThrownBy(() -> mixed("codec-brotli-1.0"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("codec-brotli-1.0.parquet', row group 0, column 'id' is compressed with BROTLI,"
                        + " which cannot be read; write it with Zstd, Snappy, gzip or LZ4_RAW, or uncompressed");
    }

    @Test
    void splitsOfRowGroupsTogetherAreTheFile() {
        String file = Reading.pyarrow("codec-snappy-1.0");
        TupleSource<Long, Mixed> source = new ParquetFormat()
                .source(new InputFiles(List.of(file), 1, false), Codecs.LONG, Codecs.record(Mixed.class));
        List<Split> splits = source.splits();
        assertThat(splits).hasSize(6);
        assertThat(splits.get(1).description()).endsWith("codec-snappy-1.0.parquet', row group 1");
        List<String> all = new ArrayList<>();
        splits.forEach(split -> all.addAll(Reading.of(source, split)));
        assertThat(all).isEqualTo(expected());
    }

    @Test
    void smallFilesShareASplitAndRowsAreCountedThroughAllFiles() {
        InputFiles files =
                InputFiles.of(Reading.pyarrow("type-int32"), Reading.pyarrow("empty"), Reading.pyarrow("type-int64"));
        assertThatThrownBy(() -> new ParquetFormat()
                        .source(files, Codecs.LONG, Codecs.STRING)
                        .splits())
                .hasMessageContaining("has no column 'value', but c");
        InputFiles numbers = InputFiles.of(Reading.pyarrow("type-int32"), Reading.pyarrow("type-int64"));
        Codec<?> values = Codecs.byName("record(c:optional(decimal))");
        assertThat(new ParquetFormat()
                        .source(
                                InputFiles.of(Reading.pyarrow("type-int32")),
                                Codecs.LONG,
                                Codecs.byName("record(c:optional(long))"))
                        .splits())
                .hasSize(1);
        assertThat(Reading.all(numbers, Codecs.LONG, values))
                .containsExactly(
                        "0={c=-2147483648}",
                        "1={c=none}",
                        "2={c=2147483647}",
                        "3={c=-9223372036854775808}",
                        "4={c=none}",
                        "5={c=9223372036854775807}");
    }

    @Test
    void onlyTheColumnsOfTheRecordAreRead() {
        String file = Reading.pyarrow("codec-zstd-1.0");
        List<Long> bytes = new ArrayList<>();
        TupleSource<Long, Some> source =
                new ParquetFormat().source(InputFiles.of(file), Codecs.LONG, Codecs.record(Some.class));
        List<Some> rows = new ArrayList<>();
        source.splits().forEach(split -> read(source, split, rows, bytes));
        assertThat(rows).hasSize(ROWS).element(9).isEqualTo(new Some(9 / 8.0, 9));
        assertThat(bytes.stream().mapToLong(Long::longValue).sum())
                .isBetween(1_000L, new java.io.File(file).length() * 3 / 4);
    }

    private static void read(TupleSource<Long, Some> source, Split split, List<Some> rows, List<Long> sizes) {
        try {
            source.read(split, new TupleSource.TupleSink<>() {
                @Override
                public void accept(Long key, Some value) {
                    rows.add(value);
                }

                @Override
                public void bytes(long count) {
                    sizes.add(count);
                }
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void keyAndValueAreColumns() {
        String file = Reading.pyarrow("key-value");
        assertThat(Reading.types(file)).isEqualTo(new RecordFormat.Types("string", "long"));
        assertThat(Reading.all(file)).containsExactly("a=1", "b=2", "a=3");
        assertThat(Reading.types(Reading.pyarrow("key-date")))
                .isEqualTo(new RecordFormat.Types("record(key:optional(date))", "record(n:optional(long))"));
        assertThat(Reading.all(Reading.pyarrow("key-date"))).containsExactly("{key=2026-01-01}={n=1}");
    }

    @Test
    void jobsReadByExtension() throws Exception {
        TupleSource<String, Long> source = Sources.records(Codecs.STRING, Codecs.LONG, Reading.pyarrow("key-value"));
        assertThat(Reading.of(source, source.splits().get(0))).containsExactly("a=1", "b=2", "a=3");
        assertThat(source.name()).startsWith("parquet files ").endsWith("key-value.parquet");
        TupleSource<Bytes, Bytes> encoded =
                Sources.records(Codecs.encoded("string"), Codecs.encoded("long"), Reading.pyarrow("key-value"));
        assertThat(Reading.of(encoded, encoded.splits().get(0)).get(1)).startsWith("b=");
    }

    @Test
    void emptyFilesHaveNoRows() {
        assertThat(Reading.all(Reading.pyarrow("empty"))).isEmpty();
        assertThatThrownBy(() -> Reading.types(Reading.pyarrow("no-columns")))
                .hasMessageContaining("no-columns.parquet' is damaged: its metadata cannot be read: ");
        assertThatThrownBy(() -> Reading.types(Reading.pyarrow("zero-bytes")))
                .hasMessageContaining("zero-bytes.parquet' is not a Parquet file, or not complete: it has 0 bytes");
    }

    @Test
    void namesThatAreNoNamesOfFieldsAreRefusedUnlessOthersAreSelected() {
        String file = Reading.pyarrow("names");
        assertThatThrownBy(() -> Reading.types(file))
                .hasMessageContaining(
                        "column 'a b' of file '" + java.nio.file.Path.of(file).toAbsolutePath())
                .hasMessageContaining("has a name that no field of a record can have; select others by a type");
        assertThat(Reading.all(file, "long", "record(ok:optional(long))")).containsExactly("0={ok=2}");
    }

    @Test
    void missingColumnsAndOtherTypesAreErrorsByName() {
        String file = Reading.pyarrow("codec-none-1.0");
        assertThatThrownBy(() -> Reading.all(file, "long", "record(nme:string)"))
                .hasMessageContaining("has no column 'nme', but id, name, text, score, tags");
        assertThatThrownBy(() -> Reading.all(file, "long", "record(id:int)"))
                .hasMessageContaining("column 'id' of file")
                .hasMessageEndingWith("has the type INT64, which is read as long, not as int");
        assertThatThrownBy(() -> Reading.all(file, "long", "record(tags:list(string))"))
                .hasMessageContaining("column 'tags.element' of file")
                .hasMessageEndingWith("has the type INT32, which is read as int, not as string");
        assertThatThrownBy(() -> Reading.all(file, "long", "record(name:record(a:int))"))
                .hasMessageEndingWith("has the type BINARY (STRING), which is read as string, not as record(a:int)");
        assertThatThrownBy(() -> Reading.all(file, "string", "record(id:long)"))
                .hasMessageContaining("has no column 'key'");
        assertThatThrownBy(() -> Reading.all(file, "long", "point")).hasMessageContaining("has no column 'value'");
        assertThatThrownBy(() -> new ParquetFormat()
                        .source(InputFiles.of("-"), Codecs.LONG, Codecs.LONG)
                        .splits())
                .hasMessageContaining("cannot be read from the standard input");
    }

    @Test
    void valuesAreWidened() {
        for (String type : List.of("short", "int", "long", "float", "double", "decimal")) {
            assertThat(Reading.all(Reading.pyarrow("type-int8"), "long", "record(c:optional(" + type + "))")
                            .get(0))
                    .matches("0=\\{c=-128(\\.0)?}");
        }
        assertThat(Reading.all(Reading.pyarrow("type-float32"), "long", "record(c:optional(double))")
                        .get(2))
                .isEqualTo("2={c=-3.25}");
        assertThat(Reading.all(Reading.pyarrow("type-string"), "long", "record(c:optional(bytes))")
                        .get(0))
                .isEqualTo("0={c=\"grün\"}");
        assertThat(Reading.all(Reading.pyarrow("type-list"), "long", "record(c:optional(set(int)))")
                        .get(0))
                .isEqualTo("0={c=[1, 2]}");
    }

    @Test
    void valuesThatDoNotFitAreErrorsOfTheirRows() {
        assertThat(Reading.all(Reading.pyarrow("type-uint64"), "long", "record(c:optional(long))"))
                .containsExactly(
                        "0={c=0}",
                        "1={c=none}",
                        "2 failed: file 'type-uint64.parquet', row group 0, row 2: column 'c' has 18446744073709551615,"
                                + " which does not fit a long; use decimal");
        assertThat(Reading.all(Reading.pyarrow("invalid-text"), "long", "record(c:optional(string))"))
                .containsExactly(
                        "0={c=\"ok\"}",
                        "1 failed: file 'invalid-text.parquet', row group 0, row 1: column 'c' is not UTF-8; read it as"
                                + " bytes",
                        "2={c=\"ok\"}");
        assertThat(Reading.all(Reading.pyarrow("type-string"), "long", "record(c:optional(char))")
                        .get(0))
                .endsWith("column 'c' has 'grün', which is not one char; use string");
        assertThat(Reading.all(Reading.pyarrow("type-list_of_nulls"), "long", "record(c:optional(list(string)))")
                        .get(0))
                .endsWith("column 'c.element' is null, but its field has the type string; use optional(string), in a"
                        + " record Optional");
        assertThat(Set.copyOf(Reading.all(Reading.pyarrow("type-struct"), "long", "record(c:optional(record(x:int)))")))
                .contains("0={c={x=1}}", "1={c=none}");
    }

    @Test
    void manyColumnsNeedNoOpenFiles() {
        assertThat(Reading.all(Reading.pyarrow("wide")))
                .hasSize(100)
                .element(7)
                .asString()
                .endsWith("c1499=7}");
    }

    @Test
    void aRowGroupLargerThanTheHeapIsReadPageByPage() throws Exception {
        assertThat(Runtime.getRuntime().maxMemory()).isLessThan(300 << 20);
        TupleSource<Long, Large> source = new ParquetFormat()
                .source(InputFiles.of(Reading.pyarrow("large")), Codecs.LONG, Codecs.record(Large.class));
        assertThat(source.splits()).hasSize(1);
        long[] rows = {0, 0};
        source.read(source.splits().get(0), (key, row) -> {
            assertThat(row.n()).isEqualTo(key.longValue());
            rows[0]++;
            rows[1] += row.data().length();
        });
        assertThat(rows).containsExactly(6400, 400L << 20);
    }

    record Large(long n, Bytes data) {}

    @Test
    void aPageBeyondTheLimitIsRefusedByName() {
        assertThatThrownBy(() -> Reading.all(Reading.pyarrow("huge-page")))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("page 0 of file '")
                .hasMessageContaining(
                        "row group 0, column 'c' has 200 MiB, but with this heap at most 32 MiB can be read");
    }
}
