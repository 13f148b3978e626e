package org.sss.io.exec;

import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.io.NewlineSearch;

/** Writes tuples in the format of a process. For the task's thread. */
final class TupleWriter<K, V> {
    private final TupleFormat format;
    private final byte separator;
    private final boolean valuesOnly;
    private final Column<K> keys;
    private final Column<V> values;

    TupleWriter(ProcessCommand command, Codec<K> keys, Codec<V> values) {
        format = command.format();
        separator = command.separator();
        valuesOnly = command.valuesOnly();
        this.keys = new Column<>(keys, format);
        this.values = new Column<>(values, format);
    }

    /**
     * @throws SssException INVALID_ARGUMENT for a tuple that a line without escapes cannot contain; {@code out} is
     * unchanged then
     */
    void write(K key, V value, ByteSink out) {
        int start = out.size();
        try {
            if (!valuesOnly) {
                keys.write(key, out);
                endKey(start, out);
            }
            int valueAt = out.size();
            values.write(value, out);
            endValue(valueAt, out);
        } catch (RuntimeException e) {
            out.truncate(start);
            throw e;
        }
    }

    /** Like {@link #write}, with the encodings of a key at {@code bytes[at]} and of its value after it. */
    void writeEncoded(byte[] bytes, int at, int keyLength, int valueLength, ByteSink out) {
        int start = out.size();
        if (!valuesOnly) {
            keys.append(bytes, at, keyLength, out);
            endKey(start, out);
        }
        int value = out.size();
        values.append(bytes, at + keyLength, valueLength, out);
        endValue(value, out);
    }

    private void endKey(int start, ByteSink out) {
        if (format == TupleFormat.TEXT) {
            checkKey(out.array(), start, out.size());
        }
        if (!format.isBinary()) {
            out.writeByte(separator);
        }
    }

    private void endValue(int start, ByteSink out) {
        if (values.plain && NewlineSearch.find(out.array(), start, out.size()) >= 0) {
            throw notALine("the value has a newline in it");
        }
        if (!format.isBinary()) {
            out.writeByte('\n');
        }
    }

    private void checkKey(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == separator) {
                throw notALine("the key has the separator "
                        + (separator == '\t' ? "(a tab)" : "'" + (char) separator + "'") + " in it");
            }
            if (bytes[i] == '\n') {
                throw notALine("the key has a newline in it");
            }
        }
    }

    private static SssException notALine(String what) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                what + ", which a line of plain text cannot contain; use"
                        + " --format escaped or"
                        + " --format binary (in a program escaped() or binary())");
    }

    private static final class Column<T> {
        private final Codec<T> codec;
        private final TextForm text;
        private final TupleFormat format;
        /** True if the encoding is written unchanged into a line. */
        private final boolean plain;

        private final ByteSink encoded = new ByteSink(128);

        Column(Codec<T> codec, TupleFormat format) {
            this.codec = codec.forTask();
            this.format = format;
            text = TextForm.of(codec);
            plain = format == TupleFormat.TEXT && TupleColumn.isText(codec);
        }

        void write(T object, ByteSink out) {
            if (plain) {
                codec.encode(object, out);
                return;
            }
            encoded.clear();
            codec.encode(object, encoded);
            append(encoded.array(), 0, encoded.size(), out);
        }

        void append(byte[] bytes, int offset, int length, ByteSink out) {
            if (plain) {
                out.write(bytes, offset, length);
            } else if (format.isBinary()) {
                out.writeInt(length);
                out.write(bytes, offset, length);
            } else {
                text.append(bytes, offset, length, out);
            }
        }
    }
}
