package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Compression;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.link.ClusterLink;
import org.sss.io.Sources;

/** The same workflow on a cluster of SSS and on Spark: the exported groups are equal byte for byte. */
class SameOnSparkIT {
    /** Small, so that sums of doubles are combined in many steps. */
    private static final int BUFFER_BYTES = 1 << 20;

    private static final TupleGroup<String, Long> ONES = TupleGroup.of("ones", Codecs.STRING, Codecs.LONG)
            .compressed(Compression.ZSTD)
            .asTemporary();
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, String> NEXT = TupleGroup.of("next", Codecs.STRING, Codecs.STRING)
            .compressed(Compression.LZ4)
            .asTemporary();
    private static final TupleGroup<String, String> FIRST = TupleGroup.of("first", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<String, Long> KINDS = TupleGroup.of("kinds", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, String> JOINED = TupleGroup.of("joined", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<Long, Double> SUMS = TupleGroup.of("sums", Codecs.LONG, Codecs.DOUBLE);
    private static final TupleGroup<Long, Double> PARTS =
            TupleGroup.of("parts", Codecs.LONG, Codecs.DOUBLE).asTemporary();
    private static final TupleGroup<String, Long> SORTED = TupleGroup.of("sorted", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<Long, Double> RANKS = TupleGroup.of("ranks", Codecs.LONG, Codecs.DOUBLE);
    private static final TupleGroup<Long, Double> NEW_RANKS = TupleGroup.of("newranks", Codecs.LONG, Codecs.DOUBLE);

    @TempDir
    Path directory;

    @Test
    void wordsWithCombinerSeveralOutputsOrderedValuesAndJoin() throws Exception {
        Path text = text(200_000);
        compare(() -> words(text), COUNTS, FIRST, KINDS, JOINED, SORTED);
    }

    @Test
    void sumsOfDoublesWithTheSameBuffer() throws Exception {
        Path text = text(400_000);
        compare(() -> sums(text), SUMS);
    }

    @Test
    void loopOverRanks() throws Exception {
        Path text = text(20_000);
        compare(() -> ranks(text), NEW_RANKS);
    }

    private Path text(int words) throws Exception {
        Path file = directory.resolve("text-" + words);
        if (!Files.exists(file)) {
            Random random = new Random(words);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < words; i++) {
                text.append("w")
                        .append((int) Math.abs(random.nextGaussian() * 5_000))
                        .append(i % 12 == 11 ? '\n' : ' ');
            }
            Files.writeString(file, text);
        }
        return file;
    }

    private interface Definition {
        Workflow workflow();
    }

    private void compare(Definition definition, TupleGroup<?, ?>... results) throws Exception {
        LocalSettings settings = LocalSettings.defaults().withTaskBufferBytes(BUFFER_BYTES);
        Map<String, byte[]> onSss = new LinkedHashMap<>();
        try (SssClient client = LocalCluster.start(2, settings)) {
            OnSss.run(link(client), definition.workflow());
            export(client, onSss, results);
        }
        Map<String, byte[]> onSpark = new LinkedHashMap<>();
        System.setProperty(StoreBridge.BUFFER, Integer.toString(BUFFER_BYTES));
        try (SssClient client = LocalCluster.start(2, settings)) {
            client.run(definition.workflow());
            export(client, onSpark, results);
        } finally {
            System.clearProperty(StoreBridge.BUFFER);
        }
        onSss.forEach((name, bytes) -> {
            assertThat(bytes.length).as(name).isPositive();
            assertThat(onSpark.get(name)).as(name).isEqualTo(bytes);
        });
    }

    private static ClusterLink link(SssClient client) throws ReflectiveOperationException {
        var field = SssClient.class.getDeclaredField("link");
        field.setAccessible(true);
        return (ClusterLink) field.get(client);
    }

    private static void export(SssClient client, Map<String, byte[]> to, TupleGroup<?, ?>... groups) throws Exception {
        for (TupleGroup<?, ?> group : groups) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            client.export(group.name(), out, new Transferred());
            to.put(group.name(), out.toByteArray());
        }
    }

    private static Workflow words(Path file) {
        Workflow w = Workflow.named("same");
        w.map(
                        Sources.text(file.toString()).splitBytes(256 << 10),
                        ONES,
                        (Long at, String line, Emitter<String, Long> out) -> {
                            String before = null;
                            for (String x : line.split("[^A-Za-z0-9]+")) {
                                out.emit(x, 1L);
                                if (before != null) {
                                    out.to(NEXT).emit(before, x);
                                }
                                before = x;
                                out.count("words", 1);
                            }
                        })
                .combine(Combiner.sumLong())
                .alsoTo(NEXT);
        w.reduce(ONES, COUNTS, (String k, Iterable<Long> vs, Emitter<String, Long> out) -> {
            long s = 0;
            for (long v : vs) {
                s += v;
            }
            out.emit(k, s);
        });
        w.reduce(NEXT, FIRST, (String k, Iterable<String> vs, Emitter<String, String> out) -> {
                    int n = 0;
                    for (String v : vs) {
                        if (n++ < 3) {
                            out.emit(k, v);
                        }
                    }
                })
                .orderValues()
                .and(KINDS, (String k, Iterable<String> vs, Emitter<String, Long> out) -> {
                    Set<String> s = new TreeSet<>();
                    for (String v : vs) {
                        s.add(v);
                    }
                    out.emit(k, (long) s.size());
                });
        w.join(
                COUNTS,
                FIRST,
                JOINED,
                JoinKind.LEFT,
                (String k, Long n, String v, Emitter<String, String> out) -> out.emit(k, n + " " + v));
        w.sort(COUNTS, SORTED);
        return w;
    }

    private static Workflow sums(Path file) {
        Workflow w = Workflow.named("sums");
        w.map(
                        Sources.text(file.toString()).splitBytes(256 << 10),
                        PARTS,
                        (Long at, String line, Emitter<Long, Double> out) -> {
                            for (String x : line.split("[^0-9]+")) {
                                if (!x.isEmpty()) {
                                    out.emit(Long.parseLong(x) % 50_000, 1.0 / (1 + Long.parseLong(x)) + at * 1e-7);
                                }
                            }
                        })
                .combine((key, a, b) -> a + b);
        w.reduce(PARTS, SUMS, (Long k, Iterable<Double> vs, Emitter<Long, Double> out) -> {
            double s = 0;
            for (double v : vs) {
                s += v;
            }
            out.emit(k, s);
        });
        return w;
    }

    /** Each word passes its rank to the next one of its line, for 12 iterations. */
    private static Workflow ranks(Path file) {
        TupleGroup<Long, Long> links =
                TupleGroup.of("links", Codecs.LONG, Codecs.LONG).asTemporary();
        TupleGroup<Long, Double> sent =
                TupleGroup.of("sent", Codecs.LONG, Codecs.DOUBLE).asTemporary();
        Workflow w = Workflow.named("ranks");
        w.map(Sources.text(file.toString()), links, (Long at, String line, Emitter<Long, Long> out) -> {
            String[] x = line.split("[^0-9]+");
            for (int i = 1; i + 1 < x.length; i++) {
                out.emit(Long.parseLong(x[i]), Long.parseLong(x[i + 1]));
            }
        });
        w.reduce(links, RANKS, (Long k, Iterable<Long> vs, Emitter<Long, Double> out) -> out.emit(k, 1.0));
        w.repeat(12, body -> {
                    body.coGroup(List.of(links, RANKS), sent, (key, values, out) -> {
                        double rank = 0;
                        for (double r : values.of(RANKS)) {
                            rank += r;
                        }
                        out.emit(key, 0.0);
                        for (long to : values.of(links)) {
                            out.emit(to, rank / 3);
                        }
                    });
                    body.reduce(sent, NEW_RANKS, (Long k, Iterable<Double> vs, Emitter<Long, Double> out) -> {
                        double s = 0.15;
                        for (double v : vs) {
                            s += v;
                        }
                        out.emit(k, s);
                        out.count("changed", 1);
                    });
                })
                .carry(NEW_RANKS, RANKS);
        return w;
    }
}
