package org.sss.parquet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.io.RecordFormat;

/**
 * The columns of tuples: {@code key} and value, or those of the fields of a record. If key and value have a
 * column name in common, all are {@code key.NAME} and {@code value.NAME}. Immutable.
 *
 * @param keys   names of the columns of the key and their types, in order
 * @param values the same of the value
 */
record Layout(Map<String, String> keys, Map<String, String> values) {
    /** The properties of a file that have the types of its tuples. */
    static final String KEYS = "sss.keys";

    static final String VALUES = "sss.values";
    static final String KEY = "key";
    static final String VALUE = "value";

    /** @throws SssException INVALID_ARGUMENT for the type of a user's codec, which has no columns */
    static Layout of(RecordFormat.Types types, boolean valuesOnly) {
        Map<String, String> keys = valuesOnly ? Map.of() : columns(KEY, types.keys());
        Map<String, String> values = columns(VALUE, types.values());
        return Collections.disjoint(keys.keySet(), values.keySet())
                ? new Layout(keys, values)
                : new Layout(prefixed(KEY, keys), prefixed(VALUE, values));
    }

    private static Map<String, String> columns(String what, String type) {
        if (!Codecs.isBuiltIn(type)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the " + what + "s have the type '" + type + "' of a program's own codec, which has no columns;"
                            + " use a record, or bytes");
        }
        return isRecord(type) ? RecordView.fieldsOf(type) : Map.of(what, type);
    }

    static boolean isRecord(String type) {
        return type.startsWith("record(");
    }

    private static Map<String, String> prefixed(String what, Map<String, String> columns) {
        Map<String, String> all = new LinkedHashMap<>();
        columns.forEach((name, type) -> all.put(what + "." + name, type));
        return all;
    }

    /** Returns all names, those of the key first. */
    List<String> names() {
        List<String> all = new ArrayList<>(keys.keySet());
        all.addAll(values.keySet());
        return all;
    }
}
