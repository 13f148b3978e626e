package org.sss.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * Writer and reader of records of one class: one method handle each, which the JIT compiler can inline completely, so
 * that nothing is boxed or looked up per record. Created once per class. Immutable.
 *
 * @param type        the fields
 * @param isImmutable whether no field, at any depth, has mutable content such as bytes, a list, a set or a map
 * @param writer      {@code (Object, ByteSink)void}
 * @param reader      {@code (RecordInput)Object}
 */
record RecordLayout(
        BuiltInType.Fields type, String typeName, boolean isImmutable, MethodHandle writer, MethodHandle reader) {
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
        return new RecordLayout(
                (BuiltInType.Fields) plan.type(),
                plan.type().toString(),
                isImmutable(plan.type()),
                plan.writer().asType(MethodType.methodType(void.class, Object.class, ByteSink.class)),
                plan.reader().asType(MethodType.methodType(Object.class, RecordInput.class)));
    }

    private static boolean isImmutable(BuiltInType type) {
        if (type instanceof BuiltInType.Fields fields) {
            return fields.list().stream().allMatch(field -> isImmutable(field.type()));
        }
        if (type instanceof BuiltInType.Several several) {
            return several.container() == BuiltInType.Container.OPTIONAL
                    && isImmutable(several.of().get(0));
        }
        return type != BuiltInType.Scalar.BYTES;
    }
}
