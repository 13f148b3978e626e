package org.sss.client.model;

import java.util.Comparator;
import org.sss.api.Emitter;
import org.sss.api.Joiner;
import org.sss.api.Mapper;
import org.sss.api.Reducer;

/** Functions of random workflows: what they emit depends on what they are given, and on nothing else. Immutable. */
final class Functions {
    private static final long PRIME = 1_000_003;

    private Functions() {
    }

    /** A number for a key of either type. */
    static long number(Object key) {
        return key instanceof Long n ? n : key.toString().hashCode();
    }

    /** A key of one of {@code keys} many, of either type. */
    static Object key(long number, int keys, boolean text) {
        long n = Math.floorMod(number * PRIME, (long) keys);
        return text ? "key " + n + "/" + "x".repeat((int) (n % 40)) : (Object) n;
    }

    /** Emits each tuple under other keys, or not at all. */
    record Scatter(int copies, int keys, boolean text, int dropOneOf) implements Mapper<Object, Long, Object, Long> {
        @Override
        public void map(Object key, Long value, Emitter<Object, Long> out) {
            if (dropOneOf > 1 && Math.floorMod(number(key) + value, (long) dropOneOf) == 0) {
                out.count("dropped", 1);
                return;
            }
            for (int i = 0; i < copies; i++) {
                out.emit(key(number(key) + value * i + i, keys, text), value + i);
            }
        }
    }

    /** Emits some tuples to a second group. */
    record Split(int keys, boolean text, org.sss.api.TupleGroup<Object, Long> second) implements Mapper<Object, Long, Object, Long> {
        @Override
        public void map(Object key, Long value, Emitter<Object, Long> out) {
            if (value % 3 == 0) {
                out.to(second).emit(key(value, keys, text), number(key));
            } else {
                out.emit(key(number(key), keys, text), value);
            }
        }
    }

    /** What it emits does not depend on the order of the values. */
    record Fold(int kind, int keys, boolean text) implements Reducer<Object, Long, Object, Long> {
        @Override
        public void reduce(Object key, Iterable<Long> values, Emitter<Object, Long> out) {
            long sum = 0;
            long count = 0;
            long max = Long.MIN_VALUE;
            for (long value : values) {
                sum += value;
                count++;
                max = Math.max(max, value);
            }
            out.count("keys", 1);
            switch (kind) {
                case 0 -> out.emit(key(number(key), keys, text), sum);
                case 1 -> out.emit(key(sum, keys, text), count);
                default -> {
                    out.emit(key(number(key), keys, text), max);
                    out.emit(key(number(key) + 1, keys, text), count);
                }
            }
        }
    }

    /** Emits something for each pair. */
    record Pair(int keys, boolean text) implements Joiner<Object, Long, Long, Object, Long> {
        @Override
        public void join(Object key, Long left, Long right, Emitter<Object, Long> out) {
            long l = left == null ? -1 : left;
            long r = right == null ? -2 : right;
            out.emit(key(number(key) + l, keys, text), l * 31 + r);
        }
    }

    /** Orders keys of one type. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Comparator<Object> order() {
        return (a, b) -> ((Comparable) a).compareTo(b);
    }
}
