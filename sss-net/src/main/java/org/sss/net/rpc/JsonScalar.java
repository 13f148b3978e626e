package org.sss.net.rpc;

/** Strings, numbers, enums, bytes. Stateless. */
final class JsonScalar extends JsonForm {
    private enum Kind { STRING, LONG, INT, BOOLEAN, DOUBLE, BYTES, ENUM }

    private final Kind kind;
    private final Class<?> type;

    private JsonScalar(Kind kind, Class<?> type) {
        this.kind = kind;
        this.type = type;
    }

    /** Null for what is something else. */
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
    void write(Object value, JsonOut out) {
        switch (kind) {
            case STRING -> out.string((String) value);
            case LONG, INT, BOOLEAN -> out.word(value.toString());
            case DOUBLE -> decimal((Double) value, out);
            case BYTES -> out.base64((byte[]) value);
            case ENUM -> out.string(((Enum<?>) value).name());
        }
    }

    /** JSON has no numbers for what is none. */
    private static void decimal(double value, JsonOut out) {
        if (Double.isFinite(value)) {
            out.word(Double.toString(value));
        } else {
            out.string(Double.toString(value));
        }
    }

    @Override
    Object read(JsonIn in) {
        return switch (kind) {
            case STRING -> in.string();
            case BYTES -> in.base64();
            case ENUM -> constant(in);
            case BOOLEAN -> bool(in);
            default -> number(in);
        };
    }

    private Object number(JsonIn in) {
        String word = kind == Kind.DOUBLE && in.isString() ? in.string() : in.word();
        try {
            return switch (kind) {
                case LONG -> Long.valueOf(word);
                case INT -> Integer.valueOf(word);
                default -> Double.valueOf(word);
            };
        } catch (NumberFormatException e) {
            throw in.wrong("a number (" + kind + ") that is not '" + word + "'");
        }
    }

    private static Boolean bool(JsonIn in) {
        String word = in.word();
        if (!word.equals("true") && !word.equals("false")) {
            throw in.wrong("true or false");
        }
        return word.equals("true");
    }

    private Object constant(JsonIn in) {
        String name = in.string();
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw in.wrong("a " + type.getSimpleName() + " that is not '" + name + "'");
    }
}
