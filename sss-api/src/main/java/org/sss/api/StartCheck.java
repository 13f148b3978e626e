package org.sss.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Supplier;

/**
 * Detects an aggregator that adds to an accumulator which {@link Aggregator#start} returns again, so that values of one
 * key count for others. At the first value of a task it adds to one new accumulator and looks whether that changes
 * another one. If {@code start} returns the same object twice, the object is compared again after each use. For one
 * task's thread.
 */
final class StartCheck<V, A> {
    private static final int MAX_DEPTH = 4;

    private final Aggregator<V, A, ?> aggregator;
    private final Supplier<Codec<A>> codec;
    private boolean probed;
    /** The object that {@code start} returns each time, and its encoding; null if it returns new or immutable ones. */
    private A shared;

    private byte[] empty;
    /** Thrown again by each call, since a job may skip failures of single tuples. */
    private SssException failure;

    /** @param codec of accumulators; may throw, or return null */
    StartCheck(Aggregator<V, A, ?> aggregator, Supplier<Codec<A>> codec) {
        this.aggregator = aggregator;
        this.codec = codec;
    }

    /** Returns whether nothing more can be found. Only after the first value. */
    boolean isDone() {
        return probed && shared == null && failure == null;
    }

    /** Returns the values, the first of which is {@linkplain #first checked}. */
    Iterable<V> checkingFirst(Iterable<V> values) {
        return probed ? values : () -> new Checking(values.iterator());
    }

    /** Called with the first value of the task before it is added; does nothing for others. */
    void first(V value) {
        throwFailure();
        if (!probed) {
            probed = true;
            probe(value);
        }
    }

    /** Called after each use of {@code start}, and at the end of the task. */
    void after() {
        throwFailure();
        if (shared != null && !Arrays.equals(empty, encoded(shared))) {
            throw fail();
        }
    }

    private void probe(V value) {
        A one = aggregator.start();
        A another = aggregator.start();
        if (another == null || isImmutable(another.getClass(), MAX_DEPTH)) {
            return;
        }
        byte[] before = encoded(another);
        if (before != null) {
            addTo(one, value);
        }
        if (before == null ? one == another : !Arrays.equals(before, encoded(another))) {
            throw fail();
        }
        if (one == another) {
            shared = another;
            empty = before;
        }
    }

    /** The accumulator is not used. */
    private void addTo(A accumulator, V value) {
        try {
            aggregator.add(accumulator, value);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            // The job calls it with the same value, and reports it.
        }
    }

    private SssException fail() {
        failure = new SssException(
                ErrorCode.USER_CODE,
                "start() of the aggregator " + aggregator.getClass().getName() + " returns an accumulator"
                        + " that it has returned before, or that shares an object with one, and add() changes it: "
                        + "values of one key would count for"
                        + " other keys; let start() create a new accumulator with new content each time");
        return failure;
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns null if the accumulator can be neither encoded nor serialized. */
    private byte[] encoded(A accumulator) {
        try {
            ByteSink sink = new ByteSink(64);
            codec.get().encode(accumulator, sink);
            return sink.toByteArray();
        } catch (RuntimeException | LinkageError e) {
            // Some codecs take no empty accumulator, and an aggregator that is never sent may have none.
            return serialized(accumulator);
        }
    }

    private static byte[] serialized(Object object) {
        if (!(object instanceof Serializable)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException | RuntimeException e) {
            return null;
        }
        return bytes.toByteArray();
    }

    /** Returns whether all fields are final, and have such types. */
    private static boolean isImmutable(Class<?> type, int depth) {
        if (type.isPrimitive()
                || type == String.class
                || type.isEnum()
                || Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.")
                || type == Boolean.class
                || type == Character.class) {
            return true;
        }
        if (depth == 0
                || type.isArray()
                || type.getName().startsWith("java.")
                || !Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        return isImmutable(type.getSuperclass())
                && Arrays.stream(type.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .allMatch(field -> isImmutable(field, depth));
    }

    private static boolean isImmutable(Class<?> superclass) {
        return superclass == Object.class || superclass == Record.class;
    }

    private static boolean isImmutable(Field field, int depth) {
        return Modifier.isFinal(field.getModifiers()) && isImmutable(field.getType(), depth - 1);
    }

    private final class Checking implements Iterator<V> {
        private final Iterator<V> values;

        Checking(Iterator<V> values) {
            this.values = values;
        }

        @Override
        public boolean hasNext() {
            return values.hasNext();
        }

        @Override
        public V next() {
            V value = values.next();
            first(value);
            return value;
        }
    }
}
