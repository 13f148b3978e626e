package org.sss.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;

/**
 * Encodes records field by field in the format described in {@link RecordOutput}. Only the class is serialized; the
 * method handles are looked up again after deserialization. Stateless, except instances from {@link #forTask()}, which
 * reuse one input.
 */
final class RecordCodec<R extends Record> implements Codec<R> {
    private static final long serialVersionUID = 1L;

    private final Class<R> recordClass;
    private final transient RecordLayout layout;
    private final transient RecordInput ownInput;

    RecordCodec(Class<R> recordClass, boolean confined) {
        this.recordClass = recordClass;
        layout = RecordLayout.of(recordClass);
        ownInput = confined ? new RecordInput(layout.typeName()) : null;
    }

    @Override
    public String name() {
        return layout.typeName();
    }

    @Override
    public void encode(R value, ByteSink sink) {
        FieldHandles.notNull("a record of type " + recordClass.getName(), value);
        try {
            layout.writer().invokeExact((Object) value, sink);
        } catch (Throwable t) {
            throw failure("an accessor", t);
        }
    }

    @Override
    public R decode(byte[] bytes, int offset, int length) {
        RecordInput input = ownInput == null ? new RecordInput(layout.typeName()) : ownInput;
        input.set(bytes, offset, length);
        Object value;
        try {
            value = (Object) layout.reader().invokeExact(input);
        } catch (Throwable t) {
            throw failure("the constructor", t);
        }
        input.checkEnd();
        return recordClass.cast(value);
    }

    private RuntimeException failure(String where, Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return t instanceof SssException e
                ? e
                : new SssException(
                        ErrorCode.USER_CODE, where + " of record " + recordClass.getName() + " threw " + t, t);
    }

    @Override
    public Codec<R> forTask() {
        return new RecordCodec<>(recordClass, true);
    }

    /**
     * Returns whether {@code hashCode()} of the record, unless it has one of its own, is another one in each process.
     */
    boolean hashesByProcess() {
        return hashByProcess(recordClass);
    }

    private static boolean hashByProcess(Type type) {
        if (type instanceof ParameterizedType collection) {
            return Arrays.stream(collection.getActualTypeArguments()).anyMatch(RecordCodec::hashByProcess);
        }
        return type instanceof Class<?> of
                && (of.isEnum()
                        || of.isArray()
                        || of.isRecord()
                                && Arrays.stream(of.getRecordComponents())
                                        .anyMatch(field -> hashByProcess(field.getGenericType())));
    }

    @Override
    public R copy(R object) {
        return layout.isImmutable() ? object : Codec.super.copy(object);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RecordCodec<?> other && recordClass == other.recordClass;
    }

    @Override
    public int hashCode() {
        return recordClass.hashCode();
    }

    @Override
    public String toString() {
        return name();
    }

    private Object readResolve() {
        return new RecordCodec<>(recordClass, false);
    }
}
