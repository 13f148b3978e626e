package org.sss.benchmarks.synthetic;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Computation of a given length: so many steps, each of which needs the one before. A thread that waits for a processor makes none, so that
 * what overlaps is really computed. How many there are in a second is found out once in each process, when the first is asked for. Thread-safe.
 */
public final class Busy {
    private static final int ROUND_STEPS = 1 << 20;
    private static final int WARM_UP_ROUNDS = 10;
    private static final int ROUNDS = 10;
    private static final long FACTOR = 0x5851F42D4C957F2DL;
    private static final long ADDEND = 0x14057B7EF767814FL;
    /** Written once in 2^64 steps, but that is not known to the compiler. */
    private static volatile long sink;

    private Busy() {
    }

    /** In a class of its own: only who computes calibrates. */
    private static final class Rate {
        static final double STEPS_PER_NANO = calibrate();

        /** The fastest round counts, as the others shared their core. In processor time, so that waiting is not counted. */
        private static double calibrate() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                steps(ROUND_STEPS);
            }
            double best = 0;
            for (int i = 0; i < ROUNDS; i++) {
                long begin = threads.getCurrentThreadCpuTime();
                steps(ROUND_STEPS);
                best = Math.max(best, ROUND_STEPS / (double) Math.max(1, threads.getCurrentThreadCpuTime() - begin));
            }
            return best;
        }
    }

    /** Keeps one core busy for {@code nanos} nanoseconds of processor time; returns at once for 0. */
    public static void compute(long nanos) {
        if (nanos > 0) {
            steps(Math.round(nanos * Rate.STEPS_PER_NANO));
        }
    }

    private static void steps(long count) {
        long state = count;
        for (long i = 0; i < count; i++) {
            state = state * FACTOR + ADDEND;
        }
        if (state == FACTOR) {
            sink = state;
        }
    }
}
