package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.io.InputFiles;
import org.sss.io.Outputs;
import org.sss.io.Sources;

/** Jobs that read and write Parquet, on a cluster. */
class ParquetJobsIT {
    record Row(long id, Optional<String> name, double score, List<Integer> tags) {}

    record Number(int c) {}

    private static final Codec<Row> ROWS = Codecs.record(Row.class);
    private static final TupleGroup<Long, Row> GROUP = TupleGroup.of("rows", Codecs.LONG, ROWS);

    @TempDir
    private Path directory;

    private static Mapper<Long, Row, String, Double> scores() {
        return (number, row, out) -> out.emit(row.name().orElse("none") + row.tags(), row.score());
    }

    private static Map<String, Double> sums(SssClient client, String output, Workflow workflow) {
        TupleGroup<String, Double> sums = TupleGroup.of(output, Codecs.STRING, Codecs.DOUBLE);
        client.run(workflow);
        Map<String, Double> all = new TreeMap<>();
        client.scan(sums).toList().forEach(tuple -> all.merge(tuple.getKey(), tuple.getValue(), Double::sum));
        return all;
    }

    @Test
    void aJobOverFilesEqualsTheSameJobOverTheGroupAndFilesOfAJobAreReadAgain() throws Exception {
        String input =
                Path.of(Reading.pyarrow("codec-zstd-2.0")).toAbsolutePath().toString();
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
        try (SssClient client = LocalCluster.start(2)) {
            Workflow copy = Workflow.named("copy");
            copy.map(Sources.records(Codecs.LONG, ROWS, input), GROUP, (number, row, out) -> out.emit(number, row));
            client.run(copy);

            TupleGroup<String, Double> ofFiles = TupleGroup.of("of-files", Codecs.STRING, Codecs.DOUBLE);
            Workflow overFiles = Workflow.named("over-files");
            overFiles.map(Sources.records(Codecs.LONG, ROWS, input), ofFiles, scores());
            TupleGroup<String, Double> ofGroup = TupleGroup.of("of-group", Codecs.STRING, Codecs.DOUBLE);
            Workflow overGroup = Workflow.named("over-group");
            overGroup.map(GROUP, ofGroup, scores());
            Map<String, Double> expected = sums(client, "of-group", overGroup);
            assertThat(expected).hasSize(100);
            assertThat(sums(client, "of-files", overFiles)).isEqualTo(expected);

            Workflow write = Workflow.named("write");
            write.map(
                    GROUP,
                    files,
                    Outputs.records("parquet", directory.resolve("out").toString(), Codecs.LONG, ROWS));
            client.run(write);
            List<String> written = new ArrayList<>();
            try (Stream<Path> parts = Files.list(directory.resolve("out"))) {
                assertThat(parts.map(part -> part.getFileName().toString()))
                        .isNotEmpty()
                        .allMatch(name -> name.matches("part-\\d{5}\\.parquet"));
            }
            written.addAll(
                    Reading.all(InputFiles.of(directory.resolve("out/*.parquet").toString()), Codecs.LONG, ROWS));
            List<String> stored = new ArrayList<>();
            client.scan(GROUP).toList().forEach(tuple -> stored.add(tuple.toString()));
            assertThat(written).hasSize(10_000).containsExactlyInAnyOrderElementsOf(stored);
            assertThatThrownBy(() -> client.run(write)).isInstanceOf(SssException.class);
        }
    }

    @Test
    void aJobSkipsRowsThatCannotBeReadOrNamesTheFirst() {
        String input = Path.of(Reading.pyarrow("type-int32")).toAbsolutePath().toString();
        TupleGroup<Long, Integer> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.INT);
        try (SssClient client = LocalCluster.start(1)) {
            Workflow fails = Workflow.named("fails");
            fails.map(
                    Sources.records(Codecs.LONG, Codecs.record(Number.class), input),
                    numbers,
                    (number, row, out) -> out.emit(number, row.c()));
            assertThatThrownBy(() -> client.run(fails))
                    .hasMessageContaining(
                            "type-int32.parquet', row group 0, row 1: column 'c' is null, but its field has"
                                    + " the type int; use optional(int), in a record Optional");
            Workflow skips = Workflow.named("skips");
            skips.map(
                            Sources.records(Codecs.LONG, Codecs.record(Number.class), input),
                            numbers,
                            (number, row, out) -> out.emit(number, row.c()))
                    .onError(OnError.skip(10));
            client.run(skips);
            List<String> tuples = new ArrayList<>();
            client.scan(numbers).toList().forEach(tuple -> tuples.add(tuple.toString()));
            assertThat(tuples).containsExactlyInAnyOrder("0=-2147483648", "2=2147483647");
        }
    }
}
