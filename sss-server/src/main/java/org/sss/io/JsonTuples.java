package org.sss.io;

import org.sss.api.ByteSink;

/** {@code {"key":...,"value":...}}, or the value alone. One thread at a time. */
final class JsonTuples implements TupleLines {
    private final JsonForm keys;
    private final JsonForm values;
    private final boolean valuesOnly;

    JsonTuples(String keyType, String valueType, boolean valuesOnly) {
        keys = new JsonForm(keyType);
        values = new JsonForm(valueType);
        this.valuesOnly = valuesOnly;
    }

    @Override
    public void append(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out) {
        if (!valuesOnly) {
            JsonForm.ascii("{\"key\":", out);
            keys.append(key, keyOffset, keyLength, out);
            JsonForm.ascii(",\"value\":", out);
        }
        values.append(value, valueOffset, valueLength, out);
        JsonForm.ascii(valuesOnly ? "\n" : "}\n", out);
    }
}
