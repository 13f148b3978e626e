package org.sss.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.sss.api.ByteSink;

/** Writes {@code {"key":...,"value":...}}, or only the value. Not thread-safe. */
final class JsonTuples implements TupleLines {
    private final JsonColumn keys;
    private final JsonColumn values;
    private final boolean valuesOnly;
    private final Target target = new Target();
    private final JsonGenerator json;

    JsonTuples(String keyType, String valueType, boolean valuesOnly) {
        keys = new JsonColumn(keyType);
        values = new JsonColumn(valueType);
        this.valuesOnly = valuesOnly;
        try {
            json = new JsonFactory().createGenerator(target).setRootValueSeparator(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void append(
            byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out) {
        target.sink = out;
        try {
            if (!valuesOnly) {
                json.writeStartObject();
                json.writeFieldName("key");
                keys.write(key, keyOffset, keyLength, json);
                json.writeFieldName("value");
            }
            values.write(value, valueOffset, valueLength, json);
            if (!valuesOnly) {
                json.writeEndObject();
            }
            json.writeRaw('\n');
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes to the sink of the current tuple. */
    private static final class Target extends OutputStream {
        private ByteSink sink;

        @Override
        public void write(int b) {
            sink.writeByte(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            sink.write(bytes, offset, length);
        }
    }
}
