package org.sss.client.model;

import static org.sss.client.model.Type.number;

import java.util.Comparator;
import java.util.List;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Combiner;
import org.sss.api.Crosser;
import org.sss.api.Emitter;
import org.sss.api.Joiner;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;

/** Functions of random workflows: what they emit depends on what they are given, and on nothing else. Immutable. */
final class Functions {
    private Functions() {}

    /** Emits each tuple under other keys, or not at all. */
    record Scatter(int copies, Keys keys, int dropOneOf) implements Mapper<Object, Object, Object, Object> {
        @Override
        public void map(Object key, Object value, Emitter<Object, Object> out) {
            long k = number(key);
            long v = number(value);
            if (dropOneOf > 1 && Math.floorMod(k + v, (long) dropOneOf) == 0) {
                out.count("dropped", 1);
                return;
            }
            for (int i = 0; i < copies; i++) {
                out.emit(keys.of(key, k + v * i + i), keys.value(v + i));
            }
        }
    }

    /** Emits some tuples to a second group of the same types. */
    record Split(Keys keys, TupleGroup<Object, Object> second) implements Mapper<Object, Object, Object, Object> {
        @Override
        public void map(Object key, Object value, Emitter<Object, Object> out) {
            if (number(value) % 3 == 0) {
                out.to(second).emit(keys.of(key, number(value)), keys.value(number(key)));
            } else {
                out.emit(keys.of(key, number(key)), keys.value(number(value)));
            }
        }
    }

    /** Throws for some tuples, half of them after it has emitted. */
    record FailingMap(Mapper<Object, Object, Object, Object> mapper, int oneOf)
            implements Mapper<Object, Object, Object, Object> {
        @Override
        public void map(Object key, Object value, Emitter<Object, Object> out) throws Exception {
            long number = number(key) + number(value);
            failIf(Math.floorMod(number, 2L * oneOf) == 0);
            mapper.map(key, value, out);
            failIf(Math.floorMod(number, oneOf) == 0);
        }
    }

    /** Throws for some keys, half of them after it has emitted. */
    record FailingReduce(Reducer<Object, Object, Object, Object> reducer, int oneOf)
            implements Reducer<Object, Object, Object, Object> {
        @Override
        public void reduce(Object key, Iterable<Object> values, Emitter<Object, Object> out) throws Exception {
            failIf(Math.floorMod(number(key), 2L * oneOf) == 0);
            reducer.reduce(key, values, out);
            failIf(Math.floorMod(number(key), oneOf) == 0);
        }
    }

    private static void failIf(boolean fails) {
        if (fails) {
            throw new IllegalStateException("as it is meant to");
        }
    }

    /** What it emits does not depend on the order of the values. */
    record Fold(int kind, Keys keys) implements Reducer<Object, Object, Object, Object> {
        static final int KINDS = 3;

        @Override
        public void reduce(Object key, Iterable<Object> values, Emitter<Object, Object> out) {
            long sum = 0;
            long count = 0;
            long max = Long.MIN_VALUE;
            for (Object value : values) {
                sum += number(value);
                count++;
                max = Math.max(max, number(value));
            }
            out.count("keys", 1);
            switch (kind) {
                case 0 -> out.emit(keys.of(key, number(key)), keys.value(sum));
                case 1 -> out.emit(keys.of(key, sum), keys.value(count));
                default -> {
                    out.emit(keys.of(key, number(key)), keys.value(max));
                    out.emit(keys.of(key, number(key) + 1), keys.value(count));
                }
            }
        }
    }

    /** Emits the first values, each with its rank, so that it matters in which order they come. */
    record Ranked(int most, Keys keys) implements Reducer<Object, Object, Object, Object> {
        @Override
        public void reduce(Object key, Iterable<Object> values, Emitter<Object, Object> out) {
            int rank = 0;
            for (Object value : values) {
                if (rank == most) {
                    return;
                }
                out.emit(keys.of(key, number(key) + rank), keys.value(number(value) * 31 + rank));
                rank++;
            }
        }
    }

    /** Emits something for each pair. */
    record Pair(Keys keys) implements Joiner<Object, Object, Object, Object, Object> {
        @Override
        public void join(Object key, Object left, Object right, Emitter<Object, Object> out) {
            long l = left == null ? -1 : number(left);
            long r = right == null ? -2 : number(right);
            out.emit(keys.of(key, number(key) + l), keys.value(l * 31 + r));
        }
    }

    /** Walks the values of each group twice. */
    record Gather(List<TupleGroup<Object, Object>> groups, Keys keys) implements CoGrouper<Object, Object, Object> {
        @Override
        public void coGroup(Object key, CoValues values, Emitter<Object, Object> out) {
            long sum = 0;
            for (TupleGroup<Object, Object> group : groups) {
                sum += values.has(group) ? 1 : 0;
                for (Object value : values.of(group)) {
                    sum += number(value);
                }
            }
            for (int i = groups.size() - 1; i >= 0; i--) {
                for (Object value : values.of(groups.get(i))) {
                    out.emit(keys.of(key, number(key) + i), keys.value(number(value) * 31 + i + sum));
                }
            }
        }
    }

    /** Emits something for some pairs. */
    record Meet(int oneOf, Keys keys) implements Crosser<Object, Object, Object, Object, Object, Object> {
        @Override
        public void cross(Object key, Object value, Object smallKey, Object smallValue, Emitter<Object, Object> out) {
            long number = number(value) * 7 + number(smallKey) * 3 + number(smallValue);
            if (Math.floorMod(number, oneOf) == 0) {
                out.emit(keys.of(key, number), keys.value(number));
            }
        }
    }

    /** Of either type. */
    record Largest() implements Combiner<Object, Object> {
        @Override
        public Object combine(Object key, Object left, Object right) {
            return order().compare(left, right) < 0 ? right : left;
        }
    }

    /** The same for all groups, so that they are placed alike. */
    record ByKey() implements Partitioner<Object, Object> {
        @Override
        public int subgroup(Object key, Object value, int subgroupCount) {
            return (int) Math.floorMod(number(key), (long) subgroupCount);
        }
    }

    /** Orders keys or values of one type. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Comparator<Object> order() {
        return (a, b) -> ((Comparable) a).compareTo(b);
    }
}
