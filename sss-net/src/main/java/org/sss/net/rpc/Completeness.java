package org.sss.net.rpc;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Finds what a message lacks, so that nobody behind {@link Json} has to think of null. Thread-safe.
 */
final class Completeness {
    /** The components of each record class that may refer to something. */
    private static final ClassValue<List<Part>> PARTS = new ClassValue<>() {
        @Override
        protected List<Part> computeValue(Class<?> type) {
            List<Part> parts = new ArrayList<>();
            for (RecordComponent component : type.isRecord() ? type.getRecordComponents() : new RecordComponent[0]) {
                if (!component.getType().isPrimitive()) {
                    component.getAccessor().trySetAccessible();
                    parts.add(new Part(component.getName(), component.getAccessor(),
                            component.isAnnotationPresent(Nullable.class)));
                }
            }
            return parts;
        }
    };

    private record Part(String name, Method accessor, boolean nullable) {
        Object of(Object message) {
            try {
                return accessor.invoke(message);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + accessor, e);
            }
        }
    }

    private Completeness() {
    }

    /** The name of what {@code message} lacks though it may not, or null. */
    static String missing(Object message) {
        for (Part part : PARTS.get(message.getClass())) {
            Object value = part.of(message);
            String missing = value == null ? part.name() : missingIn(value, part.name());
            if (missing != null && !(value == null && part.nullable())) {
                return missing;
            }
        }
        return null;
    }

    private static String missingIn(Object value, String name) {
        if (value instanceof Collection<?> || value instanceof Map<?, ?> || value instanceof Object[]) {
            for (Object element : elements(value)) {
                String missing = element == null ? "an element" : missing(element);
                if (missing != null) {
                    return missing + " of " + name;
                }
            }
            return null;
        }
        String missing = missing(value);
        return missing == null ? null : missing + " of " + name;
    }

    private static Collection<?> elements(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values();
        }
        return value instanceof Collection<?> collection ? collection : Arrays.asList((Object[]) value);
    }
}
