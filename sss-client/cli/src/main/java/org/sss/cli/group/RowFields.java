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
 * Reads the fields of rows as objects of built-in types, which are given by name. Stateless.
 *
 * @param <R> the rows
 */
interface RowFields<R> {
    /** @throws SssException INVALID_ARGUMENT if the field is not of that type; NOT_FOUND for a missing column */
    Object field(R row, String name, String type);

    /**
     * The same for a whole key or value: for type string, returns {@link Bytes} for text that is not valid UTF-8, see
     * {@link RawTextCodec}.
     */
    Object column(R row, String name, String type);

    /** Returns the whole row as an object. */
    Object whole(R row, String type);

    /**
     * Called after the last row.
     *
     * @throws SssException NOT_FOUND for a field that no row has
     */
    default void checkSelection() {}

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

    /** Returns text in the form of {@link org.sss.api.TextForm} within records. */
    static String quoted(String text) {
        return RecordView.textOf(text);
    }

    static int toInt(String name, long number) {
        if (number != (int) number) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + name + "' is " + number + ", which does not fit an int; use long");
        }
        return (int) number;
    }

    static boolean toBoolean(String name, String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "'" + name + "' is '" + text + "', neither true nor false");
        }
        return text.equalsIgnoreCase("true");
    }
}
