package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.ByteSink;
import org.sss.api.Codec;

/** Writes tuples as lines. For the task's thread. */
final class TextLines<K, V> {
    private static final int FLUSH_BYTES = 64 << 10;

    private final Codec<K> keys;
    private final Codec<V> values;
    private final TupleLines form;
    private final OutputStream out;
    private final ByteSink key = new ByteSink(256);
    private final ByteSink value = new ByteSink(256);
    private final ByteSink lines = new ByteSink(FLUSH_BYTES + 4096);
    private long count;
    private IOException failure;

    TextLines(Codec<K> keys, Codec<V> values, TupleLines form, OutputStream out) {
        this.keys = keys.forTask();
        this.values = values.forTask();
        this.form = form;
        this.out = out;
        form.start(lines);
    }

    void write(K newKey, V newValue) throws IOException {
        checkNotFailed();
        int before = lines.size();
        boolean whole = false;
        try {
            append(newKey, newValue);
            whole = true;
        } finally {
            if (!whole) {
                lines.truncate(before);
            }
        }
        count++;
        if (lines.size() >= FLUSH_BYTES) {
            flush();
        }
    }

    private void append(K newKey, V newValue) {
        key.clear();
        keys.encode(newKey, key);
        value.clear();
        values.encode(newValue, value);
        form.append(key.array(), 0, key.size(), value.array(), 0, value.size(), lines);
    }

    /** Fails in all calls after a failure, since it is unknown how much was written. */
    private void checkNotFailed() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    void flush() throws IOException {
        checkNotFailed();
        try {
            LargeArrays.write(out, lines.array(), 0, lines.size());
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        lines.clear();
    }

    long count() {
        return count;
    }
}
