package org.sss.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * How records of one class are written and read: one method handle each, in which the JIT compiler sees all fields, so
 * that nothing is boxed or looked up per record. Made once per class. Immutable.
 *
 * @param type   the fields
 * @param writer {@code (Object, ByteSink)void}
 * @param reader {@code (RecordInput)Object}
 */
record RecordLayout(BuiltInType.Fields type, String typeName, MethodHandle writer, MethodHandle reader) {
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
        return new RecordLayout((BuiltInType.Fields) plan.type(), plan.type().toString(),
                plan.writer().asType(MethodType.methodType(void.class, Object.class, ByteSink.class)),
                plan.reader().asType(MethodType.methodType(Object.class, RecordInput.class)));
    }
}
