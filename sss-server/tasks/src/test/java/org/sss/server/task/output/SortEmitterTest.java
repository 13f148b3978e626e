package org.sss.server.task.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Partitioner;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.KeyHash;
import org.sss.server.shuffle.method.RunSink;
import org.sss.server.task.state.TaskState;

class SortEmitterTest {
    private static final TupleGroup<Bytes, Bytes> GROUP = TupleGroup.of("g", Codecs.BYTES, Codecs.BYTES);
    private final Random random = new Random(11);
    private final MemoryRuns runs = new MemoryRuns();

    @ParameterizedTest
    @ValueSource(longs = {4 << 10, 40 << 10, 1 << 20, 16 << 20})
    void tuplesComeOutSortedWithValuesInTheOrderOfEmission(long bufferBytes) {
        check(bufferBytes, 30_000, () -> bytes(random.nextInt(6), 4), () -> bytes(random.nextInt(20), 256));
    }

    @Test
    void retainsLargeValuesAndKeysUpToTheLimit() {
        check(1 << 20, 60, () -> bytes(random.nextInt(3), 2), () -> new byte[random.nextInt(4) == 0 ? 1 << 20 : 100]);
        check(256 << 10, 100, () -> bytes(BlockFormat.MAX_KEY_BYTES - random.nextInt(3), 2), () -> bytes(3, 100));
    }

    @Test
    void aLargeValueStaysBetweenItsNeighbours() {
        SortEmitter<Bytes, Bytes> emitter = emitter(64 << 10, null);
        emitter.emit(Bytes.of("k"), Bytes.of("before"));
        emitter.emit(Bytes.of("k"), Bytes.of("x".repeat(100_000)));
        emitter.emit(Bytes.of("k"), Bytes.of("after"));
        emitter.flush();
        List<Bytes> values = allTuples().get(Bytes.of("k"));
        assertThat(values).extracting(Bytes::length).containsExactly(6, 100_000, 5);
        assertThat(values.get(2)).hasToString("after");
    }

    @ParameterizedTest
    @ValueSource(longs = {16 << 10, 1 << 20, 16 << 20})
    void fewKeysWithManyValuesOfAllLengthsAreGrouped(long bufferBytes) {
        check(bufferBytes, 60_000, () -> bytes(1, 20), () -> bytes(random.nextInt(300), 4));
        check(bufferBytes, 3_000, () -> bytes(1, 3), () -> bytes(GroupTable.CHUNK_BYTES - 10 + random.nextInt(6), 4));
        check(bufferBytes, 20_000, () -> bytes(random.nextInt(40), 2), () -> new byte[0]);
    }

    @Test
    void abandonsGroupingIfKeysDiffer() {
        int[] next = new int[1];
        MemoryRuns out = check(16 << 20, true, 30_000, () -> ("key " + next[0]++).getBytes(UTF_8), () -> bytes(5, 9));
        assertThat(out.runs(0).size())
                .as("runs: one of the table, one that is sorted")
                .isEqualTo(2);
    }

    @Test
    void continuesGroupingIfManyKeysHaveManyValues() {
        int[] next = new int[1];
        MemoryRuns out = check(
                64 << 20, true, 400_000, () -> Integer.toString(next[0]++ / 40).getBytes(UTF_8), () -> bytes(5, 9));
        assertThat(out.runs(0).size()).as("runs of 4096 keys each").isEqualTo(3);
    }

    /**
     * Numbers that are equal in their last bits, so that they forget one another, and values up to more than a chunk
     * takes.
     */
    @ParameterizedTest
    @ValueSource(longs = {4 << 10, 16 << 10, 1 << 20, 16 << 20})
    void numbersAreGroupedWithAllTheirValuesInTheOrderOfEmission(long bufferBytes) {
        int[] ints = {0, 1, -1, 64, 65, 128, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE, -64};
        checkNumbers(bufferBytes, Codecs.INT, () -> ints[random.nextInt(ints.length)]);
        checkNumbers(bufferBytes, Codecs.INT, () -> random.nextInt(5000));
        long[] longs = {0, 1, 1L << 32, (1L << 32) + 1, -1, 64, Long.MIN_VALUE, Long.MAX_VALUE};
        checkNumbers(bufferBytes, Codecs.LONG, () -> longs[random.nextInt(longs.length)]);
    }

    private <K> void checkNumbers(long bufferBytes, Codec<K> codec, Supplier<K> numbers) {
        MemoryRuns out = new MemoryRuns();
        RunOutput output = new RunOutput(3, Compression.NONE, out, 0);
        TaskState state = new TaskState();
        SortEmitter<K, Bytes> emitter = new SortEmitter<>(
                new TaskOutputs(state, Grouping.AUTO),
                TupleGroup.of("g", codec, Codecs.BYTES),
                new Placement<>(null, List.of(), 3),
                new GroupTable(bufferBytes, output, true),
                () -> new SortBuffer(bufferBytes, output),
                null);
        TreeMap<Bytes, List<Bytes>> model = new TreeMap<>();
        long bytes = 0;
        for (int i = 0; i < 40_000; i++) {
            K number = numbers.get();
            ByteSink key = new ByteSink(8);
            codec.encode(number, key);
            Bytes value = Bytes.of(bytes(
                    i % 20_000 == 19_999 ? GroupTable.CHUNK_BYTES : random.nextInt(i % 100 == 0 ? 2000 : 20), 250));
            emitter.emit(number, value);
            model.computeIfAbsent(Bytes.of(key.toByteArray()), k -> new ArrayList<>())
                    .add(value);
            bytes += key.size() + value.length();
        }
        emitter.flush();
        TreeMap<Bytes, List<Bytes>> found = new TreeMap<>();
        for (int s = 0; s < 3; s++) {
            found.putAll(out.tuples(s));
        }
        assertThat(found.equals(model)).as("output like the model").isTrue();
        assertThat(state.publish().tuplesOut()).isEqualTo(40_000);
        assertThat(state.publish().bytesOut()).isEqualTo(bytes);
    }

    @Test
    void aPartitionerPlacesTuples() {
        SortEmitter<Bytes, Bytes> emitter = emitter(64 << 10, (key, value, count) -> value.length() % count);
        for (int i = 0; i < 100; i++) {
            emitter.emit(Bytes.of("k" + i), Bytes.of(new byte[i]));
        }
        emitter.flush();
        for (int s = 0; s < 3; s++) {
            int subgroup = s;
            assertThat(runs.tuples(s).values())
                    .hasSizeGreaterThan(30)
                    .allSatisfy(values -> assertThat(values.get(0).length() % 3).isEqualTo(subgroup));
        }
    }

    @Test
    void aPartitionerBeyondTheSubgroupsIsAnErrorOfItsAuthor() {
        for (int wrong : new int[] {-1, 3}) {
            SortEmitter<Bytes, Bytes> emitter = emitter(64 << 10, (key, value, count) -> wrong);
            assertThatThrownBy(() -> emitter.emit(Bytes.of("pear"), Bytes.of("v")))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                    .hasMessageContaining("returned " + wrong)
                    .hasMessageContaining("<pear>")
                    .hasMessageContaining("0..2");
        }
    }

    @Test
    void aKeyAboveTheLimitIsRefusedAndNothingElseIsLost() {
        SortEmitter<Bytes, Bytes> emitter = emitter(64 << 10, null);
        emitter.emit(Bytes.of("a"), Bytes.of("1"));
        assertThatThrownBy(() -> emitter.emit(Bytes.of(new byte[65_536]), Bytes.of("2")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
        emitter.emit(Bytes.of("b"), Bytes.of("3"));
        emitter.flush();
        assertThat(allTuples()).hasToString("{a=[1], b=[3]}");
    }

    @Test
    void aFailedSinkStaysFailedForCodeThatSwallowsTheError() {
        int[] calls = new int[1];
        RunSink failing = (subgroup, sequence, block, length) -> {
            if (calls[0]++ == 0) {
                throw new SssException(ErrorCode.STORAGE, "disk full");
            }
        };
        for (boolean groups : new boolean[] {false, true}) {
            calls[0] = 0;
            checkStaysFailed(emitter(64 << 10, groups, null, failing));
        }
    }

    private static void checkStaysFailed(SortEmitter<Bytes, Bytes> emitter) {
        emitter.emit(Bytes.of("k"), Bytes.of("v"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(emitter::flush)
                    .hasMessageContaining("disk full")
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
        }
    }

    /** Both ways: sorted, and grouped as long as that is of use. */
    private void check(long bufferBytes, int tuples, Supplier<byte[]> keys, Supplier<byte[]> values) {
        check(bufferBytes, false, tuples, keys, values);
        check(bufferBytes, true, tuples, keys, values);
    }

    private MemoryRuns check(
            long bufferBytes, boolean groups, int tuples, Supplier<byte[]> keys, Supplier<byte[]> values) {
        MemoryRuns out = new MemoryRuns();
        TreeMap<Bytes, List<Bytes>> model = new TreeMap<>();
        SortEmitter<Bytes, Bytes> emitter = emitter(bufferBytes, groups, null, out);
        for (int i = 0; i < tuples; i++) {
            Bytes key = Bytes.of(keys.get());
            Bytes value = Bytes.of(values.get());
            emitter.emit(key, value);
            model.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
        }
        emitter.flush();
        TreeMap<Bytes, List<Bytes>> found = new TreeMap<>();
        for (int s = 0; s < 3; s++) {
            int subgroup = s;
            out.tuples(s).forEach((key, list) -> {
                assertThat(KeyHash.subgroup(KeyHash.hash64(key.array(), 0, key.length()), 3))
                        .isEqualTo(subgroup);
                found.put(key, list);
            });
        }
        assertThat(found.equals(model)).as("output like the model").isTrue();
        return out;
    }

    private SortEmitter<Bytes, Bytes> emitter(long bufferBytes, Partitioner<Bytes, Bytes> partitioner) {
        return emitter(bufferBytes, partitioner == null, partitioner, runs);
    }

    private static SortEmitter<Bytes, Bytes> emitter(
            long bufferBytes, boolean groups, Partitioner<Bytes, Bytes> partitioner, RunSink sink) {
        RunOutput out = new RunOutput(3, Compression.NONE, sink, 0);
        return new SortEmitter<>(
                new TaskOutputs(new TaskState(), Grouping.AUTO),
                GROUP,
                new Placement<>(partitioner, List.of(), 3),
                groups ? new GroupTable(bufferBytes, out, false) : null,
                () -> new SortBuffer(bufferBytes, out),
                null);
    }

    private TreeMap<Bytes, List<Bytes>> allTuples() {
        TreeMap<Bytes, List<Bytes>> all = new TreeMap<>();
        for (int s = 0; s < 3; s++) {
            all.putAll(runs.tuples(s));
        }
        return all;
    }

    private byte[] bytes(int length, int letters) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(letters);
        }
        return bytes;
    }
}
