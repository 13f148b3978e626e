package org.sss.io;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.net.control.Nearest;

/**
 * Writes rows with the columns {@code key} and {@code value}. A record has a column for each of its fields, a nested
 * one {@code outer.inner}. If key and value have a column name in common, all are {@code key.name} and
 * {@code value.name}. Bytes are written unchanged, in quotation marks if needed. Not thread-safe.
 */
final class CsvTuples implements TupleLines {
    private final Codec<?> keys;
    private final Codec<?> values;
    private final List<String> columns = new ArrayList<>();
    private final boolean valuesOnly;
    /** Numbers of the written columns, in order; null if all are written. */
    private final int[] selected;
    /** All fields of a tuple, of which some are written, and the end offset of each. */
    private final ByteSink fields = new ByteSink(256);

    private final int[] ends;

    /** @param names names of the written columns; empty for all */
    CsvTuples(String keyType, String valueType, boolean valuesOnly, List<String> names) {
        keys = Codecs.byName(keyType);
        values = Codecs.byName(valueType);
        this.valuesOnly = valuesOnly;
        List<String> ofKey = valuesOnly ? List.of() : columns("key", keyType);
        List<String> ofValue = columns("value", valueType);
        boolean alike = !Collections.disjoint(ofKey, ofValue);
        ofKey.forEach(name -> columns.add(alike ? "key." + name : name));
        ofValue.forEach(name -> columns.add(alike ? "value." + name : name));
        selected =
                names.isEmpty() ? null : names.stream().mapToInt(this::number).toArray();
        ends = new int[columns.size()];
    }

    private int number(String name) {
        int number = columns.indexOf(name);
        if (number < 0) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no column '" + name + "'" + Nearest.hint(name, columns.stream()) + "; there are "
                            + String.join(", ", columns));
        }
        return number;
    }

    private static List<String> columns(String otherwise, String type) {
        Map<String, String> fields = RecordView.fieldsOf(type);
        if (fields.isEmpty()) {
            return List.of(otherwise);
        }
        List<String> names = new ArrayList<>();
        fields.forEach((name, fieldType) -> columns(name, fieldType)
                .forEach(inner -> names.add(RecordView.fieldsOf(fieldType).isEmpty() ? name : name + '.' + inner)));
        return names;
    }

    @Override
    public void start(ByteSink out) {
        List<String> written = selected == null
                ? columns
                : Arrays.stream(selected).mapToObj(columns::get).toList();
        for (int i = 0; i < written.size(); i++) {
            comma(i, out);
            field(written.get(i).getBytes(StandardCharsets.UTF_8), out);
        }
        out.writeByte('\n');
    }

    @Override
    public void append(
            byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out) {
        ByteSink row = selected == null ? out : fields;
        int at = valuesOnly ? 0 : append(keys, key, keyOffset, keyLength, 0, row);
        append(values, value, valueOffset, valueLength, at, row);
        if (selected != null) {
            appendSelected(out);
        }
        out.writeByte('\n');
    }

    private void appendSelected(ByteSink out) {
        ends[ends.length - 1] = fields.size();
        for (int i = 0; i < selected.length; i++) {
            comma(i, out);
            int from = selected[i] == 0 ? 0 : ends[selected[i] - 1];
            out.write(fields.array(), from, ends[selected[i]] - from);
        }
        fields.clear();
    }

    /**
     * Appends the fields of an object, of which the first has number {@code at}, and returns the number of the next
     * one.
     */
    private int append(Codec<?> codec, byte[] bytes, int offset, int length, int at, ByteSink out) {
        if (codec == Codecs.STRING || codec == Codecs.BYTES) {
            separator(at, out);
            field(bytes, offset, length, out);
            return at + 1;
        }
        return append(codec.decode(bytes, offset, length), at, out);
    }

    private int append(Object object, int at, ByteSink out) {
        if (object instanceof RecordView view && !view.names().isEmpty()) {
            int next = at;
            for (Object value : view.values()) {
                next = append(value, next, out);
            }
            return next;
        }
        separator(at, out);
        Object one = object instanceof Optional<?> optional ? optional.isPresent() ? optional.get() : "" : object;
        if (one instanceof Bytes bytes) {
            field(bytes.array(), bytes.offset(), bytes.length(), out);
        } else {
            boolean isSeveral = one instanceof Collection<?> || one instanceof Map<?, ?> || one instanceof Optional<?>;
            field((isSeveral ? RecordView.textOf(one) : one.toString()).getBytes(StandardCharsets.UTF_8), out);
        }
        return at + 1;
    }

    /** Writes the separator before field number {@code at}. */
    private void separator(int at, ByteSink out) {
        if (selected == null) {
            comma(at, out);
        } else if (at > 0) {
            ends[at - 1] = out.size();
        }
    }

    private static void comma(int at, ByteSink out) {
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

    /** Also true for empty and blank fields: an empty line is no record, and some readers strip fields. */
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
