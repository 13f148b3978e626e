package org.sss.server.task.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Compression;

/** Two values fill a chunk, so the number of chunks is known. */
class GroupTableTest {
    private static final int VALUE_BYTES = GroupTable.CHUNK_BYTES / 2 - 5;
    private static final int BIG_BUFFER_BYTES = 16 << 20;

    private final MemoryRuns runs = new MemoryRuns();
    private final RunOutput output = new RunOutput(2, Compression.NONE, runs, 0);
    private final TreeMap<Bytes, List<Bytes>> model = new TreeMap<>();
    private int added;

    @ParameterizedTest
    @ValueSource(
            ints = {
                1,
                2,
                3,
                GroupTable.SLAB_CHUNKS - 1,
                GroupTable.SLAB_CHUNKS,
                GroupTable.SLAB_CHUNKS + 1,
                2 * GroupTable.SLAB_CHUNKS,
                2 * GroupTable.SLAB_CHUNKS + 1,
                1000
            })
    void retainsOrderOfValuesInChunks(int chunks) {
        GroupTable table = table(BIG_BUFFER_BYTES);
        addAll(table, chunks, 1);
        checkFlushed(table);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {2, 3, 100, GroupTable.SLAB_CHUNKS - 1, GroupTable.SLAB_CHUNKS, GroupTable.SLAB_CHUNKS + 1, 300})
    void aTableTakesAsManyChunksAsItsMemoryAllowsAndNoMore(int maxChunks) {
        GroupTable table = table((maxChunks * 4L + 3) / 3 * GroupTable.CHUNK_BYTES);
        for (int round = 0; round < 3; round++) {
            addAll(table, maxChunks, 1);
            assertThat(add(table, 0)).as("chunk %s", maxChunks + 1).isEqualTo(GroupTable.Added.FULL);
            checkFlushed(table);
        }
    }

    @Test
    void aTableHasTheSameRoomAfterAFlushAndAfterItsMemoryWasGivenBack() {
        GroupTable table = table(BIG_BUFFER_BYTES);
        for (int chunks : new int[] {300, 700, 5, 300}) {
            addAll(table, chunks, 3);
            checkFlushed(table);
            addAll(table, chunks + 1, 2);
            checkFlushed(table);
            table.release();
        }
    }

    @Test
    void tablesOfSeveralTasksDoNotShareMemory() {
        GroupTable one = table(BIG_BUFFER_BYTES);
        addAll(one, 300, 3);
        checkFlushed(one);
        one.release();
        one = table(BIG_BUFFER_BYTES);
        addAll(one, 300, 3);
        GroupTable other =
                new GroupTable(BIG_BUFFER_BYTES, new RunOutput(2, Compression.NONE, new MemoryRuns(), 0), false);
        for (int i = 0; i < 600; i++) {
            byte[] noise = new byte[VALUE_BYTES];
            assertThat(other.add(placement(), new byte[] {9}, 0, 1, noise, 0, noise.length))
                    .isEqualTo(GroupTable.Added.YES);
        }
        checkFlushed(one);
    }

    @Test
    void aTupleThatIsTooLargeChangesNothing() {
        GroupTable table = table(BIG_BUFFER_BYTES);
        addAll(table, GroupTable.SLAB_CHUNKS + 1, 1);
        byte[] large = new byte[GroupTable.CHUNK_BYTES];
        assertThat(table.add(placement(), new byte[] {0}, 0, 1, large, 0, large.length))
                .isEqualTo(GroupTable.Added.TOO_LARGE);
        checkFlushed(table);
    }

    /** Fills so many chunks, of keys in turn. */
    private void addAll(GroupTable table, int chunks, int keys) {
        for (int i = 0; i < chunks / keys * keys * 2; i++) {
            assertThat(add(table, i % keys)).isEqualTo(GroupTable.Added.YES);
        }
        for (int i = 0; i < chunks % keys * 2; i++) {
            assertThat(add(table, 0)).isEqualTo(GroupTable.Added.YES);
        }
    }

    private GroupTable.Added add(GroupTable table, int keyNumber) {
        byte[] key = {(byte) keyNumber};
        byte[] value = ByteBuffer.allocate(VALUE_BYTES)
                .putInt(added)
                .putInt(VALUE_BYTES - 4, added++)
                .array();
        GroupTable.Added done = table.add(placement(), key, 0, 1, value, 0, value.length);
        if (done == GroupTable.Added.YES) {
            model.computeIfAbsent(Bytes.of(key), k -> new ArrayList<>()).add(Bytes.of(value));
        }
        return done;
    }

    private static Placement<Bytes, Bytes> placement() {
        return new Placement<>(null, List.of(), 2);
    }

    private GroupTable table(long bufferBytes) {
        return new GroupTable(bufferBytes, output, false);
    }

    /** All that was added so far is there, in all runs together. */
    private void checkFlushed(GroupTable table) {
        table.flush();
        TreeMap<Bytes, List<Bytes>> found = new TreeMap<>(runs.tuples(0));
        found.putAll(runs.tuples(1));
        assertThat(found.equals(model)).as("output like the model").isTrue();
    }
}
