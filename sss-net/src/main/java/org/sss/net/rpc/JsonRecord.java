package org.sss.net.rpc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;

/**
 * A record class. A message that is read is complete: nothing in it is null but what is {@link Nullable}, or what the
 * constructor puts in place of null. Thread-safe.
 */
final class JsonRecord extends JsonForm {
    private static final ClassValue<JsonRecord> KNOWN = new ClassValue<>() {
        @Override
        protected JsonRecord computeValue(Class<?> type) {
            try {
                return new JsonRecord(type);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot use " + type, e);
            }
        }
    };
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    private final Constructor<?> constructor;
    private final Part[] parts;

    /**
     * @param quoted       the name as it stands in the JSON, with its colon
     * @param whenMissing  what a primitive is then, else null
     */
    private record Part(String name, byte[] quoted, MethodHandle getter, JsonForm form, Object whenMissing, boolean nullable) {
        static Part of(RecordComponent component) throws IllegalAccessException {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            Class<?> type = component.getType();
            return new Part(component.getName(), ('"' + component.getName() + "\":").getBytes(StandardCharsets.UTF_8),
                    MethodHandles.lookup().unreflect(accessor).asType(GETTER), JsonForm.of(component.getGenericType()),
                    type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null,
                    component.isAnnotationPresent(Nullable.class));
        }

        Object of(Object message) {
            try {
                return (Object) getter.invokeExact(message);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("cannot read " + name, e);
            }
        }
    }

    private JsonRecord(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        parts = new Part[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Part.of(components[i]);
            types[i] = components[i].getType();
        }
        constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
    }

    static JsonRecord of(Class<?> type) {
        return KNOWN.get(type);
    }

    @Override
    void write(Object value, JsonOut out) {
        out.character('{');
        writeParts(value, out);
        out.character('}');
    }

    private void writeParts(Object value, JsonOut out) {
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                out.character(',');
            }
            out.raw(parts[i].quoted);
            writeOrNull(parts[i].form, parts[i].of(value), out);
        }
    }

    /** As {@link #write}, with a property before all others. */
    void write(String property, String text, Object value, JsonOut out) {
        out.character('{');
        out.string(property);
        out.character(':');
        out.string(text);
        if (parts.length > 0) {
            out.character(',');
        }
        writeParts(value, out);
        out.character('}');
    }

    @Override
    Object read(JsonIn in) {
        Object[] values = new Object[parts.length];
        in.take('{');
        if (!in.takeIf('}')) {
            int next = 0;
            do {
                next = readProperty(values, next, in);
            } while (in.takeIf(','));
            in.take('}');
        }
        return complete(values);
    }

    /** @param expected number of the part that comes next when they come in order; returns the same for the one after */
    private int readProperty(Object[] values, int expected, JsonIn in) {
        int i = expected;
        if (i >= parts.length || !in.takeIf(parts[i].quoted)) {
            i = indexOf(in.string());
            in.take(':');
        }
        if (i < 0) {
            in.skip();
            return expected;
        }
        try {
            values[i] = readOrNull(parts[i].form, in);
        } catch (JsonException e) {
            throw e.of(parts[i].name);
        }
        return i + 1;
    }

    private int indexOf(String name) {
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].name.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Object complete(Object[] values) {
        boolean[] missing = new boolean[parts.length];
        for (int i = 0; i < parts.length; i++) {
            missing[i] = values[i] == null && parts[i].whenMissing == null && !parts[i].nullable;
            values[i] = values[i] == null ? parts[i].whenMissing : values[i];
        }
        Object message = create(values);
        for (int i = 0; i < parts.length; i++) {
            if (missing[i] && parts[i].of(message) == null) {
                throw new JsonException(parts[i].name + " is missing or null");
            }
        }
        return message;
    }

    private Object create(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new JsonException("no " + constructor.getDeclaringClass().getSimpleName() + " can be made of it: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot use " + constructor, e);
        }
    }
}
