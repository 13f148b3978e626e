package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.BigEndian;

/**
 * Output without a combiner, with repeated keys: values of a key are appended to its last chunk, in block format, so
 * that only keys are sorted and chunks are copied whole. Values stay in the order of emission. For the task's thread.
 *
 * <pre>
 *   entry in the arena:  i32 key length, i32 subgroup, i32 first chunk, i32 last chunk, key
 *   chunk:               varint (value bytes &lt;&lt; 1), value; and so on
 * </pre>
 *
 * Chunks are in slabs, which are added one by one: doubling one array would leave all its predecessors in the pool, and
 * a large array occupies whole regions of the collector.
 */
final class GroupTable extends CombineTable {
    /** Result of {@link #add}. */
    enum Added {
        YES,
        FULL,
        TOO_LARGE
    }

    static final int CHUNK_BYTES = 2 << 10;
    private static final int MAX_VARINT_BYTES = 5;
    private static final int FIRST_CHUNK_AT = 8;
    private static final int LAST_CHUNK_AT = 12;
    private static final int NO_CHUNK = -1;
    private static final byte[][] NO_SLABS = {};
    private static final int[] NO_INTS = {};
    private static final int FIRST_CHUNKS = 2;
    /** A slab has 256 KiB: pooled, and never a humongous allocation, whatever the heap size. */
    private static final int SLAB_SHIFT = 7;

    static final int SLAB_CHUNKS = 1 << SLAB_SHIFT;
    private static final int SLAB_MASK = SLAB_CHUNKS - 1;
    /** Small enough to detect early that all keys differ. */
    private static final int MAX_KEYS = 4096;
    /** With fewer values per key in the table, sorting tuples is as fast. */
    private static final int MIN_VALUES = 16;

    private final int maxChunks;
    private final boolean always;
    /**
     * None without chunks. The first slab grows to full size; the others have full size from the start, or are null
     * until needed.
     */
    private byte[][] slabs = NO_SLABS;

    private int[] next = NO_INTS;
    private int[] used = NO_INTS;
    private int[] values = NO_INTS;
    private int[] valueBytes = NO_INTS;
    private int chunkCount;
    private long tuples;
    /** The last chunks of keys that are numbers. */
    private final RecentNumbers recent = new RecentNumbers();
    /** Chunk of the tuple that was added last. */
    private int lastChunk;

    /** @param always whether to group even if keys have few values */
    GroupTable(long bufferBytes, RunOutput output, boolean always) {
        super(bufferBytes / 4, output);
        this.always = always;
        maxChunks = (int) Math.max(FIRST_CHUNKS, Math.min(bufferBytes / 4 * 3, 1 << 30) / CHUNK_BYTES);
    }

    /**
     * Adds a tuple. If it is not added, nothing changes; after a flush there is room for it, unless it is too large.
     */
    Added add(
            Placement<?, ?> placement,
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] value,
            int valueOffset,
            int valueLength) {
        int bytes = MAX_VARINT_BYTES + valueLength;
        if (bytes > CHUNK_BYTES || isLarge(entryBytes(keyLength))) {
            return Added.TOO_LARGE;
        }
        int ref = find(key, keyOffset, keyLength);
        int chunk = ref == NONE ? NO_CHUNK : BigEndian.getInt(arena, ref + LAST_CHUNK_AT);
        if (chunk == NO_CHUNK || used[chunk] + bytes > CHUNK_BYTES) {
            if (chunkCount == maxChunks || ref == NONE && entries() == MAX_KEYS) {
                return Added.FULL;
            }
            chunk = ref == NONE ? newEntry(placement, key, keyOffset, keyLength) : newChunk(ref, chunk);
        }
        append(chunk, value, valueOffset, valueLength);
        lastChunk = chunk;
        return Added.YES;
    }

    /** Records that the key of the tuple added last encodes {@code number}; all numbers must have the same codec. */
    void record(long number) {
        recent.record(number, lastChunk);
    }

    /** Returns the last chunk of a key that was {@linkplain #record recorded}, or {@link RecentNumbers#NONE}. */
    int recentChunk(long number) {
        return recent.position(number);
    }

    /**
     * Adds a value to a chunk that {@link #recentChunk} has just returned.
     *
     * @return false, with nothing changed, if there is no room
     */
    boolean addTo(int chunk, byte[] value, int valueOffset, int valueLength) {
        // The sum of all three may overflow an int.
        if (valueLength > CHUNK_BYTES - MAX_VARINT_BYTES - used[chunk]) {
            return false;
        }
        append(chunk, value, valueOffset, valueLength);
        return true;
    }

    private int newEntry(Placement<?, ?> placement, byte[] key, int offset, int length) {
        // May flush, and then there is no chunk left.
        int ref = append(placement.subgroup(key, offset, length), key, offset, length, entryBytes(length));
        int chunk = takeChunk();
        BigEndian.putInt(arena, ref + FIRST_CHUNK_AT, chunk);
        BigEndian.putInt(arena, ref + LAST_CHUNK_AT, chunk);
        return chunk;
    }

    private int newChunk(int ref, int before) {
        int chunk = takeChunk();
        next[before] = chunk;
        BigEndian.putInt(arena, ref + LAST_CHUNK_AT, chunk);
        return chunk;
    }

    private int takeChunk() {
        if (chunkCount == next.length) {
            growChunks(Math.min(maxChunks, Math.max(FIRST_CHUNKS, chunkCount * 2)));
        }
        int chunk = chunkCount++;
        if (slabs[chunk >>> SLAB_SHIFT] == null) {
            slabs[chunk >>> SLAB_SHIFT] = ArrayPool.bytes(Math.min(SLAB_CHUNKS, maxChunks - chunk) * CHUNK_BYTES);
        }
        next[chunk] = NO_CHUNK;
        used[chunk] = 0;
        values[chunk] = 0;
        valueBytes[chunk] = 0;
        return chunk;
    }

    private void growChunks(int more) {
        if (chunkCount < SLAB_CHUNKS) {
            byte[] larger = ArrayPool.bytes(Math.min(SLAB_CHUNKS, more) * CHUNK_BYTES);
            if (chunkCount > 0) {
                System.arraycopy(slabs[0], 0, larger, 0, chunkCount * CHUNK_BYTES);
            }
            slabs = new byte[][] {larger};
        }
        slabs = Arrays.copyOf(slabs, (more + SLAB_MASK) >>> SLAB_SHIFT);
        next = Arrays.copyOf(next, more);
        used = Arrays.copyOf(used, more);
        values = Arrays.copyOf(values, more);
        valueBytes = Arrays.copyOf(valueBytes, more);
    }

    private void append(int chunk, byte[] value, int offset, int length) {
        byte[] to = slabs[chunk >>> SLAB_SHIFT];
        int start = (chunk & SLAB_MASK) * CHUNK_BYTES;
        int at = start + used[chunk];
        int v = length << 1;
        while ((v & ~0x7F) != 0) {
            to[at++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        to[at++] = (byte) v;
        System.arraycopy(value, offset, to, at, length);
        used[chunk] = at + length - start;
        values[chunk]++;
        valueBytes[chunk] += length;
        tuples++;
    }

    /** Returns whether keys have too few values for grouping to pay. */
    boolean isPoor() {
        return !always && tuples < (long) entries() * MIN_VALUES;
    }

    @Override
    void writeEntry(int ref) {
        int keyLength = BigEndian.getInt(arena, ref);
        for (int c = BigEndian.getInt(arena, ref + FIRST_CHUNK_AT); c != NO_CHUNK; c = next[c]) {
            output.addAll(
                    arena,
                    ref + HEADER_BYTES,
                    keyLength,
                    slabs[c >>> SLAB_SHIFT],
                    (c & SLAB_MASK) * CHUNK_BYTES,
                    used[c],
                    values[c],
                    valueBytes[c]);
        }
    }

    private void useNoChunks() {
        slabs = NO_SLABS;
        next = NO_INTS;
        used = NO_INTS;
        values = NO_INTS;
        valueBytes = NO_INTS;
    }

    @Override
    void release() {
        super.release();
        for (byte[] slab : slabs) {
            if (slab != null) {
                ArrayPool.giveBack(slab);
            }
        }
        recent.clear();
        useNoChunks();
    }

    @Override
    void clear() {
        super.clear();
        recent.clear();
        chunkCount = 0;
        tuples = 0;
    }
}
