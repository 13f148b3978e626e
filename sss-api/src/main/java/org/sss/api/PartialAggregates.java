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
        private final TupleGroup<K2, W> output;
        private transient Accumulating<K2, W, A> out;

        Partial(Mapper<K, V, K2, W> mapper, Aggregator<W, A, ?> aggregator) {
            this(mapper, aggregator, null);
        }

        /** @param output what the mapper takes for its output, or null when it knows none */
        Partial(Mapper<K, V, K2, W> mapper, Aggregator<W, A, ?> aggregator, TupleGroup<K2, W> output) {
            this.mapper = mapper;
            this.aggregator = aggregator;
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
            out.flush();
        }

        private Accumulating<K2, W, A> emitter(Emitter<K2, A> to) {
            if (out == null || out.to != to) {
                out = new Accumulating<>(aggregator, output, to);
            }
            return out;
        }
    }

    /** Large accumulators stay here for the values that come next; others go on with one value. Belongs to one task thread. */
    private static final class Accumulating<K, W, A> implements Emitter<K, W> {
        private static final int MAX_KEYS = 256;
        /** Of the values in accumulators that keep them, about. */
        private static final long MAX_KEPT_BYTES = 8 << 20;
        /** Of an object in a collection, besides what it holds. */
        private static final int OBJECT_BYTES = 64;

        private final Aggregator<W, A, ?> aggregator;
        private final TupleGroup<K, W> output;
        private final Emitter<K, A> to;
        private final boolean large;
        private final Map<K, A> open = new LinkedHashMap<>();
        private long keptBytes;

        Accumulating(Aggregator<W, A, ?> aggregator, TupleGroup<K, W> output, Emitter<K, A> to) {
            this.aggregator = aggregator;
            this.output = output;
            this.to = to;
            large = aggregator.isLarge();
        }

        @Override
        public void emit(K key, W value) {
            if (!large) {
                to.emit(key, aggregator.add(aggregator.start(), value));
                return;
            }
            if (keptBytes >= MAX_KEPT_BYTES) {
                flush();
            }
            A before = open.get(key);
            if (before == null && open.size() == MAX_KEYS) {
                flush();
            }
            A after = aggregator.add(before == null ? aggregator.start() : before, value);
            open.put(before == null ? Kept.of(key) : key, after);
            keptBytes += after instanceof Collection<?> ? keptBytes(value) : 0;
        }

        /** As if all values were kept, though some are not, and some take the place of others. */
        private static long keptBytes(Object value) {
            if (value instanceof Bytes bytes) {
                return OBJECT_BYTES + bytes.length();
            }
            if (value instanceof CharSequence text) {
                return OBJECT_BYTES + text.length();
            }
            return value instanceof Number ? OBJECT_BYTES : 4 * OBJECT_BYTES;
        }

        void flush() {
            for (Iterator<Map.Entry<K, A>> all = open.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<K, A> next = all.next();
                // Before it is emitted: one that cannot be emitted is not to fail the next flush too.
                all.remove();
                to.emit(next.getKey(), next.getValue());
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
    record Merging<K, A, R>(Aggregator<?, A, R> aggregator) implements Reducer<K, A, K, R> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(K key, Iterable<A> partials, Emitter<K, R> out) {
            A all = null;
            for (A partial : partials) {
                A merged = all == null ? partial : aggregator.merge(all, partial);
                // A view of bytes, which a smallest or largest value is, is that of the next value after the next step.
                all = merged == all ? all : Kept.of(merged);
            }
            aggregator.finish(all, result -> out.emit(key, result));
        }
    }
}
