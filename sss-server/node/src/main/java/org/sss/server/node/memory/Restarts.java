package org.sss.server.node.memory;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Counts the restarts of a process after it ran out of memory. An environment variable passes on the times, with the
 * process id, which stays the same; a child process that inherits the variable ignores it. Immutable.
 */
final class Restarts {
    static final int MAX = 10;
    static final Duration WITHIN = Duration.ofMinutes(10);

    private final long pid;
    private final boolean justRestarted;
    /** Times of restarts in milliseconds, the earliest first. */
    private final long[] times;

    private Restarts(long pid, boolean justRestarted, long[] times) {
        this.pid = pid;
        this.justRestarted = justRestarted;
        this.times = times;
    }

    /** @param variable of the previous program, or null */
    static Restarts of(String variable, long pid, long nowMillis) {
        String[] words = variable == null ? new String[0] : variable.trim().split(" +");
        if (words.length == 0 || !words[0].equals(Long.toString(pid))) {
            return new Restarts(pid, false, new long[0]);
        }
        LongStream before = Arrays.stream(words)
                .skip(1)
                .filter(word -> word.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong);
        return new Restarts(
                pid,
                true,
                LongStream.concat(before.filter(time -> nowMillis - time < WITHIN.toMillis()), LongStream.of(nowMillis))
                        .toArray());
    }

    /** True if this program was started by a restart. */
    boolean justRestarted() {
        return justRestarted;
    }

    /** The value for the next program. */
    String variable() {
        return pid + Arrays.stream(times).mapToObj(time -> " " + time).collect(Collectors.joining());
    }

    /** Takes no memory. */
    boolean isAnotherAllowed(long nowMillis) {
        int recent = 0;
        for (long time : times) {
            recent += nowMillis - time < WITHIN.toMillis() ? 1 : 0;
        }
        return recent < MAX;
    }
}
