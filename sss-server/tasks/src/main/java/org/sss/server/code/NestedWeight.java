package org.sss.server.code;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Bounds the hashing of collections while a job is read. The hash of a collection visits all that is in it, also what
 * it shares with others: 35 nested pairs of sets with 140 elements together take 2^35 steps. The weight of a collection
 * is that number of steps. A collection is weighed when it is complete, and thus before another one hashes it. Only
 * collections of the JDK are weighed: those of the job are its own code. Used by the one thread that reads a job.
 */
final class NestedWeight {
    /** Allowed for few objects. */
    private static final long MIN_LIMIT = 1_000_000;
    /** Without shared parts, the weight is at most the number of objects. */
    private static final long PER_OBJECT = 4;

    /** Weights of complete collections. */
    private final IdentityHashMap<Object, Long> weights = new IdentityHashMap<>();

    /**
     * Weighs an object that has just been read.
     *
     * @param objects read so far
     * @return false if hashing it would take too many steps
     */
    boolean add(Object object, long objects) {
        if (!isWeighed(object)) {
            return true;
        }
        long limit = limit(objects);
        long weight = 1 + content(object, limit);
        weights.put(object, weight);
        return weight <= limit;
    }

    private static boolean isWeighed(Object object) {
        return (object instanceof Collection || object instanceof Map || object instanceof Map.Entry)
                && object.getClass().getClassLoader() == null;
    }

    private static long limit(long objects) {
        return Math.max(MIN_LIMIT, PER_OBJECT * objects);
    }

    private long content(Object object, long limit) {
        if (object instanceof Collection<?> collection) {
            return sum(collection, limit);
        }
        if (object instanceof Map<?, ?> map) {
            long weight = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                weight += of(entry.getKey(), limit) + of(entry.getValue(), limit);
                if (weight > limit) {
                    break;
                }
            }
            return weight;
        }
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) object;
        return of(entry.getKey(), limit) + of(entry.getValue(), limit);
    }

    private long sum(Collection<?> collection, long limit) {
        long weight = 0;
        for (Object element : collection) {
            weight += of(element, limit);
            if (weight > limit) {
                break;
            }
        }
        return weight;
    }

    private long of(Object element, long limit) {
        Long known = weights.get(element);
        if (known != null) {
            return known;
        }
        // A collection that is not complete contains this one: its final weight is unknown.
        return isWeighed(element) ? limit : 1;
    }
}
