package org.sss.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A record as a tool sees it that has not the record's class: the names of the fields and their values, which are
 * {@code String}, {@link Bytes}, {@code Integer}, {@code Long}, {@code Double}, {@code Boolean} or {@code RecordView}.
 * Immutable.
 */
public record RecordView(List<String> names, List<Object> values) {
    public RecordView {
        names = List.copyOf(names);
        values = List.copyOf(values);
        if (names.size() != values.size()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT,
                    "a record has " + names.size() + " field names but " + values.size() + " values");
        }
    }

    /**
     * Names and types of the fields of a record type, in their order: of {@code record(a:long,b:string)} a is {@code long}.
     * Empty for a type that is no record.
     */
    public static Map<String, String> fieldsOf(String typeName) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (BuiltInType.ofKeyOrValue(typeName).orElse(null) instanceof BuiltInType.Fields record) {
            record.list().forEach(field -> fields.put(field.name(), field.type().toString()));
        }
        return fields;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} when there is no field of that name */
    public Object get(String field) {
        int index = names.indexOf(field);
        if (index < 0) {
            throw new SssException(ErrorCode.NOT_FOUND, "the record has no field '" + field + "'; it has " + names);
        }
        return values.get(index);
    }

    /** For example {@code {name="a b", x=1.0}}, as {@link TextForm} renders the record. */
    @Override
    public String toString() {
        ByteSink out = new ByteSink(64);
        appendTo(out);
        return Bytes.of(out.toByteArray()).toString();
    }

    private void appendTo(ByteSink out) {
        out.writeByte('{');
        for (int i = 0; i < names.size(); i++) {
            Utf8.append((i == 0 ? "" : ", ") + names.get(i) + "=", out);
            appendValue(values.get(i), out);
        }
        out.writeByte('}');
    }

    private static void appendValue(Object value, ByteSink out) {
        if (value instanceof RecordView nested) {
            nested.appendTo(out);
        } else if (value instanceof Bytes || value instanceof String) {
            Bytes bytes = value instanceof Bytes b ? b : Bytes.of((String) value);
            TextEscapes.appendQuoted(bytes.array(), bytes.offset(), bytes.length(), out);
        } else {
            Utf8.append(value.toString(), out);
        }
    }
}
