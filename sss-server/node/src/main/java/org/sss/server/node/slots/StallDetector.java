package org.sss.server.node.slots;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sss.server.task.state.CallSite;

/**
 * Detects that the code of a task shows no sign of life: it reads, emits and counts nothing and does not return. It
 * polls counters that the task has anyway, so it costs the task nothing. Used by the timer's thread.
 */
final class StallDetector {
    /** At most this much of the time between two checks counts: if it was longer, the whole process was paused. */
    private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Time without a sign before the stack of the thread is sampled, which pauses it for a moment. */
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long limitNanos;
    private long checkedNanos;
    private long signs;
    /** Time without a sign up to now, and up to the last sample. */
    private long stillNanos;

    private long sampledNanos;
    private CallSite site;

    /** @param nowNanos as {@link System#nanoTime} */
    StallDetector(Duration limit, long nowNanos) {
        limitNanos = limit.compareTo(Duration.ofDays(10_000)) > 0 ? Long.MAX_VALUE : limit.toNanos();
        checkedNanos = nowNanos;
    }

    /**
     * Returns true if the task has shown a sign since the last check; else {@link #site} and {@link #isOver} describe
     * its state.
     */
    boolean check(TaskWork work, Thread thread, long nowNanos) {
        stillNanos += Math.min(nowNanos - checkedNanos, MAX_STEP_NANOS);
        checkedNanos = nowNanos;
        if (work.signs() != signs) {
            reset(work);
            return true;
        }
        if (stillNanos - sampledNanos >= SAMPLE_NANOS) {
            sampledNanos = stillNanos;
            CallSite now = work.site(thread);
            // The engine waits with its own deadlines. The signs that were read before the sample may be outdated.
            if (!now.isInUserCode() || work.signs() != signs) {
                reset(work);
                return true;
            }
            site = now;
        }
        return false;
    }

    private void reset(TaskWork work) {
        signs = work.signs();
        stillNanos = 0;
        sampledNanos = 0;
        site = null;
    }

    /** The location of user code at most a second ago, if it has shown no sign of life for a second; else null. */
    CallSite site() {
        return site;
    }

    long stillSeconds() {
        return TimeUnit.NANOSECONDS.toSeconds(stillNanos);
    }

    /** True if user code has shown no sign for the whole timeout. */
    boolean isOver() {
        return site != null && stillNanos >= limitNanos;
    }
}
