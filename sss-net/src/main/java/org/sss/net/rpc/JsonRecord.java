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
 * Binds a record class. A message that is read is complete: no component is null unless it is {@link Nullable}, or the
 * constructor replaces null. Thread-safe.
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
    private final Component[] components;

    /** @param whenMissing default value of a primitive, otherwise null */
    private record Component(SerializableString name, MethodHandle getter, JsonForm form, Object whenMissing, boolean nullable) {
        static Component of(RecordComponent component) throws IllegalAccessException {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            Class<?> type = component.getType();
            return new Component(new SerializedString(component.getName()),
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
        RecordComponent[] declared = type.getRecordComponents();
        components = new Component[declared.length];
        Class<?>[] types = new Class<?>[declared.length];
        for (int i = 0; i < components.length; i++) {
            components[i] = Component.of(declared[i]);
            types[i] = declared[i].getType();
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
        writeComponents(value, out);
        out.writeEndObject();
    }

    private void writeComponents(Object value, JsonGenerator out) throws IOException {
        for (Component component : components) {
            out.writeFieldName(component.name);
            writeOrNull(component.form, component.of(value), out);
        }
    }

    /** As {@link #write}, with a property before all others. */
    void write(String property, String text, Object value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(property, text);
        writeComponents(value, out);
        out.writeEndObject();
    }

    @Override
    Object read(JsonParser in) throws IOException {
        Object[] values = new Object[components.length];
        take(JsonToken.START_OBJECT, in);
        int expected = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            int i = indexOf(name, expected);
            in.nextToken();
            if (i < 0) {
                in.skipChildren();
            } else {
                values[i] = readComponent(components[i], in);
                expected = i + 1;
            }
        }
        return complete(values);
    }

    private static Object readComponent(Component component, JsonParser in) throws IOException {
        try {
            return readOrNull(component.form, in);
        } catch (JsonException e) {
            throw e.of(component.name.getValue());
        }
    }

    /** @param expected index of the next component if components come in order */
    private int indexOf(String name, int expected) {
        if (expected < components.length && components[expected].name.getValue().equals(name)) {
            return expected;
        }
        for (int i = 0; i < components.length; i++) {
            if (components[i].name.getValue().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Object complete(Object[] values) throws JsonException {
        boolean[] missing = new boolean[components.length];
        for (int i = 0; i < components.length; i++) {
            missing[i] = values[i] == null && components[i].whenMissing == null && !components[i].nullable;
            values[i] = values[i] == null ? components[i].whenMissing : values[i];
        }
        Object message = create(values);
        for (int i = 0; i < components.length; i++) {
            if (missing[i] && components[i].of(message) == null) {
                throw new JsonException(components[i].name + " is missing or null");
            }
        }
        return message;
    }

    private Object create(Object[] values) throws JsonException {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new JsonException("cannot create a " + constructor.getDeclaringClass().getSimpleName() + " from it: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot use " + constructor, e);
        }
    }
}
