package org.sss.server.task.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.Grouping;
import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.api.TupleGroup;
import org.sss.net.block.KeyHash;
import org.sss.server.task.state.TaskState;

class LongCombineTableTest {
    private static final TupleGroup<Bytes, Long> GROUP = TupleGroup.of("words", Codecs.BYTES, Codecs.LONG);
    private final Random random = new Random(3);

    @ParameterizedTest
    @ValueSource(longs = {4 << 10, 64 << 10, 1 << 20, 16 << 20})
    void sumsOfRandomWordsAreThoseOfAModelAtAnyBufferSize(long bufferBytes) {
        check(bufferBytes, 5, 50_000, LongCombiner.Operation.SUM_WRAPPING, () -> word(1 + random.nextInt(12), 6));
    }

    @ParameterizedTest
    @EnumSource
    void allOperationsFoldLikeTheModel(LongCombiner.Operation operation) {
        check(64 << 10, 3, 20_000, operation, () -> word(random.nextInt(4), 5));
    }

    @Test
    void retainsKeysUpToTheLimit() {
        check(256 << 10, 4, 600, LongCombiner.Operation.SUM_WRAPPING, () -> new byte[1 + random.nextInt(65_535)]);
        check(256 << 10, 4, 300, LongCombiner.Operation.SUM_WRAPPING, () -> word(65_535, 2));
    }

    @Test
    void aFewKeysNeedOneRunPerSubgroup() {
        MemoryRuns runs = check(1 << 20, 4, 100_000, LongCombiner.Operation.SUM_WRAPPING, () -> word(1, 50));
        for (int s = 0; s < 4; s++) {
            assertThat(runs.runCount(s)).isEqualTo(1);
        }
    }

    @Tag("heavy")
    @Test
    void aTableBeyondTheCacheCombinesInBatchesLikeAnyOther() {
        MemoryRuns runs = check(
                64 << 20,
                3,
                400_000,
                LongCombiner.Operation.MAX,
                () -> random.nextInt(5_000) == 0 ? word(6_000, 1) : word(2 + random.nextInt(40), 3));
        for (int s = 0; s < 3; s++) {
            assertThat(runs.runCount(s)).isEqualTo(1);
        }
        check(2 << 20, 3, 150_000, LongCombiner.Operation.SUM_WRAPPING, () -> word(2 + random.nextInt(40), 3));
    }

    /** Some are met again after a flush of a small table, some have forgotten one another. */
    @ParameterizedTest
    @ValueSource(longs = {4 << 10, 64 << 10, 16 << 20})
    void sumsNumbersWhetherCachedOrNot(long bufferBytes) {
        TupleGroup<Long, Long> group = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
        MemoryRuns runs = new MemoryRuns();
        LongCombineEmitter<Long> emitter = emitter(group, runs, bufferBytes, 1, LongCombiner.Operation.SUM);
        TreeMap<Long, Long> model = new TreeMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextInt(3) == 0 ? random.nextInt(5_000) : (random.nextInt(9) - 4L) << 40;
            emitter.emit(key, (long) i);
            model.merge(key, (long) i, Long::sum);
        }
        emitter.flush();
        TreeMap<Long, Long> found = new TreeMap<>();
        runs.tuples(0)
                .forEach((key, values) -> found.put(
                        LongCodec.get(key.array(), key.offset()),
                        values.stream()
                                .mapToLong(v -> LongCodec.get(v.array(), v.offset()))
                                .sum()));
        assertThat(found).isEqualTo(model);
    }

    @Test
    void encodedKeysBeyondTheCacheAreCombinedInBatchesToo() {
        TupleGroup<Integer, Long> group = TupleGroup.of("numbers", Codecs.INT, Codecs.LONG);
        MemoryRuns runs = new MemoryRuns();
        LongCombineEmitter<Integer> emitter = emitter(group, runs, 64 << 20, 1, LongCombiner.Operation.SUM);
        for (int i = 0; i < 300_000; i++) {
            emitter.emit(i % 100_000, 1L);
        }
        emitter.flush();
        assertThat(runs.tuples(0))
                .hasSize(100_000)
                .allSatisfy((key, values) -> assertThat(values)
                        .singleElement()
                        .satisfies(v ->
                                assertThat(LongCodec.get(v.array(), v.offset())).isEqualTo(3)));
    }

    @Test
    void stringsAreCombinedByTheirEncoding() {
        checkStrings(64 << 10, 50_000, () -> {
            int length = random.nextInt(20);
            return (length % 3 == 0 ? "\0ab" : "aé€").repeat(7).substring(random.nextInt(2), length + 1);
        });
    }

    @Tag("heavy")
    @Test
    void stringsOfATableBeyondTheCacheAreCombinedByTheirEncoding() {
        checkStrings(64 << 20, 300_000, () -> {
            String text = new String(word(random.nextInt(40), 4), StandardCharsets.US_ASCII);
            return random.nextInt(8) > 0 ? text : text + "aéš€".charAt(random.nextInt(4));
        });
    }

    @Test
    void stringsOfAllLengthsAndAlphabetsAreCombinedInBatches() {
        checkStrings(
                1 << 20,
                60_000,
                () -> "aZ\0\u007F\u0080\u00FF\u0100€"
                        .substring(random.nextInt(4), 4 + random.nextInt(5))
                        .repeat(1 + random.nextInt(24)));
    }

    @Test
    void minimumIsCorrectAcrossAFlush() {
        TupleGroup<String, Long> group = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        MemoryRuns runs = new MemoryRuns();
        LongCombineEmitter<String> emitter = emitter(group, runs, 4 << 10, 1, LongCombiner.Operation.MIN);
        for (long i = 0; i < 5_000; i++) {
            emitter.emit("word " + i % 500, -i);
        }
        emitter.flush();
        assertThat(runs.runCount(0)).isGreaterThan(1);
        assertThat(runs.tuples(0)).hasSize(500);
        runs.tuples(0).forEach((key, values) -> {
            long number = Long.parseLong(key.toString().substring(5));
            assertThat(values.stream()
                            .mapToLong(v -> LongCodec.get(v.array(), v.offset()))
                            .min())
                    .hasValue(-4_500 - number);
        });
    }

    private void checkStrings(long bufferBytes, int tuples, Supplier<String> keys) {
        TupleGroup<String, Long> group = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        MemoryRuns runs = new MemoryRuns();
        TreeMap<String, Long> model = new TreeMap<>();
        LongCombineEmitter<String> emitter = emitter(group, runs, bufferBytes, 1, LongCombiner.Operation.SUM);
        for (int i = 0; i < tuples; i++) {
            String key = keys.get();
            emitter.emit(key, 1L);
            model.merge(key, 1L, Long::sum);
        }
        emitter.flush();
        assertThat(emitter.combined() + stored(runs, 1))
                .as("combined and stored")
                .isEqualTo(tuples);
        TreeMap<String, Long> found = new TreeMap<>();
        runs.tuples(0)
                .forEach((key, values) -> values.forEach(
                        v -> found.merge(key.toString(), LongCodec.get(v.array(), v.offset()), Long::sum)));
        assertThat(found).isEqualTo(model);
    }

    @Test
    void theSameTuplesGiveTheSameBytes() {
        assertThat(allBytes(7)).isEqualTo(allBytes(7)).isNotEqualTo(allBytes(8));
    }

    private List<Bytes> allBytes(int seed) {
        MemoryRuns runs = new MemoryRuns();
        random.setSeed(seed);
        LongCombineEmitter<Bytes> emitter = emitter(runs, 32 << 10, 1, LongCombiner.Operation.SUM);
        for (int i = 0; i < 20_000; i++) {
            emitter.emit(Bytes.of(word(5, 8)), 1L);
        }
        emitter.flush();
        return runs.runs(0).stream().flatMap(List::stream).map(Bytes::of).toList();
    }

    private MemoryRuns check(
            long bufferBytes, int subgroupCount, int tuples, LongCombiner.Operation operation, Supplier<byte[]> keys) {
        MemoryRuns runs = new MemoryRuns();
        TreeMap<Bytes, Long> model = new TreeMap<>();
        LongCombineEmitter<Bytes> emitter = emitter(runs, bufferBytes, subgroupCount, operation);
        for (int i = 0; i < tuples; i++) {
            Bytes key = Bytes.of(keys.get());
            long value = operation == LongCombiner.Operation.SUM ? random.nextInt() : random.nextLong();
            emitter.emit(key, value);
            model.merge(key, value, operation::apply);
        }
        emitter.flush();
        assertThat(emitter.combined() + stored(runs, subgroupCount))
                .as("combined and stored")
                .isEqualTo(tuples);
        TreeMap<Bytes, Long> found = new TreeMap<>();
        for (int s = 0; s < subgroupCount; s++) {
            int subgroup = s;
            runs.tuples(s).forEach((key, values) -> {
                long hash = KeyHash.hash64(key.array(), key.offset(), key.length());
                assertThat(KeyHash.subgroup(hash, subgroupCount))
                        .as("subgroup of a key of %d bytes", key.length())
                        .isEqualTo(subgroup);
                values.forEach(v -> found.merge(key, LongCodec.get(v.array(), v.offset()), operation::apply));
            });
        }
        assertThat(found).isEqualTo(model);
        return runs;
    }

    private static long stored(MemoryRuns runs, int subgroupCount) {
        return IntStream.range(0, subgroupCount)
                .mapToLong(s ->
                        runs.tuples(s).values().stream().mapToLong(List::size).sum())
                .sum();
    }

    private static LongCombineEmitter<Bytes> emitter(
            MemoryRuns runs, long bufferBytes, int subgroupCount, LongCombiner.Operation operation) {
        return emitter(GROUP, runs, bufferBytes, subgroupCount, operation);
    }

    private static <K> LongCombineEmitter<K> emitter(
            TupleGroup<K, Long> group,
            MemoryRuns runs,
            long bufferBytes,
            int subgroupCount,
            LongCombiner.Operation operation) {
        return new LongCombineEmitter<>(
                new TaskOutputs(new TaskState(), Grouping.AUTO),
                group,
                new Placement<>(null, List.of(), subgroupCount),
                new LongCombineTable(bufferBytes, new RunOutput(subgroupCount, Compression.NONE, runs, 0), operation));
    }

    private byte[] word(int length, int letters) {
        byte[] word = new byte[length];
        for (int i = 0; i < length; i++) {
            word[i] = (byte) ('a' + random.nextInt(letters));
        }
        return word;
    }
}
