package org.sss.io.exec;

import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.TextForm;

/** Writes tuples as a process reads them. Used by the task's thread. */
final class TupleWriter<K, V> {
    private final boolean binary;
    private final boolean valuesOnly;
    private final Column<K> keys;
    private final Column<V> values;

    TupleWriter(Command command, Codec<K> keys, Codec<V> values) {
        binary = command.binary();
        valuesOnly = command.valuesOnly();
        this.keys = new Column<>(keys);
        this.values = new Column<>(values);
    }

    void write(K key, V value, ByteSink out) {
        if (!valuesOnly) {
            keys.write(key, out, binary);
            if (!binary) {
                out.writeByte('\t');
            }
        }
        values.write(value, out, binary);
        if (!binary) {
            out.writeByte('\n');
        }
    }

    private static final class Column<T> {
        private final Codec<T> codec;
        private final TextForm text;
        private final ByteSink encoded = new ByteSink(128);

        Column(Codec<T> codec) {
            this.codec = codec.forTask();
            text = TextForm.of(codec);
        }

        void write(T object, ByteSink out, boolean binary) {
            encoded.clear();
            codec.encode(object, encoded);
            if (binary) {
                out.writeInt(encoded.size());
                out.write(encoded.array(), 0, encoded.size());
            } else {
                text.append(encoded.array(), 0, encoded.size(), out);
            }
        }
    }
}
