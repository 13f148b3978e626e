package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TextForm;

/** Writes tuples as lines. Used by the task's thread. */
final class TextLines<K, V> {
    private static final int FLUSH_BYTES = 64 << 10;

    private final Codec<K> keys;
    private final Codec<V> values;
    private final TextForm keyText;
    private final TextForm valueText;
    private final boolean valuesOnly;
    private final boolean rawValues;
    private final OutputStream out;
    private final ByteSink encoded = new ByteSink(256);
    private final ByteSink lines = new ByteSink(FLUSH_BYTES + 4096);
    private long count;
    private IOException failure;

    TextLines(Codec<K> keys, Codec<V> values, boolean valuesOnly, OutputStream out) {
        this.keys = keys.forTask();
        this.values = values.forTask();
        keyText = TextForm.of(keys);
        valueText = TextForm.of(values);
        this.valuesOnly = valuesOnly;
        rawValues = valuesOnly && (values.name().equals(Codecs.STRING.name()) || values.name().equals(Codecs.BYTES.name()));
        this.out = out;
    }

    void write(K key, V value) throws IOException {
        int before = lines.size();
        boolean whole = false;
        try {
            append(key, value);
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

    private void append(K key, V value) {
        if (!valuesOnly) {
            append(keys, keyText, key);
            lines.writeByte('\t');
        }
        if (rawValues) {
            values.encode(value, lines);
        } else {
            append(values, valueText, value);
        }
        lines.writeByte('\n');
    }

    private <T> void append(Codec<T> codec, TextForm text, T object) {
        encoded.clear();
        codec.encode(object, encoded);
        text.append(encoded.array(), 0, encoded.size(), lines);
    }

    /** Fails again and again once it has failed: nobody knows how much was written. */
    void flush() throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            out.write(lines.array(), 0, lines.size());
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
