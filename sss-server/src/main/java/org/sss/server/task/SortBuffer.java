package org.sss.server.task;

import org.sss.net.block.BigEndian;
import org.sss.net.block.SortIndex;

/**
 * Output without a combiner: keeps every tuple, values of equal keys in the order in which they came. Used by the task's
 * thread.
 *
 * <pre>
 *   entry in the arena:  i32 key length, i32 value length, key, value
 * </pre>
 */
final class SortBuffer extends OutputBuffer {
    private static final int HEADER_BYTES = 8;
    private static final int FIRST_ENTRIES = 256;

    SortBuffer(long bufferBytes, RunOutput output) {
        super(bufferBytes, output, HEADER_BYTES);
        useFirstIndex();
    }

    private void useFirstIndex() {
        index.growTo((int) Math.max(16, Math.min(FIRST_ENTRIES, bufferBytes / (8 * SortIndex.BYTES_PER_ENTRY))));
    }

    void add(int subgroup, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        long bytes = (long) HEADER_BYTES + keyLength + valueLength;
        if (isLarge(bytes)) {
            writeAlone(subgroup, key, keyOffset, keyLength, value, valueOffset, valueLength);
            return;
        }
        if (!hasRoom((int) bytes)) {
            makeRoom((int) bytes);
        }
        if (index.size() == index.capacity() && !growIndex()) {
            flush();
        }
        int ref = end;
        BigEndian.putInt(arena, ref, keyLength);
        BigEndian.putInt(arena, ref + 4, valueLength);
        System.arraycopy(key, keyOffset, arena, ref + HEADER_BYTES, keyLength);
        System.arraycopy(value, valueOffset, arena, ref + HEADER_BYTES + keyLength, valueLength);
        end = ref + (int) bytes;
        index.add(arena, ref, subgroup);
    }

    private boolean growIndex() {
        long room = Math.min(bufferBytes - arena.length, bufferBytes * 5 / 8) / SortIndex.BYTES_PER_ENTRY;
        long wanted = Math.min(room, index.capacity() * 2L);
        if (wanted < index.capacity() + index.capacity() / 8) {
            return false;
        }
        index.growTo((int) wanted);
        return true;
    }

    @Override
    void fillIndex() {
        // Entries are put there as they come.
    }

    @Override
    void writeEntry(int ref) {
        int keyLength = BigEndian.getInt(arena, ref);
        int key = ref + HEADER_BYTES;
        output.add(arena, key, keyLength, arena, key + keyLength, BigEndian.getInt(arena, ref + 4));
    }

    @Override
    void release() {
        super.release();
        useFirstIndex();
    }

    @Override
    void clear() {
        // The index and the arena are all there is.
    }

    @Override
    long otherBytes() {
        return (long) index.capacity() * SortIndex.BYTES_PER_ENTRY;
    }
}
