package org.sss.server.task.output;

import org.sss.net.block.SortIndex;
import org.sss.net.block.TupleEntry;

/**
 * Output without a combiner: buffers every tuple as a {@link TupleEntry}; values of equal keys stay in the order in
 * which they were emitted. For the task's thread.
 */
final class SortBuffer extends OutputBuffer {
    private static final int FIRST_ENTRIES = 256;

    SortBuffer(long bufferBytes, RunOutput output) {
        super(bufferBytes, output, TupleEntry.HEADER_BYTES);
        useFirstIndex();
    }

    private void useFirstIndex() {
        index.growTo((int) Math.max(16, Math.min(FIRST_ENTRIES, bufferBytes / (8 * SortIndex.BYTES_PER_ENTRY))));
    }

    void add(int subgroup, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        long bytes = (long) TupleEntry.HEADER_BYTES + keyLength + valueLength;
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
        TupleEntry.putHeader(arena, ref, keyLength, valueLength);
        int keyStart = ref + TupleEntry.HEADER_BYTES;
        System.arraycopy(key, keyOffset, arena, keyStart, keyLength);
        System.arraycopy(value, valueOffset, arena, keyStart + keyLength, valueLength);
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
        // Entries are added to the index as they arrive.
    }

    @Override
    void writeEntry(int ref) {
        output.addEntry(arena, ref);
    }

    @Override
    void release() {
        super.release();
        useFirstIndex();
    }

    @Override
    void clear() {
        // There is nothing besides the index and the arena.
    }

    @Override
    long otherBytes() {
        return (long) index.capacity() * SortIndex.BYTES_PER_ENTRY;
    }
}
