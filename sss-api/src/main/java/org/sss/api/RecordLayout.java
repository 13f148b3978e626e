package org.sss.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * How records of one class are written and read: one method handle each, in which the JIT compiler sees all fields, so
 * that nothing is boxed or looked up per record. Made once per class. Immutable.
 *
 * @param type        the fields
 * @param isImmutable whether no field, nor one of a record inside, has bytes or a list, set or map, which may be changed
 * @param writer      {@code (Object, ByteSink)void}
 * @param reader      {@code (RecordInput)Object}
 */
record RecordLayout(BuiltInType.Fields type, String typeName, boolean isImmutable, MethodHandle writer, MethodHandle reader) {
    private static final ClassValue<RecordLayout> LAYOUTS = new ClassValue<>() {
        @Override
        protected RecordLayout computeValue(Class<?> recordClass) {
            return of(new RecordPlanner().plan(recordClass));
        }
    };

    static RecordLayout of(Class<?> recordClass) {
        return LAYOUTS.get(recordClass);
    }

    private static RecordLayout of(RecordPlanner.Plan plan) {
        return new RecordLayout((BuiltInType.Fields) plan.type(), plan.type().toString(), isImmutable(plan.type()),
                plan.writer().asType(MethodType.methodType(void.class, Object.class, ByteSink.class)),
                plan.reader().asType(MethodType.methodType(Object.class, RecordInput.class)));
    }

    private static boolean isImmutable(BuiltInType type) {
        if (type instanceof BuiltInType.Fields fields) {
            return fields.list().stream().allMatch(field -> isImmutable(field.type()));
        }
        if (type instanceof BuiltInType.Several several) {
            return several.container() == BuiltInType.Container.OPTIONAL && isImmutable(several.of().get(0));
        }
        return type != BuiltInType.Scalar.BYTES;
    }
}
