package org.sss.net.rpc;

/** Strings, numbers, enums, bytes. Stateless. */
final class JsonScalar extends JsonForm {
    private enum Kind {
        STRING,
        LONG,
        INT,
        BOOLEAN,
        DOUBLE,
        BYTES,
        ENUM
    }

    private final Kind kind;
    private final Class<?> type;
    /** Of an enum. */
    private final Object[] constants;

    private JsonScalar(Kind kind, Class<?> type) {
        this.kind = kind;
        this.type = type;
        this.constants = type.getEnumConstants();
    }

    /** Returns null for a type that is not a scalar. */
    static JsonForm of(Class<?> type) {
        Kind kind = kind(type);
        return kind == null ? null : new JsonScalar(kind, type);
    }

    private static Kind kind(Class<?> type) {
        if (type == String.class) {
            return Kind.STRING;
        } else if (type == long.class || type == Long.class) {
            return Kind.LONG;
        } else if (type == int.class || type == Integer.class) {
            return Kind.INT;
        } else if (type == boolean.class || type == Boolean.class) {
            return Kind.BOOLEAN;
        } else if (type == double.class || type == Double.class) {
            return Kind.DOUBLE;
        } else if (type == byte[].class) {
            return Kind.BYTES;
        }
        return type.isEnum() ? Kind.ENUM : null;
    }

    @Override
    void write(Object value, boolean whole, JsonWriter out) {
        switch (kind) {
            case STRING -> out.string((String) value);
            case LONG -> out.number((Long) value);
            case INT -> out.number((Integer) value);
            case BOOLEAN -> out.bool((Boolean) value);
            case DOUBLE -> out.number((Double) value);
            case BYTES -> out.binary((byte[]) value);
            case ENUM -> out.string(((Enum<?>) value).name());
        }
    }

    @Override
    Object read(JsonReader in) throws JsonException {
        return switch (kind) {
            case STRING -> in.string("a string");
            case BYTES -> in.binary();
            case ENUM -> constant(in);
            case BOOLEAN -> in.bool();
            case LONG -> in.whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case INT -> (int) in.whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case DOUBLE -> in.decimal();
        };
    }

    private Object constant(JsonReader in) throws JsonException {
        String name = in.string("a constant of " + type.getSimpleName());
        for (Object constant : constants) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new JsonException("a constant of " + type.getSimpleName() + " expected, not '" + name + "'");
    }
}
