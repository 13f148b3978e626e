package org.sss.api;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A record for tools that do not have the record's class: the names of the fields and their values, which are
 * {@code String} (also of an enum), {@link Bytes}, {@code Integer}, {@code Long}, {@code Double}, {@code Boolean},
 * {@code Float}, {@code Short}, {@code Byte}, {@code Character}, {@code Instant}, {@code LocalDate}, {@code UUID},
 * {@code BigDecimal}, {@code RecordView}, or a {@code List}, {@code Set}, {@code Map} or {@code Optional} of those.
 * Immutable.
 */
public record RecordView(List<String> names, List<Object> values) {
    public RecordView {
        names = List.copyOf(names);
        values = List.copyOf(values);
        if (names.size() != values.size()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a record has " + names.size() + " field names but " + values.size() + " values");
        }
    }

    /**
     * Returns the names and types of the fields of a record type in order: for {@code record(a:long,b:string)}, a is
     * {@code long}. Empty if the type is no record.
     */
    public static Map<String, String> fieldsOf(String typeName) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (BuiltInType.ofKeyOrValue(typeName).orElse(null) instanceof BuiltInType.Fields record) {
            record.list().forEach(field -> fields.put(field.name(), field.type().toString()));
        }
        return fields;
    }

    /**
     * Returns the element types of a field's type: two for {@code map(string,int)}, one for {@code list(int)}, none for
     * other types.
     */
    public static List<String> elementsOf(String fieldType) {
        return BuiltInType.ofField(fieldType).orElse(null) instanceof BuiltInType.Several several
                ? several.of().stream().map(BuiltInType::toString).toList()
                : List.of();
    }

    /**
     * Parses the text of a field of a type such as {@code date} or {@code list(int)}, in the format of
     * {@link TextForm}.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the text does not describe such an object
     */
    public static Object fieldOf(String fieldType, String text) {
        BuiltInType type = BuiltInType.ofField(fieldType)
                .orElseThrow(() ->
                        new SssException(ErrorCode.INVALID_ARGUMENT, "'" + fieldType + "' is no type of a field"));
        byte[] encoded = TextParser.parseField(type, text);
        return RecordViewCodec.readValue(type, new RecordInput(fieldType).set(encoded, 0, encoded.length));
    }

    /** Returns the text that {@link #fieldOf} parses. */
    public static String textOf(Object field) {
        ByteSink out = new ByteSink(64);
        appendValue(field, out);
        return Bytes.of(out.toByteArray()).toString();
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} if there is no field of that name */
    public Object get(String field) {
        int index = names.indexOf(field);
        if (index < 0) {
            throw new SssException(ErrorCode.NOT_FOUND, "the record has no field '" + field + "'; it has " + names);
        }
        return values.get(index);
    }

    /** Returns for example {@code {name="a b", x=1.0}}, in the format of {@link TextForm}. */
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

    static void appendValue(Object value, ByteSink out) {
        if (value instanceof RecordView nested) {
            nested.appendTo(out);
        } else if (value instanceof Optional<?> optional) {
            appendOptional(optional, out);
        } else if (value instanceof Collection<?> elements) {
            out.writeByte('[');
            appendAll(elements, out);
            out.writeByte(']');
        } else if (value instanceof Map<?, ?> map) {
            out.writeByte('{');
            appendAll(map.entrySet(), out);
            out.writeByte('}');
        } else if (value instanceof Map.Entry<?, ?> entry) {
            appendValue(entry.getKey(), out);
            out.writeByte('=');
            appendValue(entry.getValue(), out);
        } else if (value instanceof Bytes || value instanceof String || value instanceof Character) {
            Bytes bytes = value instanceof Bytes b ? b : Bytes.of(value.toString());
            TextEscapes.appendQuoted(bytes.array(), bytes.offset(), bytes.length(), out);
        } else {
            Utf8.append(value.toString(), out);
        }
    }

    private static void appendOptional(Optional<?> optional, ByteSink out) {
        if (optional.isPresent()) {
            appendValue(optional.get(), out);
        } else {
            Utf8.append(TextParser.NONE, out);
        }
    }

    private static void appendAll(Collection<?> elements, ByteSink out) {
        String separator = "";
        for (Object element : elements) {
            Utf8.append(separator, out);
            appendValue(element, out);
            separator = ", ";
        }
    }
}
