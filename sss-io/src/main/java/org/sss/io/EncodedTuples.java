package org.sss.io;

import java.io.IOException;
import org.sss.api.ByteSink;
import org.sss.api.Codec;

/** Encodes the tuples of a task for a writer. For the task's thread. */
final class EncodedTuples<K, V> {
    private final Codec<K> keys;
    private final Codec<V> values;
    private final RecordFormat.Writer writer;
    private final ByteSink key = new ByteSink(256);
    private final ByteSink value = new ByteSink(256);
    private long count;

    EncodedTuples(Codec<K> keys, Codec<V> values, RecordFormat.Writer writer) {
        this.keys = keys.forTask();
        this.values = values.forTask();
        this.writer = writer;
    }

    void write(K newKey, V newValue) throws IOException {
        key.clear();
        keys.encode(newKey, key);
        value.clear();
        values.encode(newValue, value);
        writer.write(key.array(), 0, key.size(), value.array(), 0, value.size());
        count++;
    }

    void finish() throws IOException {
        writer.finish();
    }

    long count() {
        return count;
    }
}
