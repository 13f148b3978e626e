package org.sss.net.transport;

import java.util.function.LongSupplier;

/**
 * Decides whether an idle thread polls again or blocks. Waking a blocked thread on an idle processor takes tens of
 * microseconds, above all in a virtual machine, and a request for one key wakes six threads in sequence. So a thread
 * whose last waits were short polls for some time and yields its processor in between: it uses only idle time. For bulk
 * data blocking is better, since more frames accumulate in the meantime. So event loops poll only for {@link
 * #expectRequests requests}. Used by one thread.
 *
 * <pre>
 *   while ((found = poll()) == null) {
 *       if (!spin.pollsAgain()) {
 *           found = waitForIt();
 *           break;
 *       }
 *   }
 *   spin.found();
 * </pre>
 */
public final class SpinThenPark {
    private static final long LONGEST_NANOS = 2_000_000;
    /** After this many failed waits, only a short sleep enables polling again. */
    private static final int MAX_FAILURES = 2;

    private static final long SHORT_SLEEP_NANOS = 500_000;
    /** A yield that takes at least this long means that other threads need the processor. */
    private static final long BUSY_NANOS = 200_000;

    private static final long EXPECTING_NANOS = 10_000_000;
    private static final ThreadLocal<long[]> EXPECTED_UNTIL =
            ThreadLocal.withInitial(() -> new long[] {System.nanoTime()});

    private final LongSupplier clock;
    private boolean idle;
    private boolean asleep;
    private long sinceNanos;
    private int failures;

    public SpinThenPark() {
        this(System::nanoTime);
    }

    /** @param clock as {@link System#nanoTime} */
    SpinThenPark(LongSupplier clock) {
        this.clock = clock;
    }

    /** This thread handles a small request or its answer: usually the next one follows at once. */
    public static void expectRequests() {
        EXPECTED_UNTIL.get()[0] = System.nanoTime() + EXPECTING_NANOS;
    }

    /** Returns true if this thread has handled such a request within the last 10 ms. */
    public static boolean isExpectingRequests() {
        return EXPECTED_UNTIL.get()[0] - System.nanoTime() > 0;
    }

    /**
     * Returns true if the caller shall poll again at once; otherwise it blocks as usual. Yields to other threads first.
     */
    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, which lets other threads of the core run
    public boolean pollsAgain() {
        long now = clock.getAsLong();
        if (!idle) {
            if (failures >= MAX_FAILURES) {
                return sleep(now);
            }
            idle = true;
            sinceNanos = now;
        } else if (now - sinceNanos >= LONGEST_NANOS) {
            failures++;
            return sleep(now);
        }
        Thread.yield();
        long back = clock.getAsLong();
        return back - now < BUSY_NANOS || sleep(back);
    }

    /** The thread has found work, by polling or after the wait. */
    public void found() {
        if (asleep ? clock.getAsLong() - sinceNanos < SHORT_SLEEP_NANOS : idle) {
            failures = 0;
        }
        idle = false;
        asleep = false;
    }

    private boolean sleep(long now) {
        asleep = true;
        sinceNanos = now;
        return false;
    }
}
