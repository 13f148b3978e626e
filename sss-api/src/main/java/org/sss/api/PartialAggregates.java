package org.sss.api;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Map and Reduce side of {@link Workflow#mapAggregate}, and of aggregates, whose Map may also merge. Stateless. */
final class PartialAggregates {
    private PartialAggregates() {}

    /** Returns the user's mapper. */
    static Mapper<?, ?, ?, ?> ofUser(Mapper<?, ?, ?, ?> mapper) {
        return mapper instanceof Partial<?, ?, ?, ?, ?> partial ? partial.mapper : mapper;
    }

    /** Merges partial accumulators of an aggregator; for doubles and sketches the result depends on the order. */
    record Merger<K, A>(Aggregator<?, A, ?> aggregator) implements Combiner<K, A> {
        @Override
        public A combine(K key, A left, A right) {
            return aggregator.merge(left, right);
        }

        @Override
        public boolean dependsOnGrouping() {
            return true;
        }
    }

    /** Calls a mapper and emits an accumulator for each value that it emits; the combiner merges them immediately. */
    static final class Partial<K, V, K2, W, A> implements Mapper<K, V, K2, A> {
        private static final long serialVersionUID = 1L;

        private final Mapper<K, V, K2, W> mapper;
        private final Aggregator<W, A, ?> aggregator;
        private final Codec<K2> keys;
        private final Codec<A> accumulators;
        private final TupleGroup<K2, W> output;
        private final String results;
        private transient Accumulating<K2, W, A> out;

        /**
         * @param aggregator as returned by {@link RetainingAggregator}
         * @param keys       codec of the keys that the mapper emits
         * @param output     the output group from the mapper's view, or null if it has none
         * @param results    description of the aggregate in messages
         */
        Partial(
                Mapper<K, V, K2, W> mapper,
                Aggregator<W, A, ?> aggregator,
                Codec<K2> keys,
                Codec<A> accumulators,
                TupleGroup<K2, W> output,
                String results) {
            this.mapper = mapper;
            this.aggregator = aggregator;
            this.keys = keys;
            this.accumulators = accumulators;
            this.output = output;
            this.results = results;
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            mapper.setup(context);
        }

        @Override
        public void map(K key, V value, Emitter<K2, A> to) throws Exception {
            mapper.map(key, value, emitter(to));
        }

        @Override
        public void close(Emitter<K2, A> to) throws Exception {
            mapper.close(emitter(to));
            out.close();
        }

        private Accumulating<K2, W, A> emitter(Emitter<K2, A> to) {
            if (out == null || out.to != to) {
                out = new Accumulating<>(aggregator, keys, accumulators, output, results, to);
            }
            return out;
        }
    }

    /** Buffers large accumulators for further values; emits small ones with a single value. For one task thread. */
    private static final class Accumulating<K, W, A> implements Emitter<K, W>, ThreadBound {
        private static final int MAX_KEYS = 256;
        /** Approximate limit for the values that accumulators retain. */
        private static final long MAX_RETAINED_BYTES = 8 << 20;
        /** Overhead of an object in a collection, besides its content. */
        private static final int OBJECT_BYTES = 64;
        /** Limit of the store for an encoded key. */
        private static final int MAX_KEY_BYTES = (64 << 10) - 1;

        private final Aggregator<W, A, ?> aggregator;
        private final Codec<K> keys;
        private final Codec<K> keyCheck;
        /** Measures values; null if their codec is unknown. */
        private final Codec<W> measure;

        private final ByteSink checked = new ByteSink(128);
        private final TupleGroup<K, W> output;
        private final String results;
        private final Emitter<K, A> to;
        private final ThreadBound thread;
        private final boolean large;
        /** Arrays are compared by identity, so the map is keyed by their bytes. */
        private final boolean keysAreArrays;

        private final Map<Object, A> open = new LinkedHashMap<>();
        /** Null once there is nothing to check. */
        private StartCheck<W, A> start;

        private long retainedBytes;
        /**
         * Exception of a flush between tuples, in which tuples other than the current one, which the job may skip, were
         * lost.
         */
        private RuntimeException failure;

        Accumulating(
                Aggregator<W, A, ?> aggregator,
                Codec<K> keys,
                Codec<A> accumulators,
                TupleGroup<K, W> output,
                String results,
                Emitter<K, A> to) {
            this.aggregator = aggregator;
            start = new StartCheck<>(aggregator, () -> accumulators);
            this.keys = keys;
            keyCheck = keys.forTask();
            Codec<W> values = aggregator instanceof RetainingAggregator<W, A, ?> retaining
                    ? retaining.values()
                    : output == null ? null : output.values();
            measure = values == null ? null : values.forTask();
            this.output = output;
            this.results = results;
            this.to = to;
            thread = ThreadBound.of(to);
            large = aggregator.isLarge();
            keysAreArrays = (Object) keys == Codecs.BYTE_ARRAY;
        }

        @Override
        public void emit(K key, W value) {
            if (!large) {
                to.emit(key, started(value));
                return;
            }
            thread.checkThread();
            throwFailure();
            Object mapKey = mapKey(key);
            A before = open.get(mapKey);
            if (before == null) {
                check(key);
            }
            if (retainedBytes >= MAX_RETAINED_BYTES || before == null && open.size() == MAX_KEYS) {
                flushBetweenTuples();
                before = null;
            }
            A after = before == null ? started(value) : add(before, value);
            open.put(before == null ? mapKey(Retained.of(key, keys)) : mapKey, after);
            retainedBytes += after instanceof Collection<?> ? retainedBytes(value) : 0;
        }

        private A add(A accumulator, W value) {
            try {
                return aggregator.add(accumulator, value);
            } catch (NullPointerException e) {
                throw value != null ? e : isNull("value", e);
            }
        }

        private SssException isNull(String what, NullPointerException e) {
            return new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the aggregate " + results + " was given a null " + what
                            + "; keys, values and fields of records must not be null",
                    e);
        }

        /** Returns a new accumulator of a value. */
        private A started(W value) {
            if (start == null) {
                return add(aggregator.start(), value);
            }
            start.first(value);
            A accumulator = add(aggregator.start(), value);
            start.after();
            start = start.isDone() ? null : start;
            return accumulator;
        }

        /**
         * Fails here, at its own tuple, if the key cannot be stored: at the flush, another tuple is being processed.
         */
        private void check(K key) {
            checked.clear();
            try {
                keyCheck.encode(key, checked);
            } catch (NullPointerException e) {
                throw key != null ? e : isNull("key", e);
            }
            if (checked.size() > MAX_KEY_BYTES) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "a key of " + checked.size() + " bytes is above the limit of " + MAX_KEY_BYTES
                                + " bytes; use a digest as key and store the whole key in the value");
            }
        }

        private Object mapKey(K key) {
            return keysAreArrays && key != null ? Bytes.of((byte[]) key) : key;
        }

        @SuppressWarnings("unchecked") // the inverse of mapKey
        private K key(Object mapKey) {
            return (K) (keysAreArrays ? ((Bytes) mapKey).array() : mapKey);
        }

        /** An upper bound: counts all values, although some are not retained and some replace others. */
        private long retainedBytes(W value) {
            if (value instanceof Bytes bytes) {
                return (long) OBJECT_BYTES + bytes.length();
            }
            if (value instanceof CharSequence text) {
                return (long) OBJECT_BYTES + text.length();
            }
            if (value instanceof Number) {
                return OBJECT_BYTES;
            }
            return measure == null ? 4 * OBJECT_BYTES : OBJECT_BYTES + 2L * encodedBytes(value);
        }

        private int encodedBytes(W value) {
            checked.clear();
            try {
                measure.encode(value, checked);
            } catch (RuntimeException e) {
                return 0; // it was not retained, else adding it would have failed
            }
            return checked.size();
        }

        private void flushBetweenTuples() {
            try {
                flush();
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        private void throwFailure() {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void checkThread() {
            thread.checkThread();
        }

        void close() {
            throwFailure();
            if (start != null) {
                start.after();
            }
            flush();
        }

        private void flush() {
            for (Iterator<Map.Entry<Object, A>> all = open.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Object, A> next = all.next();
                // Removed before it is emitted, so that one that cannot be emitted does not fail the next flush too.
                all.remove();
                to.emit(key(next.getKey()), next.getValue());
            }
            retainedBytes = 0;
        }

        /** The group that the mapper regards as its output contains accumulators. */
        @Override
        @SuppressWarnings("unchecked")
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            boolean isOutput = output != null
                    && group.name().equals(output.name())
                    && group.keys().name().equals(output.keys().name())
                    && group.values().name().equals(output.values().name());
            return isOutput ? (Emitter<K3, V3>) this : to.to(group);
        }

        @Override
        public void count(String counter, long amount) {
            to.count(counter, amount);
        }
    }

    /** Merges the accumulators of a key, in their order. */
    record Merging<K, A, R>(Aggregator<?, A, R> aggregator, Codec<A> accumulators) implements Reducer<K, A, K, R> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(K key, Iterable<A> partials, Emitter<K, R> out) {
            A all = null;
            for (A partial : partials) {
                A merged = all == null ? partial : aggregator.merge(all, partial);
                // A decoded object, such as a minimum or maximum, may be reused for the next one; a view of bytes may
                // share its array.
                all = merged == partial || merged != all && merged instanceof Bytes
                        ? Retained.of(merged, accumulators)
                        : merged;
            }
            aggregator.finish(all, result -> out.emit(key, result));
        }
    }

    /** Reducer that passes the values of each key to an aggregator and emits its results. */
    static final class Direct<K, V, A, R> implements Reducer<K, V, K, R> {
        private static final long serialVersionUID = 1L;

        private final Aggregator<V, A, R> aggregator;
        private final Codec<R> results;
        /** Null before the first key. */
        private transient StartCheck<V, A> start;

        /** @param results codec of the output group */
        Direct(Aggregator<V, A, R> aggregator, Codec<R> results) {
            this.aggregator = aggregator;
            this.results = results;
        }

        @Override
        public void reduce(K key, Iterable<V> values, Emitter<K, R> out) {
            if (start == null) {
                start = new StartCheck<>(aggregator, () -> aggregator.accumulators(results));
            }
            aggregator.aggregate(start.checkingFirst(values), result -> out.emit(key, result));
            start.after();
        }

        @Override
        public void close(Emitter<K, R> out) {
            if (start != null) {
                start.after();
            }
        }
    }
}
