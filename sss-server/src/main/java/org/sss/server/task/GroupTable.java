package org.sss.server.task;

import java.util.Arrays;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.BigEndian;

/**
 * Output without a combiner whose keys come again and again: the values of a key are appended to its last chunk, in the form that
 * they have in a block, so that nothing is sorted but the keys and chunks are copied whole. Values stay in the order in which they
 * came. Used by the task's thread.
 *
 * <pre>
 *   entry in the arena:  i32 key length, i32 subgroup, i32 first chunk, i32 last chunk, key
 *   chunk:               varint (value bytes &lt;&lt; 1), value; and so on
 * </pre>
 */
final class GroupTable extends CombineTable {
    /** What {@link #add} has done with a tuple. */
    enum Added { YES, FULL, TOO_LARGE }

    static final int CHUNK_BYTES = 2 << 10;
    private static final int MAX_VARINT_BYTES = 5;
    private static final int FIRST_CHUNK_AT = 8;
    private static final int LAST_CHUNK_AT = 12;
    private static final int NO_CHUNK = -1;
    private static final int FIRST_CHUNKS = 2;
    /** So many that it is soon seen when keys are all different. */
    private static final int MAX_KEYS = 4096;
    /** With fewer values of a key in the table, sorting tuples is as fast. */
    private static final int LEAST_VALUES = 16;

    private final int maxChunks;
    private byte[] chunks;
    private int[] next;
    private int[] used;
    private int[] values;
    private int[] valueBytes;
    private int chunkCount;
    private long tuples;

    GroupTable(long bufferBytes, RunOutput output) {
        super(bufferBytes / 4, output);
        maxChunks = (int) Math.max(FIRST_CHUNKS, Math.min(bufferBytes / 4 * 3, 1 << 30) / CHUNK_BYTES);
        useChunks();
    }

    private void useChunks() {
        chunks = new byte[FIRST_CHUNKS * CHUNK_BYTES];
        next = new int[FIRST_CHUNKS];
        used = new int[FIRST_CHUNKS];
        values = new int[FIRST_CHUNKS];
        valueBytes = new int[FIRST_CHUNKS];
    }

    /** A tuple that is not added changes nothing; after a flush there is room for it, unless it is too large. */
    Added add(Placement<?, ?> placement, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
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
        return Added.YES;
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
            int more = Math.min(maxChunks, chunkCount * 2);
            byte[] larger = ArrayPool.bytes(more * CHUNK_BYTES);
            System.arraycopy(chunks, 0, larger, 0, chunkCount * CHUNK_BYTES);
            ArrayPool.giveBack(chunks);
            chunks = larger;
            next = Arrays.copyOf(next, more);
            used = Arrays.copyOf(used, more);
            values = Arrays.copyOf(values, more);
            valueBytes = Arrays.copyOf(valueBytes, more);
        }
        int chunk = chunkCount++;
        next[chunk] = NO_CHUNK;
        used[chunk] = 0;
        values[chunk] = 0;
        valueBytes[chunk] = 0;
        return chunk;
    }

    private void append(int chunk, byte[] value, int offset, int length) {
        byte[] to = chunks;
        int begin = chunk * CHUNK_BYTES;
        int at = begin + used[chunk];
        int v = length << 1;
        while ((v & ~0x7F) != 0) {
            to[at++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        to[at++] = (byte) v;
        System.arraycopy(value, offset, to, at, length);
        used[chunk] = at + length - begin;
        values[chunk]++;
        valueBytes[chunk] += length;
        tuples++;
    }

    /** Whether so few values come together that it is not worth it. */
    boolean isPoor() {
        return tuples < (long) entries() * LEAST_VALUES;
    }

    @Override
    void writeEntry(int ref) {
        int keyLength = BigEndian.getInt(arena, ref);
        for (int c = BigEndian.getInt(arena, ref + FIRST_CHUNK_AT); c != NO_CHUNK; c = next[c]) {
            output.addAll(arena, ref + HEADER_BYTES, keyLength, chunks, c * CHUNK_BYTES, used[c], values[c], valueBytes[c]);
        }
    }

    @Override
    void release() {
        super.release();
        ArrayPool.giveBack(chunks);
        useChunks();
    }

    @Override
    void clear() {
        super.clear();
        chunkCount = 0;
        tuples = 0;
    }
}
