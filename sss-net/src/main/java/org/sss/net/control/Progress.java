package org.sss.net.control;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sss.net.rpc.Nullable;

/**
 * What a task or job has done so far. Bytes are those of keys and values. Input bytes count each key once per block.
 *
 * @param tuplesOut      as emitted
 * @param tuplesCombined of them, those that were folded into others before they were stored; known when it is over
 * @param counters       the user's, by name
 * @param heaviest       keys with the most values, in a co-group those of all its groups together, when it is over; none of a Map
 * @param leftThreads    that the user's code has left behind, when it is over
 * @param at             where user code is that has shown no sign of life for a while: task, key, line and for how long; else null
 */
public record Progress(long tuplesIn, long bytesIn, long tuplesOut, long bytesOut, long tuplesCombined, Map<String, Long> counters,
        List<HeavyKey> heaviest, LeftThreads leftThreads, @Nullable String at) {
    public static final Progress NONE = new Progress(0, 0, 0, 0, Map.of());

    public Progress {
        heaviest = heaviest == null ? List.of() : List.copyOf(heaviest);
        leftThreads = leftThreads == null ? LeftThreads.NONE : leftThreads;
    }

    /** Of what combines nothing and is not over. */
    public Progress(long tuplesIn, long bytesIn, long tuplesOut, long bytesOut, Map<String, Long> counters) {
        this(tuplesIn, bytesIn, tuplesOut, bytesOut, 0, counters, List.of(), LeftThreads.NONE, null);
    }

    /** @param key as text, a long one shortened and with a hash of all of it, so that two keys are two texts */
    public record HeavyKey(String key, long values) {
        /** Of each task, and of a job. */
        public static final int KEPT = 8;
    }

    /**
     * Threads that run on after the task that began them.
     *
     * @param names of some
     */
    public record LeftThreads(int count, List<String> names) {
        public static final LeftThreads NONE = new LeftThreads(0, List.of());
        private static final int KEPT = 8;

        public LeftThreads {
            names = List.copyOf(names.stream().distinct().limit(KEPT).toList());
        }

        LeftThreads plus(LeftThreads other) {
            return other.count == 0 ? this : count == 0 ? other
                    : new LeftThreads(count + other.count, Stream.concat(names.stream(), other.names.stream()).toList());
        }
    }

    private List<HeavyKey> heavier(List<HeavyKey> others) {
        if (others.isEmpty() || heaviest.isEmpty()) {
            return others.isEmpty() ? heaviest : others;
        }
        Map<String, Long> all = new TreeMap<>();
        heaviest.forEach(heavy -> all.merge(heavy.key(), heavy.values(), Long::sum));
        others.forEach(heavy -> all.merge(heavy.key(), heavy.values(), Long::sum));
        return all.entrySet().stream().map(e -> new HeavyKey(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(HeavyKey::values).reversed()).limit(HeavyKey.KEPT).toList();
    }

    public Progress at(String where) {
        return new Progress(tuplesIn, bytesIn, tuplesOut, bytesOut, tuplesCombined, counters, heaviest, leftThreads, where);
    }

    /** The sum of both; {@link Counters} says which counters it has if there are too many. */
    public Progress plus(Progress other) {
        return new Progress(tuplesIn + other.tuplesIn, bytesIn + other.bytesIn, tuplesOut + other.tuplesOut,
                bytesOut + other.bytesOut, tuplesCombined + other.tuplesCombined, Counters.sum(counters, other.counters),
                heavier(other.heaviest), leftThreads.plus(other.leftThreads), at != null ? at : other.at);
    }
}
