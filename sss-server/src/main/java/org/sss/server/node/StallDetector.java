package org.sss.server.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sss.server.task.state.CallSite;

/**
 * Notices that the code of a task shows no sign of life: neither reads, emits or counts, nor returns. It looks at counts that the task
 * keeps anyway, so the task pays nothing for it. Used by the thread of a timer.
 */
final class StallDetector {
    /** Of the time between two looks, so much counts: when it was more, the whole process stood still. */
    private static final long MAX_STEP_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Without a sign, before somebody asks where the thread is: that makes it stop for a moment. */
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long limitNanos;
    private long lookedNanos;
    private long signs;
    /** Without a sign up to now, and up to the last sample. */
    private long stillNanos;
    private long sampledNanos;
    private CallSite spot;

    /** @param nowNanos as {@link System#nanoTime} */
    StallDetector(Duration limit, long nowNanos) {
        limitNanos = limit.compareTo(Duration.ofDays(10_000)) > 0 ? Long.MAX_VALUE : limit.toNanos();
        lookedNanos = nowNanos;
    }

    /** Whether the task has shown a sign since the last look; else {@link #spot} and {@link #isOver} tell how it is. */
    boolean look(TaskWork work, Thread thread, long nowNanos) {
        stillNanos += Math.min(nowNanos - lookedNanos, MAX_STEP_NANOS);
        lookedNanos = nowNanos;
        if (work.signs() != signs) {
            begin(work);
            return true;
        }
        if (stillNanos - sampledNanos >= SAMPLE_NANOS) {
            sampledNanos = stillNanos;
            CallSite now = work.spot(thread);
            // The engine waits with deadlines of its own. The signs of before may have been old ones.
            if (!now.isInUserCode() || work.signs() != signs) {
                begin(work);
                return true;
            }
            spot = now;
        }
        return false;
    }

    private void begin(TaskWork work) {
        signs = work.signs();
        stillNanos = 0;
        sampledNanos = 0;
        spot = null;
    }

    /** Where user code was a second ago at most, when it has shown no sign of life for a second; else null. */
    CallSite spot() {
        return spot;
    }

    long stillSeconds() {
        return TimeUnit.NANOSECONDS.toSeconds(stillNanos);
    }

    /** Whether user code has shown no sign for as long as it may. */
    boolean isOver() {
        return spot != null && stillNanos >= limitNanos;
    }
}
