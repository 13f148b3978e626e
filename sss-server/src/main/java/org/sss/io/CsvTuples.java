package org.sss.io;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;

/**
 * Rows with the columns {@code key} and {@code value}; a record has a column for each of its fields, one in another record
 * {@code outer.inner}. Where key and value have columns of one name, all are {@code key.name} and {@code value.name}. Bytes
 * are written as they are, in quotation marks where it is needed. One thread at a time.
 */
final class CsvTuples implements TupleLines {
    private final Codec<?> keys;
    private final Codec<?> values;
    private final List<String> columns = new ArrayList<>();
    private final boolean valuesOnly;

    CsvTuples(String keyType, String valueType, boolean valuesOnly) {
        keys = Codecs.byName(keyType);
        values = Codecs.byName(valueType);
        this.valuesOnly = valuesOnly;
        List<String> ofKey = valuesOnly ? List.of() : columns("key", keyType);
        List<String> ofValue = columns("value", valueType);
        boolean alike = !Collections.disjoint(ofKey, ofValue);
        ofKey.forEach(name -> columns.add(alike ? "key." + name : name));
        ofValue.forEach(name -> columns.add(alike ? "value." + name : name));
    }

    private static List<String> columns(String otherwise, String type) {
        Map<String, String> fields = RecordView.fieldsOf(type);
        if (fields.isEmpty()) {
            return List.of(otherwise);
        }
        List<String> names = new ArrayList<>();
        fields.forEach((name, fieldType) -> columns(name, fieldType).forEach(inner ->
                names.add(RecordView.fieldsOf(fieldType).isEmpty() ? name : name + '.' + inner)));
        return names;
    }

    @Override
    public void begin(ByteSink out) {
        for (int i = 0; i < columns.size(); i++) {
            separator(i, out);
            field(columns.get(i).getBytes(StandardCharsets.UTF_8), out);
        }
        out.writeByte('\n');
    }

    @Override
    public void append(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out) {
        int at = valuesOnly ? 0 : append(keys, key, keyOffset, keyLength, 0, out);
        append(values, value, valueOffset, valueLength, at, out);
        out.writeByte('\n');
    }

    /** Appends the fields of an object, of which the first is number {@code at}, and returns the number of the next one. */
    private static int append(Codec<?> codec, byte[] bytes, int offset, int length, int at, ByteSink out) {
        if (codec == Codecs.STRING || codec == Codecs.BYTES) {
            separator(at, out);
            field(bytes, offset, length, out);
            return at + 1;
        }
        return append(codec.decode(bytes, offset, length), at, out);
    }

    private static int append(Object object, int at, ByteSink out) {
        if (object instanceof RecordView view && !view.names().isEmpty()) {
            int next = at;
            for (Object value : view.values()) {
                next = append(value, next, out);
            }
            return next;
        }
        separator(at, out);
        if (object instanceof Bytes bytes) {
            field(bytes.array(), bytes.offset(), bytes.length(), out);
        } else {
            field(object.toString().getBytes(StandardCharsets.UTF_8), out);
        }
        return at + 1;
    }

    private static void separator(int at, ByteSink out) {
        if (at > 0) {
            out.writeByte(',');
        }
    }

    private static void field(byte[] bytes, ByteSink out) {
        field(bytes, 0, bytes.length, out);
    }

    private static void field(byte[] bytes, int offset, int length, ByteSink out) {
        if (!needsQuotes(bytes, offset, length)) {
            out.write(bytes, offset, length);
            return;
        }
        out.writeByte('"');
        for (int i = offset; i < offset + length; i++) {
            out.writeByte(bytes[i]);
            if (bytes[i] == '"') {
                out.writeByte('"');
            }
        }
        out.writeByte('"');
    }

    /** Also nothing and blanks do: a line of nothing is no record, and some readers strip fields. */
    private static boolean needsQuotes(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b == ',' || b == '"' || b == '\n' || b == '\r') {
                return true;
            }
        }
        return length == 0 || bytes[offset] == ' ' || bytes[offset + length - 1] == ' ';
    }
}
