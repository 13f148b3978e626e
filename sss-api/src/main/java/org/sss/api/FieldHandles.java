package org.sss.api;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.sss.api.BuiltInType.Scalar;
import org.sss.api.RecordPlanner.Plan;

/** The method handles for fields that are not records. Immutable. */
final class FieldHandles {
    /** {@code (String, Object)Object}: the object, if it is one. */
    static final MethodHandle NOT_NULL = notNullHandle();

    static final Map<Class<?>, Plan> SCALARS = Map.of(
            int.class, plan(Scalar.INT, int.class, "Int"),
            long.class, plan(Scalar.LONG, long.class, "Long"),
            double.class, plan(Scalar.DOUBLE, double.class, "Double"),
            boolean.class, plan(Scalar.BOOLEAN, boolean.class, "Boolean"),
            String.class, plan(Scalar.STRING, String.class, "String"),
            byte[].class, plan(Scalar.BYTES, byte[].class, "ByteArray"),
            Bytes.class, plan(Scalar.BYTES, Bytes.class, "Bytes"));

    private FieldHandles() {}

    static Object notNull(String what, Object value) {
        if (value == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, what + " is null; records are stored without nulls, so use"
                    + " an empty or special value instead");
        }
        return value;
    }

    private static Plan plan(Scalar type, Class<?> valueClass, String methodSuffix) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return new Plan(type,
                    lookup.findStatic(RecordOutput.class, "write" + methodSuffix,
                            methodType(void.class, valueClass, ByteSink.class)),
                    lookup.findVirtual(RecordInput.class, "read" + methodSuffix, methodType(valueClass)));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle notNullHandle() {
        try {
            return MethodHandles.lookup().findStatic(FieldHandles.class, "notNull",
                    methodType(Object.class, String.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
