package org.sss.net.control;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Limits on the counters of a task or a job, which travel in one frame with each progress report. Stateless. */
public final class Counters {
    public static final int MAX = 1_000;
    /** Total length of all names. A character may take six bytes as JSON. */
    public static final int MAX_CHARACTERS = 32 << 10;
    /** Name under which a sum with too many counters adds up those that it drops. */
    public static final String LEFT_OUT = "counters.left_out";

    private Counters() {}

    /**
     * Sums two sets of counters. Above the limits, retains the first names in alphabetical order, independently of
     * arrival.
     */
    static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> others) {
        if (others.isEmpty()) {
            return some;
        }
        TreeMap<String, Long> all = new TreeMap<>(some);
        others.forEach((name, n) -> all.merge(name, n, Counters::saturated));
        return areTooMany(all) || all.size() > MAX || characters(all) > MAX_CHARACTERS ? first(all) : all;
    }

    private static long saturated(long left, long right) {
        return overflows(left, right) ? left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : left + right;
    }

    private static boolean overflows(long left, long right) {
        long sum = left + right;
        return ((left ^ sum) & (right ^ sum)) < 0;
    }

    /** Returns an error that names the counter whose sum is outside the range of a long, or null if there is none. */
    public static SssException overflow(Map<String, Long> some, Map<String, Long> others) {
        for (Map.Entry<String, Long> counter : others.entrySet()) {
            Long before = some.get(counter.getKey());
            if (before != null && overflows(before, counter.getValue())) {
                return overflow(counter.getKey(), before, counter.getValue());
            }
        }
        return null;
    }

    public static SssException overflow(String counter, long before, long amount) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "counter '" + counter + "' overflows: " + before + " + " + amount
                        + " is outside the range of a long; count in a larger unit, or emit the amounts and sum them "
                        + "up as doubles");
    }

    private static long characters(Map<String, Long> counters) {
        return counters.keySet().stream().mapToLong(String::length).sum();
    }

    private static Map<String, Long> first(NavigableMap<String, Long> all) {
        Long before = all.remove(LEFT_OUT);
        long leftOut = before == null ? 0 : before;
        long characters = characters(all);
        while (all.size() > MAX || characters > MAX_CHARACTERS) {
            Map.Entry<String, Long> last = all.pollLastEntry();
            characters -= last.getKey().length();
            leftOut += last.getValue();
        }
        all.put(LEFT_OUT, leftOut);
        return all;
    }

    /** Returns true if the sum has dropped counters. */
    public static boolean areTooMany(Map<String, Long> sum) {
        return sum.containsKey(LEFT_OUT);
    }

    /** @param who the subject of the message, such as "the task counts" */
    public static SssException tooMany(String who) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                who + " under more than " + MAX + " names, or under names of more than " + MAX_CHARACTERS
                        + " characters together; counters are for few names, emit tuples and sum them up for more");
    }
}
