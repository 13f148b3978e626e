package org.sss.net.rpc;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How values of one type are written and read. Stateless. */
abstract class JsonForm {
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    abstract void write(Object value, JsonOut out);

    abstract Object read(JsonIn in);

    static void writeOrNull(JsonForm form, Object value, JsonOut out) {
        if (value == null) {
            out.raw(NULL);
        } else {
            form.write(value, out);
        }
    }

    /** The value, or null when that is what stands there. */
    static Object readOrNull(JsonForm form, JsonIn in) {
        return in.takeIf(NULL) ? null : form.read(in);
    }

    static void checkWord(String word, JsonIn in) {
        if (!word.equals("true") && !word.equals("false") && !word.equals("null")) {
            number(word, in);
        }
    }

    private static void number(String word, JsonIn in) {
        try {
            new BigDecimal(word);
        } catch (NumberFormatException e) {
            throw in.wrong("a value");
        }
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

    /** What nobody wants to know: any value is read, and is null. */
    private static final class Nothing extends JsonForm {
        @Override
        void write(Object value, JsonOut out) {
            out.raw(NULL);
        }

        @Override
        Object read(JsonIn in) {
            in.skip();
            return null;
        }
    }

    /** Records may hold records of their own kind, so they are looked into when the first value comes. */
    private static final class Lazy extends JsonForm {
        private final Class<?> type;

        Lazy(Class<?> type) {
            this.type = type;
        }

        @Override
        void write(Object value, JsonOut out) {
            JsonRecord.of(type).write(value, out);
        }

        @Override
        Object read(JsonIn in) {
            return JsonRecord.of(type).read(in);
        }
    }

    static final class Elements extends JsonForm {
        private final JsonForm element;

        Elements(JsonForm element) {
            this.element = element;
        }

        @Override
        void write(Object value, JsonOut out) {
            char before = '[';
            for (Object each : (Collection<?>) value) {
                out.character(before);
                writeOrNull(element, each, out);
                before = ',';
            }
            if (before == '[') {
                out.character('[');
            }
            out.character(']');
        }

        @Override
        Object read(JsonIn in) {
            List<Object> list = new ArrayList<>();
            in.take('[');
            if (!in.takeIf(']')) {
                do {
                    list.add(readPresent(element, in));
                } while (in.takeIf(','));
                in.take(']');
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
        void write(Object value, JsonOut out) {
            char before = '{';
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                out.character(before);
                out.string(String.valueOf(each.getKey()));
                out.character(':');
                writeOrNull(property, each.getValue(), out);
                before = ',';
            }
            if (before == '{') {
                out.character('{');
            }
            out.character('}');
        }

        @Override
        Object read(JsonIn in) {
            Map<String, Object> map = new LinkedHashMap<>();
            in.take('{');
            if (!in.takeIf('}')) {
                do {
                    String name = in.string();
                    in.take(':');
                    map.put(name, readPresent(property, in));
                } while (in.takeIf(','));
                in.take('}');
            }
            return map;
        }
    }

    private static Object readPresent(JsonForm form, JsonIn in) {
        Object value = readOrNull(form, in);
        if (value == null) {
            throw new JsonException("null instead of an element");
        }
        return value;
    }
}
