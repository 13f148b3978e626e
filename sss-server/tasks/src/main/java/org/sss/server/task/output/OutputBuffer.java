package org.sss.server.task.output;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.SortIndex;

/**
 * Collects encoded tuples in one array, the arena, and writes them as sorted runs, one per subgroup, when its memory is
 * full. For the task's thread.
 */
abstract sealed class OutputBuffer permits CombineTable, SortBuffer {
    /** Slack after the entries, since they may be read in words of eight bytes. */
    private static final int SLACK_BYTES = 8;

    private static final int FIRST_ARENA_BYTES = 4 << 10;
    private static final int MAX_ARENA_BYTES = 1 << 30;

    /** Limit of all arrays together. */
    final long bufferBytes;

    final RunOutput output;
    final SortIndex index;
    byte[] arena;
    /** Bytes used in the arena. */
    int end;

    private Throwable failure;

    OutputBuffer(long bufferBytes, RunOutput output, int keyAt) {
        this.bufferBytes = bufferBytes;
        this.output = output;
        index = new SortIndex(keyAt, output.subgroupCount());
        arena = new byte[(int) Math.min(FIRST_ARENA_BYTES, bufferBytes / 4) + SLACK_BYTES];
    }

    /** Writes what is buffered and empties the buffer. */
    final void flush() {
        checkNotFailed();
        output.startSorting();
        try {
            writeRuns();
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            output.endSorting();
        }
        index.clear();
        end = 0;
        clear();
    }

    /** A run may be incomplete: user code that ignores the error must not continue. */
    private void checkNotFailed() {
        if (failure != null) {
            ErrorCode code = failure instanceof SssException e ? e.code() : ErrorCode.INTERNAL;
            throw new SssException(code, "the output failed before: " + failure.getMessage(), failure);
        }
    }

    private void writeRuns() {
        fillIndex();
        index.sort(arena);
        for (int s = 0; s < output.subgroupCount(); s++) {
            if (index.start(s) < index.start(s + 1)) {
                writeRun(s);
            }
        }
    }

    /** Adds all entries to the index. */
    abstract void fillIndex();

    abstract void writeEntry(int ref);

    abstract void clear();

    /**
     * Returns the bytes of arrays other than the arena; at most half of {@link #bufferBytes} unless the buffer is tiny.
     */
    abstract long otherBytes();

    private void writeRun(int subgroup) {
        output.start(subgroup);
        int runEnd = index.start(subgroup + 1);
        for (int i = index.start(subgroup); i < runEnd; i++) {
            index.touchAhead(arena, i, runEnd);
            writeEntry(index.ref(i));
        }
        output.end();
    }

    /** Returns whether a tuple of that size should not be buffered. */
    final boolean isLarge(long entryBytes) {
        return entryBytes > bufferBytes / 4;
    }

    /** Writes a large tuple as a separate run, after all earlier ones. */
    final void writeAlone(
            int subgroup, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        flush();
        try {
            output.start(subgroup);
            output.add(key, keyOffset, keyLength, value, valueOffset, valueLength);
            output.end();
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    /** Makes room in the arena, by growing it or, if the limit is reached, by a flush. */
    final void makeRoom(int bytes) {
        if (!hasRoom(bytes) && !growArena(bytes)) {
            flush();
            if (!hasRoom(bytes)) {
                arena = new byte[bytes + SLACK_BYTES];
            }
        }
    }

    final boolean hasRoom(int bytes) {
        return bytes <= arena.length - SLACK_BYTES - end;
    }

    /** Grows the arena. Returns false if the limit leaves no room for {@code bytes} more. */
    final boolean growArena(int bytes) {
        long limit = Math.min(MAX_ARENA_BYTES, bufferBytes - otherBytes());
        long wanted = Math.min(limit, Math.max(arena.length * 2L, (long) end + bytes + SLACK_BYTES));
        if (wanted - SLACK_BYTES - end < bytes || wanted < arena.length + arena.length / 8) {
            return false;
        }
        byte[] larger = ArrayPool.bytes((int) wanted);
        System.arraycopy(arena, 0, larger, 0, end);
        ArrayPool.giveBack(arena);
        arena = larger;
        return true;
    }

    /** Releases the memory of an empty buffer for the next task. The buffer may be used again. */
    void release() {
        ArrayPool.giveBack(arena);
        arena = new byte[SLACK_BYTES];
        index.release();
    }
}
