package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How values of one type are written and read. Stateless. */
abstract class JsonForm {
    abstract void write(Object value, JsonGenerator out) throws IOException;

    /** @param in at the first token of the value; afterwards at its last one */
    abstract Object read(JsonParser in) throws IOException;

    static void writeOrNull(JsonForm form, Object value, JsonGenerator out) throws IOException {
        if (value == null) {
            out.writeNull();
        } else {
            form.write(value, out);
        }
    }

    /** Returns the value, or null for a JSON null. */
    static Object readOrNull(JsonForm form, JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_NULL ? null : form.read(in);
    }

    static void take(JsonToken expected, JsonParser in) throws JsonException {
        if (in.currentToken() != expected) {
            throw wrong("'" + (expected.asString() == null ? expected : expected.asString()) + "'", in);
        }
    }

    static JsonException wrong(String expected, JsonParser in) {
        return new JsonException(expected + " expected at byte " + in.currentTokenLocation().getByteOffset());
    }

    /** Returns the parser's message without its lines about the location and the names of its settings. */
    static String reason(IOException e) {
        if (e instanceof StreamConstraintsException) {
            return "the document is nested too deep, or has a number or a name that is too long";
        }
        if (!(e instanceof JsonProcessingException p) || p.getLocation() == null) {
            return e.getMessage();
        }
        return (e instanceof JsonEOFException ? "the document is incomplete, it ends" : p.getOriginalMessage()) + " at byte "
                + p.getLocation().getByteOffset();
    }

    static JsonForm of(Type type) {
        if (type instanceof Class<?> known) {
            return ofClass(known);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Elements(of(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new Properties(of(arguments[1]));
            }
        }
        return JsonAny.FORM;
    }

    private static JsonForm ofClass(Class<?> type) {
        JsonForm simple = JsonScalar.of(type);
        if (simple != null) {
            return simple;
        }
        if (type == Void.class) {
            return new Nothing();
        }
        return type.isRecord() ? new Lazy(type) : JsonAny.FORM;
    }

    /** A component that is ignored: reads any value as null. */
    private static final class Nothing extends JsonForm {
        @Override
        void write(Object value, JsonGenerator out) throws IOException {
            out.writeNull();
        }

        @Override
        Object read(JsonParser in) throws IOException {
            in.skipChildren();
            return null;
        }
    }

    /**
     * Records may contain records of their own type, so the class is analysed when the first value is read or written.
     */
    private static final class Lazy extends JsonForm {
        private final Class<?> type;

        Lazy(Class<?> type) {
            this.type = type;
        }

        @Override
        void write(Object value, JsonGenerator out) throws IOException {
            JsonRecord.of(type).write(value, out);
        }

        @Override
        Object read(JsonParser in) throws IOException {
            return JsonRecord.of(type).read(in);
        }
    }

    static final class Elements extends JsonForm {
        private final JsonForm element;

        Elements(JsonForm element) {
            this.element = element;
        }

        @Override
        void write(Object value, JsonGenerator out) throws IOException {
            out.writeStartArray();
            for (Object each : (Collection<?>) value) {
                writeOrNull(element, each, out);
            }
            out.writeEndArray();
        }

        @Override
        Object read(JsonParser in) throws IOException {
            List<Object> list = new ArrayList<>();
            take(JsonToken.START_ARRAY, in);
            while (in.nextToken() != JsonToken.END_ARRAY) {
                list.add(readPresent(element, in));
            }
            return list;
        }
    }

    static final class Properties extends JsonForm {
        private final JsonForm property;

        Properties(JsonForm property) {
            this.property = property;
        }

        @Override
        void write(Object value, JsonGenerator out) throws IOException {
            out.writeStartObject();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                out.writeFieldName(String.valueOf(each.getKey()));
                writeOrNull(property, each.getValue(), out);
            }
            out.writeEndObject();
        }

        @Override
        Object read(JsonParser in) throws IOException {
            Map<String, Object> map = new LinkedHashMap<>();
            take(JsonToken.START_OBJECT, in);
            for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
                in.nextToken();
                map.put(name, readPresent(property, in));
            }
            return map;
        }
    }

    private static Object readPresent(JsonForm form, JsonParser in) throws IOException {
        Object value = readOrNull(form, in);
        if (value == null) {
            throw new JsonException("null instead of an element");
        }
        return value;
    }
}
