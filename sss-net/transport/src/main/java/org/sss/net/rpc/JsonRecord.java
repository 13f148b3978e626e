package org.sss.net.rpc;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    private static final int UNKNOWN = -1;
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    private final Constructor<?> constructor;
    private final Component[] components;
    /** This record, then the unwrapped ones, each after the one that contains it. */
    private final Part[] parts;

    private final Property[] properties;

    /** A component of a record. Thread-safe. */
    private static final class Component {
        /**
         * Uses until the getter becomes a faster one; less than the 127 after which Java specialises a method handle.
         */
        private static final int HOT = 100;

        private final String name;
        /** With its colon. */
        private final byte[] quotedName;

        private final JsonForm form;
        /** Default value of a primitive, otherwise null. */
        private final Object whenMissing;

        private final boolean nullable;
        private final MethodHandles.Lookup lookup;
        private final MethodHandle accessor;
        /** Any of the two may be used at any time. */
        private Function<Object, Object> getter;
        /** Not exact if several threads use it. */
        private int uses;

        Component(RecordComponent component, MethodHandles.Lookup lookup) throws IllegalAccessException {
            Class<?> type = component.getType();
            name = component.getName();
            quotedName = JsonWriter.quoted(name);
            form = JsonForm.of(component.getGenericType());
            whenMissing = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
            nullable = component.isAnnotationPresent(Nullable.class);
            this.lookup = lookup;
            accessor = lookup.unreflect(component.getAccessor());
            getter = new HandleGetter(accessor.asType(GETTER));
        }

        Object of(Object message) {
            if (uses < HOT && ++uses == HOT) {
                getter = hotGetter();
            }
            return getter.apply(message);
        }

        /**
         * A method handle that is not a constant is slow to call, and Java makes a large class for each that is called
         * often. This one is a small class of its own.
         */
        @SuppressWarnings("unchecked")
        private Function<Object, Object> hotGetter() {
            try {
                return (Function<Object, Object>) LambdaMetafactory.metafactory(
                                lookup,
                                "apply",
                                MethodType.methodType(Function.class),
                                GETTER,
                                accessor,
                                accessor.type().wrap())
                        .getTarget()
                        .invoke();
            } catch (Throwable e) {
                throw new IllegalStateException("cannot read " + name, e);
            }
        }

        boolean isReadIfMissing(Object value) {
            return value == null ? nullable : value.equals(whenMissing);
        }
    }

    private record HandleGetter(MethodHandle handle) implements Function<Object, Object> {
        @Override
        public Object apply(Object message) {
            try {
                return (Object) handle.invokeExact(message);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("cannot read a component of " + message.getClass(), e);
            }
        }
    }

    /** A record whose components are properties: component number {@code index} of part number {@code owner}. */
    private record Part(JsonRecord form, int owner, int index) {}

    /** A component that is written as a property: number {@code index} of part number {@code part}. */
    private record Property(Component component, int part, int index) {
        String name() {
            return component.name;
        }
    }

    private JsonRecord(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] declared = type.getRecordComponents();
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        components = new Component[declared.length];
        Class<?>[] types = new Class<?>[declared.length];
        List<Part> ofParts = new ArrayList<>(List.of(new Part(this, 0, 0)));
        List<Property> ofProperties = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            components[i] = new Component(declared[i], lookup);
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
    void write(Object value, boolean whole, JsonWriter out) {
        out.startObject();
        writeProperties(value, whole, out);
        out.endObject();
    }

    private void writeProperties(Object message, boolean whole, JsonWriter out) {
        Object[] unwrapped = parts.length == 1 ? null : unwrapped(message);
        for (Property property : properties) {
            Component component = property.component;
            Object value = component.of(property.part == 0 ? message : unwrapped[property.part]);
            if (whole || !component.isReadIfMissing(value)) {
                out.name(component.quotedName);
                writeOrNull(component.form, value, whole, out);
            }
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

    /** Without what is read as missing, and with a property before all others. */
    void write(String property, String text, Object value, JsonWriter out) {
        out.startObject();
        out.name(property);
        out.string(text);
        writeProperties(value, false, out);
        out.endObject();
    }

    @Override
    Object read(JsonReader in) throws JsonException {
        Object[][] values = new Object[parts.length][];
        for (int i = 0; i < parts.length; i++) {
            values[i] = new Object[parts[i].form.components.length];
        }
        in.start('{');
        for (int expected = 0; in.hasMore('}'); ) {
            int i = next(in, expected);
            if (i == UNKNOWN) {
                in.skip();
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

    private static Object readComponent(Component component, JsonReader in) throws JsonException {
        try {
            return readOrNull(component.form, in);
        } catch (JsonException e) {
            throw e.of(component.name);
        }
    }

    /**
     * Reads a name.
     *
     * @param expected index of the next property if properties come in order; some may be missing
     * @return index of the property, or {@link #UNKNOWN}
     */
    private int next(JsonReader in, int expected) throws JsonException {
        for (int i = expected; i < properties.length; i++) {
            if (in.takeName(properties[i].component.quotedName)) {
                return i;
            }
        }
        String name = in.name();
        for (int i = 0; i < properties.length; i++) {
            if (properties[i].name().equals(name)) {
                return i;
            }
        }
        return UNKNOWN;
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
            throw new JsonException(
                    "cannot create a " + constructor.getDeclaringClass().getSimpleName() + " from it: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot use " + constructor, e);
        }
    }
}
