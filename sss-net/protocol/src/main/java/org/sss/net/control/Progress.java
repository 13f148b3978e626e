package org.sss.net.control;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * Statistics of a task or job so far.
 *
 * @param counters    user counters by name
 * @param heaviest    keys with the most values, at the end; in a co-group, summed over all its groups; empty for a Map
 * @param leftThreads threads that user code has left running, at the end
 * @param remarks     warnings and what executables printed, at the end; null if there are none
 * @param at          where user code is that shows no sign of life: task, key, line and duration; otherwise null
 */
public record Progress(
        @Unwrapped Volume volume,
        Map<String, Long> counters,
        List<HeavyKey> heaviest,
        LeftThreads leftThreads,
        @Unwrapped Measured measured,
        @Nullable Remarks remarks,
        @Nullable String at)
        implements ImmutableMessage {
    public static final Progress NONE = new Progress(0, 0, 0, 0, Map.of());

    public Progress {
        heaviest = heaviest == null ? List.of() : List.copyOf(heaviest);
        leftThreads = leftThreads == null ? LeftThreads.NONE : leftThreads;
    }

    /** For a task that combines nothing and has not ended. */
    public Progress(long tuplesIn, long bytesIn, long tuplesOut, long bytesOut, Map<String, Long> counters) {
        this(
                new Volume(tuplesIn, bytesIn, tuplesOut, bytesOut, 0),
                counters,
                List.of(),
                LeftThreads.NONE,
                Measured.NOTHING,
                null,
                null);
    }

    /**
     * What was read and written. Bytes are those of keys and values; input bytes count each key once per block.
     *
     * @param tuplesOut      emitted tuples
     * @param tuplesCombined emitted tuples that were combined with others before they were stored; known at the end
     */
    public record Volume(long tuplesIn, long bytesIn, long tuplesOut, long bytesOut, long tuplesCombined) {
        Volume plus(Volume other) {
            return new Volume(
                    tuplesIn + other.tuplesIn,
                    bytesIn + other.bytesIn,
                    tuplesOut + other.tuplesOut,
                    bytesOut + other.bytesOut,
                    tuplesCombined + other.tuplesCombined);
        }
    }

    /**
     * What is known at the end.
     *
     * @param shuffle what was sent to other nodes, if blocks move while tasks run; otherwise null
     * @param times   where the time of a task went; null for a job, whose report has them
     * @param load    what was written for each subgroup, if a task has written anything; otherwise null
     */
    public record Measured(
            @Nullable ShuffleTimes shuffle,
            @Nullable ThreadTimes times,
            @Nullable OutputLoad load) {
        public static final Measured NOTHING = new Measured(null, null, null);

        /** Returns the sum of both, for a job. */
        Measured plus(Measured other) {
            return new Measured(sum(shuffle, other.shuffle), null, sum(load, other.load));
        }

        private static OutputLoad sum(OutputLoad a, OutputLoad b) {
            return a == null || b == null ? a == null ? b : a : a.plus(b);
        }

        private static ShuffleTimes sum(ShuffleTimes a, ShuffleTimes b) {
            return a == null || b == null ? a == null ? b : a : a.plus(b);
        }
    }

    public long tuplesIn() {
        return volume.tuplesIn();
    }

    public long bytesIn() {
        return volume.bytesIn();
    }

    public long tuplesOut() {
        return volume.tuplesOut();
    }

    public long bytesOut() {
        return volume.bytesOut();
    }

    public long tuplesCombined() {
        return volume.tuplesCombined();
    }

    public ShuffleTimes shuffle() {
        return measured.shuffle();
    }

    public ThreadTimes times() {
        return measured.times();
    }

    public OutputLoad load() {
        return measured.load();
    }

    /**
     * @param key as text; a long key is shortened and has a hash of the whole key, so that different keys have
     *     different texts
     */
    public record HeavyKey(String key, long values) {
        /** Maximum number of keys, per task and per job. */
        public static final int MAX_KEYS = 8;
    }

    /**
     * Threads that continue to run after the task that started them.
     *
     * @param names of some of them
     */
    public record LeftThreads(int count, List<String> names) {
        public static final LeftThreads NONE = new LeftThreads(0, List.of());
        private static final int MAX_NAMES = 8;

        public LeftThreads {
            names = List.copyOf(names.stream().distinct().limit(MAX_NAMES).toList());
        }

        LeftThreads plus(LeftThreads other) {
            return other.count == 0
                    ? this
                    : count == 0
                            ? other
                            : new LeftThreads(
                                    count + other.count,
                                    Stream.concat(names.stream(), other.names.stream())
                                            .toList());
        }
    }

    private List<HeavyKey> heavier(List<HeavyKey> others) {
        if (others.isEmpty() || heaviest.isEmpty()) {
            return others.isEmpty() ? heaviest : others;
        }
        Map<String, Long> all = new TreeMap<>();
        heaviest.forEach(heavy -> all.merge(heavy.key(), heavy.values(), Long::sum));
        others.forEach(heavy -> all.merge(heavy.key(), heavy.values(), Long::sum));
        return all.entrySet().stream()
                .map(e -> new HeavyKey(e.getKey(), e.getValue()))
                .sorted(Comparator.comparingLong(HeavyKey::values).reversed())
                .limit(HeavyKey.MAX_KEYS)
                .toList();
    }

    public Progress at(String where) {
        return new Progress(volume, counters, heaviest, leftThreads, measured, remarks, where);
    }

    public Progress withShuffle(ShuffleTimes sent) {
        return with(new Measured(sent, times(), load()));
    }

    public Progress withTimes(ThreadTimes taken) {
        return with(new Measured(shuffle(), taken, load()));
    }

    public Progress withLoad(OutputLoad written) {
        return with(new Measured(shuffle(), times(), written));
    }

    private Progress with(Measured other) {
        return new Progress(volume, counters, heaviest, leftThreads, other, remarks, at);
    }

    /** Adds remarks to those of the task. */
    public Progress with(Remarks more) {
        Remarks all = more.areNone() ? remarks : sum(remarks, more);
        return new Progress(volume, counters, heaviest, leftThreads, measured, all, at);
    }

    /** Returns the sum of both; {@link Counters} defines which counters are retained if there are too many. */
    public Progress plus(Progress other) {
        return new Progress(
                volume.plus(other.volume),
                Counters.sum(counters, other.counters),
                heavier(other.heaviest),
                leftThreads.plus(other.leftThreads),
                measured.plus(other.measured),
                sum(remarks, other.remarks),
                at != null ? at : other.at);
    }

    private static Remarks sum(Remarks a, Remarks b) {
        return a == null || b == null ? a == null ? b : a : a.plus(b);
    }
}
