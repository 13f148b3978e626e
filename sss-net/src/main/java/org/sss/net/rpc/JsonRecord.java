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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Binds a record class; {@link Unwrapped} components share its JSON object. A message that is read is complete: no
 * component is null unless it is {@link Nullable}, or the constructor replaces null. Thread-safe.
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
    /** This record, then the unwrapped ones, each after the one that contains it. */
    private final Part[] parts;
    private final Property[] properties;

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

    /** A record whose components are properties: component number {@code index} of part number {@code owner}. */
    private record Part(JsonRecord form, int owner, int index) {
    }

    /** A component that is written as a property: number {@code index} of part number {@code part}. */
    private record Property(Component component, int part, int index) {
        String name() {
            return component.name.getValue();
        }
    }

    private JsonRecord(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] declared = type.getRecordComponents();
        components = new Component[declared.length];
        Class<?>[] types = new Class<?>[declared.length];
        List<Part> ofParts = new ArrayList<>(List.of(new Part(this, 0, 0)));
        List<Property> ofProperties = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            components[i] = Component.of(declared[i]);
            types[i] = declared[i].getType();
            if (declared[i].isAnnotationPresent(Unwrapped.class)) {
                unwrap(of(types[i]), i, ofParts, ofProperties);
            } else {
                ofProperties.add(new Property(components[i], 0, i));
            }
        }
        parts = ofParts.toArray(Part[]::new);
        properties = inOrder(ofProperties, type.getAnnotation(PropertyOrder.class));
        constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
    }

    /** Adds the parts and properties of component number {@code index} of this record. */
    private static void unwrap(JsonRecord form, int index, List<Part> parts, List<Property> properties) {
        int first = parts.size();
        parts.add(new Part(form, 0, index));
        for (Part inner : Arrays.asList(form.parts).subList(1, form.parts.length)) {
            parts.add(new Part(inner.form, first + inner.owner, inner.index));
        }
        for (Property inner : form.properties) {
            properties.add(new Property(inner.component, first + inner.part, inner.index));
        }
    }

    private static Property[] inOrder(List<Property> properties, PropertyOrder order) {
        if (order == null) {
            return properties.toArray(Property[]::new);
        }
        Map<String, Property> byName = new HashMap<>();
        properties.forEach(property -> byName.put(property.name(), property));
        Property[] ordered = Stream.of(order.value()).map(byName::remove).toArray(Property[]::new);
        if (!byName.isEmpty() || Arrays.asList(ordered).contains(null)) {
            throw new IllegalStateException(order + " must have each property once; not in it: " + byName.keySet());
        }
        return ordered;
    }

    static JsonRecord of(Class<?> type) {
        return KNOWN.get(type);
    }

    @Override
    void write(Object value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeProperties(value, out);
        out.writeEndObject();
    }

    private void writeProperties(Object value, JsonGenerator out) throws IOException {
        Object[] unwrapped = parts.length == 1 ? null : unwrapped(value);
        for (Property property : properties) {
            out.writeFieldName(property.component.name);
            Object record = property.part == 0 ? value : unwrapped[property.part];
            writeOrNull(property.component.form, property.component.of(record), out);
        }
    }

    /** Returns the records of the parts. */
    private Object[] unwrapped(Object value) {
        Object[] records = new Object[parts.length];
        records[0] = value;
        for (int i = 1; i < parts.length; i++) {
            Part part = parts[i];
            records[i] = parts[part.owner].form.components[part.index].of(records[part.owner]);
        }
        return records;
    }

    /** As {@link #write}, with a property before all others. */
    void write(String property, String text, Object value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField(property, text);
        writeProperties(value, out);
        out.writeEndObject();
    }

    @Override
    Object read(JsonParser in) throws IOException {
        Object[][] values = new Object[parts.length][];
        for (int i = 0; i < parts.length; i++) {
            values[i] = new Object[parts[i].form.components.length];
        }
        take(JsonToken.START_OBJECT, in);
        int expected = 0;
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            int i = indexOf(name, expected);
            in.nextToken();
            if (i < 0) {
                in.skipChildren();
            } else {
                Property property = properties[i];
                values[property.part][property.index] = readComponent(property.component, in);
                expected = i + 1;
            }
        }
        for (int i = parts.length - 1; i > 0; i--) {
            values[parts[i].owner][parts[i].index] = parts[i].form.complete(values[i]);
        }
        return complete(values[0]);
    }

    private static Object readComponent(Component component, JsonParser in) throws IOException {
        try {
            return readOrNull(component.form, in);
        } catch (JsonException e) {
            throw e.of(component.name.getValue());
        }
    }

    /** @param expected index of the next property if properties come in order */
    private int indexOf(String name, int expected) {
        if (expected < properties.length && properties[expected].name().equals(name)) {
            return expected;
        }
        for (int i = 0; i < properties.length; i++) {
            if (properties[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Object complete(Object[] values) throws JsonException {
        for (int i = 0; i < components.length; i++) {
            values[i] = values[i] == null ? components[i].whenMissing : values[i];
        }
        Object message = create(values);
        for (int i = 0; i < components.length; i++) {
            if (values[i] == null && !components[i].nullable && components[i].of(message) == null) {
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
