package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Compression;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.examples.WordCount;

class CompressedGroupsIT {
    private static final TupleGroup<Long, Bytes> VALUES = TupleGroup.of("values", Codecs.LONG, Codecs.BYTES);

    @TempDir
    Path directory;

    private final Random random = new Random(11);
    private SssClient client = LocalCluster.start(2);

    @AfterEach
    void stop() {
        client.close();
    }

    @ParameterizedTest
    @EnumSource
    void compressionDoesNotChangeResults(Compression how) throws IOException {
        Path text = text(200_000);
        client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
        client.run(WordCount.workflow(WordCount.lines("lines"), WordCount.counts("counts")));
        Group small = client.importText(WordCount.lines("small").compressed(how), List.of(text), new Transferred());
        assertThat(small.compression()).isEqualTo(how);
        client.run(WordCount.workflow(
                WordCount.lines("small"), WordCount.counts("small-counts").compressed(how)));
        client.run(WordCount.workflow(WordCount.lines("small"), WordCount.counts("plain-counts")));

        assertThat(exported("small")).isEqualTo(exported("lines"));
        assertThat(exported("small-counts")).isEqualTo(exported("counts"));
        assertThat(exported("plain-counts")).isEqualTo(exported("counts"));
        assertThat(client.group("small-counts").compression()).isEqualTo(how);
        assertThat(client.group("plain-counts").compression()).isEqualTo(Compression.NONE);
        assertSmaller(how, "lines", "small");
        assertSmaller(how, "counts", "small-counts");
    }

    /** Several runs in each subgroup, keys spread over all of them. */
    @ParameterizedTest
    @EnumSource
    void aGroupOfManyOverlappingRunsIsReadInAnyWay(Compression how) throws IOException {
        TupleGroup<Long, Bytes> group = VALUES.compressed(how);
        long tuples = 40_000;
        try (GroupWriter<Long, Bytes> writer = client.write(group)) {
            for (long i = 0; i < tuples; i++) {
                long key = i * 7919 % tuples;
                writer.append(key, valueOf(key));
            }
            writer.commit();
        }
        try (Scan<Long, Bytes> scan = client.scan(VALUES)) {
            long expected = 0;
            for (Map.Entry<Long, Bytes> tuple : scan) {
                assertThat(tuple.getKey()).isEqualTo(expected);
                assertThat(tuple.getValue()).isEqualTo(valueOf(expected++));
            }
            assertThat(expected).isEqualTo(tuples);
        }
        try (Scan<Long, Bytes> scan = client.scan(VALUES).from(31_000L).to(31_002L)) {
            assertThat(scan.toList())
                    .containsExactly(Map.entry(31_000L, valueOf(31_000)), Map.entry(31_001L, valueOf(31_001)));
        }
        for (long key = 0; key < tuples; key += 3571) {
            assertThat(client.get(VALUES, key)).containsExactly(valueOf(key));
        }
        assertThat(client.get(VALUES, tuples)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void oneGroupHasValuesThatShrinkAndValuesThatDoNot(Compression how) {
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            byte[] value = new byte[1 << random.nextInt(21)];
            if (i % 2 == 0) {
                random.nextBytes(value);
            }
            values.add(value);
        }
        TupleGroup<Long, byte[]> group =
                TupleGroup.of("mixed", Codecs.LONG, Codecs.BYTE_ARRAY).compressed(how);
        try (GroupWriter<Long, byte[]> writer = client.write(group)) {
            for (int i = 0; i < values.size(); i++) {
                writer.append((long) i, values.get(i));
            }
            writer.commit();
        }
        for (int i = 0; i < values.size(); i++) {
            assertThat(client.get(group, (long) i)).singleElement().isEqualTo(values.get(i));
        }
        Group info = client.group("mixed");
        assertThat(info.storedBytes()).isLessThan(info.dataBytes());
    }

    @Test
    void compressionSurvivesRenameAndRestart() {
        client.close();
        client = LocalCluster.start(1, directory.resolve("data"));
        TupleGroup<Long, Bytes> group = VALUES.compressed(Compression.ZSTD);
        try (GroupWriter<Long, Bytes> writer = client.write(group)) {
            writer.append(1L, valueOf(1));
            writer.commit();
        }
        client.rename("values", "kept");
        client.close();
        client = LocalCluster.start(1, directory.resolve("data"));
        assertThat(client.group("kept").compression()).isEqualTo(Compression.ZSTD);
        assertThat(client.get(TupleGroup.of("kept", Codecs.LONG, Codecs.BYTES), 1L))
                .containsExactly(valueOf(1));
    }

    @Test
    void eachGroupOfAWorkflowIsCompressedInItsOwnWay() throws IOException {
        client.importText("lines", List.of(text(50_000)));
        TupleGroup<String, Long> words =
                TupleGroup.of("words", Codecs.STRING, Codecs.LONG).compressed(Compression.LZ4);
        TupleGroup<String, Long> counts =
                TupleGroup.of("counts", Codecs.STRING, Codecs.LONG).compressed(Compression.ZSTD);
        Workflow workflow = Workflow.named("mixed");
        workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING), words, (at, line, out) -> {
                    for (String word : line.split(" ")) {
                        out.emit(word, 1L);
                    }
                })
                .combine(Combiner.sumLong());
        workflow.reduce(words, counts, (word, ones, out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        });
        client.run(workflow);
        assertThat(client.groups())
                .extracting(Group::name, Group::compression)
                .containsExactly(
                        tuple("counts", Compression.ZSTD),
                        tuple("lines", Compression.NONE),
                        tuple("words", Compression.LZ4));
        client.run(WordCount.workflow(WordCount.lines("lines"), WordCount.counts("expected")));
        assertThat(exported("counts")).isEqualTo(exported("expected"));
    }

    private void assertSmaller(Compression how, String plain, String compressed) {
        Group large = client.group(plain);
        Group small = client.group(compressed);
        assertThat(small.dataBytes()).isEqualTo(large.dataBytes());
        if (how == Compression.NONE) {
            assertThat(small.storedBytes()).isEqualTo(large.storedBytes());
        } else {
            assertThat(small.storedBytes()).isLessThan(large.storedBytes() * 7 / 10);
        }
    }

    private static Bytes valueOf(long key) {
        return Bytes.of("value number " + key + " of a group whose values have much in common");
    }

    private Path text(int bytes) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < bytes) {
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append("word").append(random.nextInt(2000)).append(i == 0 ? '\n' : ' ');
            }
        }
        return Files.writeString(directory.resolve("text"), text);
    }

    private String exported(String group) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        client.export(group, out, new Transferred());
        return out.toString();
    }
}
