package org.sss.io.exec;

import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.io.SignsOfLife;
import org.sss.net.block.BigEndian;
import org.sss.net.block.SortIndex;

/**
 * Passes the output of a mapper through combiner processes. Tuples are buffered; when the buffer is full, and at the
 * end, a new process receives them sorted by key, and its output replaces them. For the task's thread.
 *
 * <pre>
 *   entry in the buffer:  i32 key length, i32 value length, key, value
 * </pre>
 */
final class CombineBuffer<K, V> implements Emitter<K, V>, AutoCloseable {
    static final int MAX_BYTES = 16 << 20;
    private static final int HEADER_BYTES = 8;
    private static final int FIRST_ENTRIES = 1024;

    private final ProcessCommand command;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final TaskContext task;
    private final int maxBytes;
    private final ByteSink entries = new ByteSink(64 << 10);
    private final SortIndex index = new SortIndex(HEADER_BYTES, 1);
    private Emitter<K, V> out;
    private Conversation<K, V, K, V> conversation;
    /** Reports of processes that have ended, and of the running one; read by other threads. */
    private volatile long earlierReports;

    private volatile Reports reports = new Reports();

    CombineBuffer(ProcessCommand command, Codec<K> keys, Codec<V> values, TaskContext task, int maxBytes) {
        this.command = command;
        this.keys = keys.forTask();
        this.values = values.forTask();
        this.task = task;
        this.maxBytes = maxBytes;
        if (task instanceof SignsOfLife watched) {
            watched.addSign(() -> earlierReports + reports.total());
        }
    }

    /** Returns this emitter, with {@code newOut} for the output of the combiner. */
    Emitter<K, V> to(Emitter<K, V> newOut) {
        out = newOut;
        return this;
    }

    @Override
    public void emit(K key, V value) {
        int ref = entries.size();
        entries.writeLong(0);
        keys.encode(key, entries);
        int keyLength = entries.size() - ref - HEADER_BYTES;
        values.encode(value, entries);
        BigEndian.putInt(entries.array(), ref, keyLength);
        BigEndian.putInt(entries.array(), ref + 4, entries.size() - ref - HEADER_BYTES - keyLength);
        if (index.size() == index.capacity()) {
            index.growTo(Math.max(FIRST_ENTRIES, index.capacity() * 2));
        }
        index.add(entries.array(), ref, 0);
        if (entries.size() + (long) index.size() * SortIndex.BYTES_PER_ENTRY >= maxBytes) {
            flush();
        }
    }

    /** @throws SssException USER_CODE if the process fails, CANCELLED */
    void flush() {
        if (index.size() == 0) {
            return;
        }
        try {
            combine();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "command " + command + " was interrupted", e);
        }
        entries.clear();
        index.clear();
    }

    private void combine() throws InterruptedException {
        conversation = new Conversation<>(
                command,
                new TupleWriter<>(command, keys, values),
                new TupleParser<>(command, keys, values),
                task,
                started -> reports = started,
                false);
        byte[] array = entries.array();
        index.sort(array);
        for (int i = 0; i < index.size(); i++) {
            index.touchAhead(array, i, index.size());
            int ref = index.ref(i);
            conversation.sendEncoded(
                    array, ref + HEADER_BYTES, BigEndian.getInt(array, ref), BigEndian.getInt(array, ref + 4), out);
        }
        conversation.finish(out);
        conversation.close();
        conversation.deleteDirectory();
        earlierReports += reports.total();
        reports = new Reports();
    }

    @Override
    public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
        return out.to(group);
    }

    @Override
    public void count(String counter, long amount) {
        out.count(counter, amount);
    }

    @Override
    public void close() {
        index.release();
        if (conversation != null) {
            conversation.close();
        }
    }
}
