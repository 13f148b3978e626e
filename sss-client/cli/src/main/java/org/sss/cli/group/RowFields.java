package org.sss.cli.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/**
 * Fields of rows, as objects of built-in types by the names of these. Stateless.
 *
 * @param <R> the rows
 */
interface RowFields<R> {
    /** @throws SssException INVALID_ARGUMENT when the field is none of that type, NOT_FOUND for a column that is not there */
    Object field(R row, String name, String type);

    /**
     * The same for a whole key or value: where the type is string, what is no UTF-8 is kept as {@link Bytes}, see
     * {@link RawTextCodec}.
     */
    Object column(R row, String name, String type);

    /** The row as an object. */
    Object whole(R row, String type);

    static <R> RecordView view(R row, Map<String, String> fields, RowFields<R> of) {
        List<Object> values = new ArrayList<>(fields.size());
        fields.forEach((name, type) -> values.add(of.field(row, name, type)));
        return new RecordView(List.copyOf(fields.keySet()), values);
    }

    static <T> T named(String what, String name, Supplier<T> value) {
        try {
            return value.get();
        } catch (SssException e) {
            throw new SssException(e.code(), what + " '" + name + "': " + e.getMessage(), e);
        }
    }

    /** In the form of {@link org.sss.api.TextForm} within records. */
    static String quoted(String text) {
        return RecordView.textOf(text);
    }

    static int toInt(String name, long number) {
        if (number != (int) number) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' has " + number + ", too large for an int; use long");
        }
        return (int) number;
    }

    static boolean toBoolean(String name, String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' has '" + text + "', which is neither true nor false");
        }
        return text.equalsIgnoreCase("true");
    }
}
