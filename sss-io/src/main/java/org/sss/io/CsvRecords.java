package org.sss.io;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Converts rows to Java records; each component has the value of the column of its name. Not thread-safe. */
final class CsvRecords<R> implements Function<CsvRow, R> {
    private final Constructor<R> constructor;
    private final RecordComponent[] components;
    private final Object[] values;

    /**
     * @throws SssException INVALID_ARGUMENT if {@code type} is no record class, or a component has an unsupported type
     */
    CsvRecords(Class<R> type) {
        if (!type.isRecord()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        components = type.getRecordComponents();
        values = new Object[components.length];
        for (RecordComponent component : components) {
            if (!isSupported(component.getType())) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "component '" + component.getName() + "' of " + type.getName() + " has type "
                                + component.getType().getName()
                                + "; use String, int, long, double, boolean or their boxes");
            }
        }
        constructor = constructor(type);
    }

    private Constructor<R> constructor(Class<R> type) {
        try {
            Constructor<R> canonical = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            return canonical;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "objects of " + type.getName() + " cannot be created: " + e, e);
        }
    }

    @Override
    public R apply(CsvRow row) {
        for (int i = 0; i < components.length; i++) {
            values[i] = value(row, components[i].getName(), components[i].getType());
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a " + constructor.getDeclaringClass().getName() + " rejects its fields: " + e.getCause(),
                    e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new SssException(ErrorCode.INTERNAL, "creating a record: " + e, e);
        }
    }

    private static boolean isSupported(Class<?> type) {
        return type == String.class || isInt(type) || isLong(type) || isDouble(type) || isBoolean(type);
    }

    private static Object value(CsvRow row, String column, Class<?> type) {
        if (type == String.class) {
            return row.text(column);
        }
        if (!type.isPrimitive() && row.isEmpty(column)) {
            return null;
        }
        return isDouble(type)
                ? (Object) row.getDouble(column)
                : isBoolean(type)
                        ? (Object) bool(row, column)
                        : isLong(type) ? (Object) row.getLong(column) : integer(row, column);
    }

    private static Integer integer(CsvRow row, String column) {
        try {
            return Math.toIntExact(row.getLong(column));
        } catch (ArithmeticException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "column '" + column + "' has " + row.text(column) + ", too large for an int; use long",
                    e);
        }
    }

    private static Boolean bool(CsvRow row, String column) {
        String text = row.text(column).strip();
        boolean isTrue = text.equalsIgnoreCase("true");
        if (!isTrue && !text.equalsIgnoreCase("false")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "column '" + column + "' has '" + text + "', which is neither true nor false");
        }
        return isTrue;
    }

    private static boolean isInt(Class<?> type) {
        return type == int.class || type == Integer.class;
    }

    private static boolean isLong(Class<?> type) {
        return type == long.class || type == Long.class;
    }

    private static boolean isDouble(Class<?> type) {
        return type == double.class || type == Double.class;
    }

    private static boolean isBoolean(Class<?> type) {
        return type == boolean.class || type == Boolean.class;
    }
}
