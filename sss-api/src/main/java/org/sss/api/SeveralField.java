package org.sss.api;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandles;
import java.util.List;

/** A field of a record that is a list, set, map or optional. Immutable. */
record SeveralField(BuiltInType.Several type, List<Containers.Writer> writers, List<Containers.Reader> readers) {
    static RecordPlanner.Plan plan(
            BuiltInType.Several type,
            Class<?> rawClass,
            List<Containers.Writer> writers,
            List<Containers.Reader> readers) {
        SeveralField field = new SeveralField(type, List.copyOf(writers), List.copyOf(readers));
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return new RecordPlanner.Plan(
                            type,
                            lookup.bind(field, "write", methodType(void.class, Object.class, ByteSink.class)),
                            lookup.bind(field, "read", methodType(Object.class, RecordInput.class)))
                    .of(rawClass);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void write(Object object, ByteSink sink) throws Throwable {
        Containers.write(type.container(), object, writers, sink);
    }

    Object read(RecordInput input) throws Throwable {
        return Containers.read(type.container(), readers, input);
    }
}
