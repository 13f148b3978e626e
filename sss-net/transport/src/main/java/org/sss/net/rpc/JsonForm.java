package org.sss.net.rpc;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How values of one type are written and read. Stateless. */
abstract class JsonForm {
    /** @param whole with the components that are 0, false or null */
    abstract void write(Object value, boolean whole, JsonWriter out);

    abstract Object read(JsonReader in) throws JsonException;

    static void writeOrNull(JsonForm form, Object value, boolean whole, JsonWriter out) {
        if (value == null) {
            out.nothing();
        } else {
            form.write(value, whole, out);
        }
    }

    /** Returns the value, or null for a JSON null. */
    static Object readOrNull(JsonForm form, JsonReader in) throws JsonException {
        return in.takeNull() ? null : form.read(in);
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
        void write(Object value, boolean whole, JsonWriter out) {
            out.nothing();
        }

        @Override
        Object read(JsonReader in) throws JsonException {
            in.skip();
            return null;
        }
    }

    /**
     * Records may contain records of their own type, so the class is analysed when the first value is read or written.
     */
    private static final class Lazy extends JsonForm {
        private final Class<?> type;
        /** Null before the first use; all threads get the same one. */
        private JsonRecord form;

        Lazy(Class<?> type) {
            this.type = type;
        }

        private JsonRecord form() {
            JsonRecord known = form;
            if (known == null) {
                known = JsonRecord.of(type);
                form = known;
            }
            return known;
        }

        @Override
        void write(Object value, boolean whole, JsonWriter out) {
            form().write(value, whole, out);
        }

        @Override
        Object read(JsonReader in) throws JsonException {
            return form().read(in);
        }
    }

    static final class Elements extends JsonForm {
        private final JsonForm element;

        Elements(JsonForm element) {
            this.element = element;
        }

        @Override
        void write(Object value, boolean whole, JsonWriter out) {
            out.startArray();
            for (Object each : (Collection<?>) value) {
                writeOrNull(element, each, whole, out);
            }
            out.endArray();
        }

        @Override
        Object read(JsonReader in) throws JsonException {
            List<Object> list = new ArrayList<>();
            in.start('[');
            while (in.hasMore(']')) {
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
        void write(Object value, boolean whole, JsonWriter out) {
            out.startObject();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                out.name(String.valueOf(each.getKey()));
                writeOrNull(property, each.getValue(), whole, out);
            }
            out.endObject();
        }

        @Override
        Object read(JsonReader in) throws JsonException {
            Map<String, Object> map = new LinkedHashMap<>();
            in.start('{');
            while (in.hasMore('}')) {
                map.put(in.name(), readPresent(property, in));
            }
            return map;
        }
    }

    private static Object readPresent(JsonForm form, JsonReader in) throws JsonException {
        Object value = readOrNull(form, in);
        if (value == null) {
            throw new JsonException("null instead of an element");
        }
        return value;
    }
}
