package org.sss.net.transport;

import java.util.function.LongSupplier;

/**
 * Tells a thread that has nothing to do whether to look again or to sleep. Waking a sleeping thread on a processor with nothing else to do
 * takes tens of microseconds, in a virtual machine above all, and a request for one key wakes six threads in turn. So a thread whose last
 * waits were short looks again for some time, and gives its processor to others between: it only takes what nobody wants. Who moves much
 * data does better to sleep: more comes together meanwhile. So event loops do this for {@link #expectRequests requests} alone. One thread.
 *
 * <pre>
 *   while ((found = poll()) == null) {
 *       if (!lingering.looksAgain()) {
 *           found = waitForIt();
 *           break;
 *       }
 *   }
 *   lingering.found();
 * </pre>
 */
public final class SpinThenPark {
    private static final long LONGEST_NANOS = 2_000_000;
    /** So many times it is tried in vain, before only a short sleep says that it is worth it again. */
    private static final int MAX_FAILURES = 2;
    private static final long SHORT_SLEEP_NANOS = 500_000;
    /** Who gets the processor back no sooner has others to keep it awake. */
    private static final long BUSY_NANOS = 200_000;
    private static final long EXPECTING_NANOS = 10_000_000;
    private static final ThreadLocal<long[]> EXPECTED_UNTIL = ThreadLocal.withInitial(() -> new long[] {System.nanoTime()});

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

    /** This thread has to do with a small request or its answer: mostly the next one follows at once. */
    public static void expectRequests() {
        EXPECTED_UNTIL.get()[0] = System.nanoTime() + EXPECTING_NANOS;
    }

    /** Whether this thread had to do with such a request within the last 10 ms. */
    public static boolean isExpectingRequests() {
        return EXPECTED_UNTIL.get()[0] - System.nanoTime() > 0;
    }

    /** Whether to look again at once; else the caller waits as it always did. Lets other threads run before. */
    public boolean looksAgain() {
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

    /** There is something to do, found by looking or after the wait. */
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
