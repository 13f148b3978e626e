package org.sss.client.code;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Values of static fields. Stateless. */
final class StaticValues {
    private StaticValues() {}

    /** Returns the value of a field to which nothing is assigned: 0 for numbers, characters and booleans, else null. */
    static Object unassigned(Class<?> type) {
        return type.isPrimitive() ? (Object) 0L : null;
    }

    /** Returns how much an object of the JDK contains; 0 if that is unknown. Runs no code of the user's. */
    static int size(Object object) {
        if (object == null || object.getClass().getClassLoader() != null) {
            return 0;
        }
        if (object instanceof Collection<?> collection) {
            return collection.size();
        } else if (object instanceof Map<?, ?> map) {
            return map.size();
        } else if (object instanceof CharSequence text) {
            return text.length();
        } else if (object instanceof Number number) {
            return number.doubleValue() == 0 ? 0 : 1;
        } else if (object instanceof AtomicBoolean set) {
            return set.get() ? 1 : 0;
        } else if (object instanceof AtomicReference<?> reference) {
            return reference.get() != null ? 1 : 0;
        }
        return object.getClass().isArray() ? contentOf(object) : 0;
    }

    private static int contentOf(Object array) {
        for (int i = 0; i < Array.getLength(array); i++) {
            Object element = Array.get(array, i);
            if (element != null && (!array.getClass().getComponentType().isPrimitive() || number(element) != 0)) {
                return 1;
            }
        }
        return 0;
    }

    /** @param value a number, boolean or character */
    static double number(Object value) {
        return value instanceof Boolean is
                ? is ? 1 : 0
                : value instanceof Character c ? c : ((Number) value).doubleValue();
    }

    /** Returns a number as a value of that type. */
    static String shown(Class<?> type, Number number) {
        if (type == boolean.class) {
            return String.valueOf(number.intValue() != 0);
        }
        return type == char.class ? "(char) " + number.intValue() : String.valueOf(number);
    }
}
