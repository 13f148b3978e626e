package org.sss.io;

import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.api.TextForm;

/** Writes {@code key TAB value}, or only the value, in which strings and bytes are then unchanged. Not thread-safe. */
final class TextTuples implements TupleLines {
    private final TextForm keys;
    private final TextForm values;
    private final boolean valuesOnly;
    private final boolean rawValues;

    TextTuples(String keyType, String valueType, boolean valuesOnly) {
        keys = TextForm.of(keyType);
        values = TextForm.of(valueType);
        this.valuesOnly = valuesOnly;
        rawValues = valuesOnly && (valueType.equals(Codecs.STRING.name()) || valueType.equals(Codecs.BYTES.name()));
    }

    @Override
    public void append(
            byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out) {
        if (!valuesOnly) {
            keys.append(key, keyOffset, keyLength, out);
            out.writeByte('\t');
        }
        if (rawValues) {
            out.write(value, valueOffset, valueLength);
        } else {
            values.append(value, valueOffset, valueLength, out);
        }
        out.writeByte('\n');
    }
}
