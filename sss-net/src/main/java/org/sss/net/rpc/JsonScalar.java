package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Strings, numbers, enums, bytes. Stateless. */
final class JsonScalar extends JsonForm {
    private enum Kind { STRING, LONG, INT, BOOLEAN, DOUBLE, BYTES, ENUM }

    private final Kind kind;
    private final Class<?> type;

    private JsonScalar(Kind kind, Class<?> type) {
        this.kind = kind;
        this.type = type;
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
    void write(Object value, JsonGenerator out) throws IOException {
        switch (kind) {
            case STRING -> {
                // An unpaired surrogate becomes a question mark.
                byte[] utf8 = ((String) value).getBytes(StandardCharsets.UTF_8);
                out.writeUTF8String(utf8, 0, utf8.length);
            }
            case LONG -> out.writeNumber((Long) value);
            case INT -> out.writeNumber((Integer) value);
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            // Jackson writes NaN and infinities in quotes.
            case DOUBLE -> out.writeNumber((Double) value);
            case BYTES -> out.writeBinary((byte[]) value);
            case ENUM -> out.writeString(((Enum<?>) value).name());
        }
    }

    @Override
    Object read(JsonParser in) throws IOException {
        return switch (kind) {
            case STRING -> text(in);
            case BYTES -> bytes(in);
            case ENUM -> constant(in);
            case BOOLEAN -> bool(in);
            case LONG -> whole(in).getLongValue();
            case INT -> whole(in).getIntValue();
            case DOUBLE -> decimal(in);
        };
    }

    private static String text(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong("a string", in);
        }
        return in.getText();
    }

    private static byte[] bytes(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong("a string of Base64", in);
        }
        return in.getBinaryValue();
    }

    private static JsonParser whole(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong("a whole number", in);
        }
        return in;
    }

    private static Double decimal(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return in.getDoubleValue();
        }
        try {
            return Double.valueOf(text(in));
        } catch (NumberFormatException e) {
            throw wrong("a number", in);
        }
    }

    private static Boolean bool(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw wrong("true or false", in);
        }
        return token == JsonToken.VALUE_TRUE;
    }

    private Object constant(JsonParser in) throws IOException {
        String name = text(in);
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw wrong("a constant of " + type.getSimpleName() + ", not '" + name + "'", in);
    }
}
