package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

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

    /** @param whenMissing what a primitive is then, else null */
    private record Part(SerializableString name, MethodHandle getter, JsonForm form, Object whenMissing, boolean nullable) {
        static Part of(RecordComponent component) throws IllegalAccessException {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            Class<?> type = component.getType();
            return new Part(new SerializedString(component.getName()), MethodHandles.lookup().unreflect(accessor).asType(GETTER), JsonForm.of(component.getGenericType()),
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
    void write(Object value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeParts(value, out);
        out.writeEndObject();
    }

    private void writeParts(Object value, JsonGenerator out) throws IOException {
        for (Part part : parts) {
            out.writeFieldName(part.name);
            writeOrNull(part.form, part.of(value), out);
        }
    }

    /** As {@link #write}, with a property before all others. */
    void write(String property, String text, Object value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(property, text);
        writeParts(value, out);
        out.writeEndObject();
    }

    @Override
    Object read(JsonParser in) throws IOException {
        Object[] values = new Object[parts.length];
        take(JsonToken.START_OBJECT, in);
        int expected = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            int i = indexOf(name, expected);
            in.nextToken();
            if (i < 0) {
                in.skipChildren();
            } else {
                values[i] = readPart(parts[i], in);
                expected = i + 1;
            }
        }
        return complete(values);
    }

    private static Object readPart(Part part, JsonParser in) throws IOException {
        try {
            return readOrNull(part.form, in);
        } catch (JsonException e) {
            throw e.of(part.name.getValue());
        }
    }

    /** @param expected number of the part that comes next when they come in order */
    private int indexOf(String name, int expected) {
        if (expected < parts.length && parts[expected].name.getValue().equals(name)) {
            return expected;
        }
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].name.getValue().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Object complete(Object[] values) throws JsonException {
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

    private Object create(Object[] values) throws JsonException {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new JsonException("no " + constructor.getDeclaringClass().getSimpleName() + " can be made of it: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot use " + constructor, e);
        }
    }
}
