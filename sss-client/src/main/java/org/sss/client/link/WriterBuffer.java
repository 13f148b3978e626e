package org.sss.client.link;

import org.sss.api.ByteSink;
import org.sss.client.GroupWriter;
import org.sss.net.block.RunWriter;
import org.sss.net.block.SortIndex;
import org.sss.net.block.TupleEntry;

/**
 * Buffer of a {@link GroupWriter}: tuples are encoded into it and drained as one sorted run per subgroup. Preserves the
 * order of the values of a key. One thread at a time. Contains at most {@code maxBytes} plus one tuple.
 */
public final class WriterBuffer {
    private static final int ARENA_INITIAL_BYTES = 1 << 20;
    private static final int FIRST_ENTRIES = 1024;

    private final int subgroupCount;
    private int maxBytes;
    private final SortIndex index;
    private ByteSink arena = new ByteSink(ARENA_INITIAL_BYTES);

    WriterBuffer(int subgroupCount, int maxBytes) {
        this.subgroupCount = subgroupCount;
        this.maxBytes = maxBytes;
        index = new SortIndex(TupleEntry.HEADER_BYTES, subgroupCount);
        index.growTo(FIRST_ENTRIES);
    }

    /**
     * Starts a tuple: encode its key, then its value into the sink, then call {@link #added} or {@link #discard}.
     *
     * @return the sink; the key starts at its current size
     */
    public ByteSink startTuple() {
        arena.writeLong(0);
        return arena;
    }

    /** Adds the tuple whose key and value are from {@code keyOffset} to the end of the arena. */
    public void added(int keyOffset, int keyLength, int subgroup) {
        if (index.size() == index.capacity()) {
            index.growTo(2 * index.capacity());
        }
        byte[] bytes = arena.array();
        int entry = keyOffset - TupleEntry.HEADER_BYTES;
        TupleEntry.putHeader(bytes, entry, keyLength, arena.size() - keyOffset - keyLength);
        index.add(bytes, entry, subgroup);
    }

    /** Discards the started tuple, whose key is at {@code keyOffset}. */
    public void discard(int keyOffset) {
        arena.truncate(keyOffset - TupleEntry.HEADER_BYTES);
    }

    public boolean isEmpty() {
        return index.size() == 0;
    }

    public boolean isFull() {
        return arena.size() + (long) index.size() * SortIndex.BYTES_PER_ENTRY >= maxBytes;
    }

    /** Receives the sorted runs. */
    public interface RunSink {
        /** Returns the writer of the next run of that subgroup. */
        RunWriter startRun(int subgroup);
    }

    /** Writes all tuples as one run per subgroup, and clears this buffer. */
    public void drain(RunSink sink) {
        index.sort(arena.array());
        for (int s = 0; s < subgroupCount; s++) {
            if (index.start(s) < index.start(s + 1)) {
                writeRun(s, sink.startRun(s));
            }
        }
        clear();
    }

    private void writeRun(int subgroup, RunWriter run) {
        byte[] bytes = arena.array();
        int end = index.start(subgroup + 1);
        for (int i = index.start(subgroup); i < end; i++) {
            index.touchAhead(bytes, i, end);
            TupleEntry.addTo(run, bytes, index.ref(i));
        }
        run.finish();
    }

    /** Sets the number of bytes at which it is full. */
    public void limit(int bytes) {
        maxBytes = bytes;
    }

    /** Bytes of the buffered tuples, with their headers. */
    public int size() {
        return arena.size();
    }

    /** Memory of its arrays. */
    long capacityBytes() {
        return arena.capacity() + (long) index.capacity() * SortIndex.BYTES_PER_ENTRY;
    }

    /** Releases its arrays. The buffer must not be used afterwards. */
    void release() {
        index.release();
    }

    /** Discards all tuples. */
    void clear() {
        index.clear();
        arena.clear();
        if (arena.capacity() > 2L * Math.max(maxBytes, ARENA_INITIAL_BYTES)) {
            arena = new ByteSink(ARENA_INITIAL_BYTES);
        }
    }
}
