package org.sss.api.engine;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds the path from an object that should be sent to one that is not serializable, through fields, elements and
 * captured arguments of lambdas. Single use, not thread-safe.
 */
final class CapturePath {
    private static final int MAX_DEPTH = 100;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Returns the path from {@code root} to the first such object: {@code mapper > captured argument 1 > field
     * Foo.socket}, or null.
     */
    String to(Object root) {
        return find(root, "", 0);
    }

    private String find(Object o, String path, int depth) {
        if (o == null || depth > MAX_DEPTH || !seen.add(o) || o instanceof String || o instanceof Class<?>) {
            return null;
        }
        if (o instanceof SerializedLambda lambda) {
            return inLambda(lambda, path, depth);
        }
        if (o instanceof Object[] array) {
            return inElements(java.util.Arrays.asList(array), path, depth);
        }
        if (!(o instanceof Serializable)) {
            return path;
        }
        if (o instanceof Map<?, ?> map) {
            String inKeys = inElements(map.keySet(), path, depth);
            return inKeys != null ? inKeys : inElements(map.values(), path, depth);
        }
        if (o instanceof Collection<?> elements) {
            return inElements(elements, path, depth);
        }
        return inReplacementOrFields(o, path, depth);
    }

    private String inReplacementOrFields(Object o, String path, int depth) {
        Object replacement = replacement(o);
        return replacement != null ? find(replacement, path, depth + 1) : inFields(o, path, depth);
    }

    private String inLambda(SerializedLambda lambda, String path, int depth) {
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            Object captured = lambda.getCapturedArg(i);
            String what =
                    captured == null ? "" : " of class " + captured.getClass().getName();
            String found = find(
                    captured,
                    join(
                            path,
                            "a lambda in " + lambda.getCapturingClass().replace('/', '.') + " captures an object"
                                    + what),
                    depth + 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private String inElements(Collection<?> elements, String path, int depth) {
        for (Object element : elements) {
            String found = find(element, join(path, "element"), depth + 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private String inFields(Object o, String path, int depth) {
        for (Class<?> c = o.getClass(); c != null && Serializable.class.isAssignableFrom(c); c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                boolean sent = !Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.getType().isPrimitive()
                        && field.trySetAccessible();
                String found = sent
                        ? find(
                                get(field, o),
                                join(path, "field " + c.getSimpleName() + "." + field.getName()),
                                depth + 1)
                        : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static Object get(Field field, Object o) {
        try {
            return field.get(o);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** Returns the object that is serialized instead: for a lambda, the list of captured arguments. */
    private static Object replacement(Object o) {
        try {
            Method writeReplace = o.getClass().getDeclaredMethod("writeReplace");
            return writeReplace.trySetAccessible() ? writeReplace.invoke(o) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static String join(String path, String step) {
        return path.isEmpty() ? step : path + " > " + step;
    }
}
