package org.sss.api;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Both sides of {@link Workflow#mapAggregate}, and of an aggregate whose Map merges as well. Stateless. */
final class PartialAggregates {
    private PartialAggregates() {
    }

    /** The mapper that the user gave. */
    static Mapper<?, ?, ?, ?> ofUser(Mapper<?, ?, ?, ?> mapper) {
        return mapper instanceof Partial<?, ?, ?, ?, ?> partial ? partial.mapper : mapper;
    }

    /** Calls a mapper and emits an accumulator for each value that it emits; the combiner merges them at once. */
    static final class Partial<K, V, K2, W, A> implements Mapper<K, V, K2, A> {
        private static final long serialVersionUID = 1L;

        private final Mapper<K, V, K2, W> mapper;
        private final Aggregator<W, A, ?> aggregator;
        private final Codec<K2> keys;
        private final TupleGroup<K2, W> output;
        private transient Accumulating<K2, W, A> out;

        /**
         * @param aggregator as {@link Keeping} gives it
         * @param keys       how those are encoded that the mapper emits
         * @param output     what the mapper takes for its output, or null when it knows none
         */
        Partial(Mapper<K, V, K2, W> mapper, Aggregator<W, A, ?> aggregator, Codec<K2> keys, TupleGroup<K2, W> output) {
            this.mapper = mapper;
            this.aggregator = aggregator;
            this.keys = keys;
            this.output = output;
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
                out = new Accumulating<>(aggregator, keys, output, to);
            }
            return out;
        }
    }

    /** Large accumulators stay here for the values that come next; others go on with one value. Belongs to one task thread. */
    private static final class Accumulating<K, W, A> implements Emitter<K, W>, ThreadBound {
        private static final int MAX_KEYS = 256;
        /** Of the values in accumulators that keep them, about. */
        private static final long MAX_KEPT_BYTES = 8 << 20;
        /** Of an object in a collection, besides what it holds. */
        private static final int OBJECT_BYTES = 64;
        /** Of an encoded key in the store. */
        private static final int MAX_KEY_BYTES = (64 << 10) - 1;

        private final Aggregator<W, A, ?> aggregator;
        private final Codec<K> keys;
        private final Codec<K> keyCheck;
        /** Null when no more is known of values than that they are objects. */
        private final Codec<W> measure;
        private final ByteSink checked = new ByteSink(128);
        private final TupleGroup<K, W> output;
        private final Emitter<K, A> to;
        private final ThreadBound thread;
        private final boolean large;
        /** Arrays are equal to none but themselves, so the keys here are their bytes then. */
        private final boolean keysAreArrays;
        private final Map<Object, A> open = new LinkedHashMap<>();
        private long keptBytes;
        /** What a flush amid the tuples threw, where other tuples were lost than the one that the job may skip. */
        private RuntimeException failure;

        Accumulating(Aggregator<W, A, ?> aggregator, Codec<K> keys, TupleGroup<K, W> output, Emitter<K, A> to) {
            this.aggregator = aggregator;
            this.keys = keys;
            keyCheck = keys.forTask();
            Codec<W> values = aggregator instanceof Keeping<W, A, ?> keeping ? keeping.values() : output == null ? null : output.values();
            measure = values == null ? null : values.forTask();
            this.output = output;
            this.to = to;
            thread = ThreadBound.of(to);
            large = aggregator.isLarge();
            keysAreArrays = (Object) keys == Codecs.BYTE_ARRAY;
        }

        @Override
        public void emit(K key, W value) {
            if (!large) {
                to.emit(key, aggregator.add(aggregator.start(), value));
                return;
            }
            thread.checkThread();
            throwFailure();
            Object place = place(key);
            A before = open.get(place);
            if (before == null) {
                check(key);
            }
            if (keptBytes >= MAX_KEPT_BYTES || before == null && open.size() == MAX_KEYS) {
                flushAmidTuples();
                before = null;
            }
            A after = aggregator.add(before == null ? aggregator.start() : before, value);
            open.put(before == null ? place(Kept.of(key, keys)) : place, after);
            keptBytes += after instanceof Collection<?> ? keptBytes(value) : 0;
        }

        /** What cannot be stored fails here, at its own tuple: when it is flushed, that is over, or another one has come. */
        private void check(K key) {
            checked.clear();
            keyCheck.encode(key, checked);
            if (checked.size() > MAX_KEY_BYTES) {
                throw new SssException(ErrorCode.TOO_LARGE, "a key of " + checked.size() + " bytes is above the limit of "
                        + MAX_KEY_BYTES + " bytes; use a digest of it as key and keep the whole in the value");
            }
        }

        private Object place(K key) {
            return keysAreArrays ? Bytes.of((byte[]) key) : key;
        }

        @SuppressWarnings("unchecked") // the other way of place
        private K key(Object place) {
            return (K) (keysAreArrays ? ((Bytes) place).array() : place);
        }

        /** As if all values were kept, though some are not, and some take the place of others. */
        private long keptBytes(W value) {
            if (value instanceof Bytes bytes) {
                return OBJECT_BYTES + bytes.length();
            }
            if (value instanceof CharSequence text) {
                return OBJECT_BYTES + text.length();
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
                return 0; // it was not kept, or that had failed
            }
            return checked.size();
        }

        private void flushAmidTuples() {
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
            flush();
        }

        private void flush() {
            for (Iterator<Map.Entry<Object, A>> all = open.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Object, A> next = all.next();
                // Before it is emitted: one that cannot be emitted is not to fail the next flush too.
                all.remove();
                to.emit(key(next.getKey()), next.getValue());
            }
            keptBytes = 0;
        }

        /** The group that the mapper names as its output holds accumulators. */
        @Override
        @SuppressWarnings("unchecked")
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            boolean isOutput = output != null && group.name().equals(output.name())
                    && group.keys().name().equals(output.keys().name()) && group.values().name().equals(output.values().name());
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
                // What was decoded, as a smallest or largest value is, may be used again for the next one; a view of bytes may be
                // one of a part of it.
                all = merged == partial || merged != all && merged instanceof Bytes ? Kept.of(merged, accumulators) : merged;
            }
            aggregator.finish(all, result -> out.emit(key, result));
        }
    }
}
