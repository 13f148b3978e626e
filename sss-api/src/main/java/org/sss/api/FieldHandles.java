package org.sss.api;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.sss.api.BuiltInType.Scalar;
import org.sss.api.RecordPlanner.Plan;

/** Method handles for scalar record fields. Immutable. */
final class FieldHandles {
    /** {@code (String, Object)Object}: returns the object, or throws if it is null. */
    static final MethodHandle NOT_NULL = notNullHandle();

    static final Map<Class<?>, Plan> SCALARS = Map.ofEntries(
            Map.entry(int.class, plan(Scalar.INT, int.class, "Int")),
            Map.entry(long.class, plan(Scalar.LONG, long.class, "Long")),
            Map.entry(double.class, plan(Scalar.DOUBLE, double.class, "Double")),
            Map.entry(boolean.class, plan(Scalar.BOOLEAN, boolean.class, "Boolean")),
            Map.entry(float.class, plan(Scalar.FLOAT, float.class, "Float")),
            Map.entry(short.class, plan(Scalar.SHORT, short.class, "Short")),
            Map.entry(byte.class, plan(Scalar.BYTE, byte.class, "Byte")),
            Map.entry(char.class, plan(Scalar.CHAR, char.class, "Char")),
            Map.entry(Instant.class, plan(Scalar.INSTANT, Instant.class, "Instant")),
            Map.entry(LocalDate.class, plan(Scalar.DATE, LocalDate.class, "LocalDate")),
            Map.entry(UUID.class, plan(Scalar.UUID, UUID.class, "Uuid")),
            Map.entry(BigDecimal.class, plan(Scalar.DECIMAL, BigDecimal.class, "Decimal")),
            Map.entry(String.class, plan(Scalar.STRING, String.class, "String")),
            Map.entry(byte[].class, plan(Scalar.BYTES, byte[].class, "ByteArray")),
            Map.entry(Bytes.class, plan(Scalar.BYTES, Bytes.class, "Bytes")));

    private FieldHandles() {}

    static Object notNull(String what, Object value) {
        if (value == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " is null; records are stored without nulls, so use" + " an empty or special value instead");
        }
        return value;
    }

    private static Plan plan(Scalar type, Class<?> valueClass, String methodSuffix) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return new Plan(
                    type,
                    lookup.findStatic(
                            RecordOutput.class,
                            "write" + methodSuffix,
                            methodType(void.class, valueClass, ByteSink.class)),
                    lookup.findVirtual(RecordInput.class, "read" + methodSuffix, methodType(valueClass)));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle notNullHandle() {
        try {
            return MethodHandles.lookup()
                    .findStatic(FieldHandles.class, "notNull", methodType(Object.class, String.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
