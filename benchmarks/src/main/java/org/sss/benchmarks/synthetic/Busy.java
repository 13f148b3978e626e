package org.sss.benchmarks.synthetic;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Properties;

/**
 * Computation of a given length: so many steps, each of which needs the one before. A thread that waits for a processor
 * makes none, so that what overlaps is really computed. How many there are in a nanosecond is found out once in each
 * process, and stored as a property of it: the classes of a job may be loaded again for each. One thread.
 */
public final class Busy {
    private static final String STEPS_PER_NANO = "sss.bench.stepsPerNano";
    private static final int ROUND_STEPS = 1 << 20;
    private static final int WARM_UP_ROUNDS = 10;
    private static final int ROUNDS = 10;
    private static final long FACTOR = 0x5851F42D4C957F2DL;
    private static final long ADDEND = 0x14057B7EF767814FL;

    private final double steps;
    /** Kept, so that no compiler can leave the steps out. */
    private long state;

    private Busy(double steps) {
        this.steps = steps;
    }

    /** @param nanos of processor time that {@link #compute} takes for each pair */
    public static Busy of(long nanos) {
        return new Busy(nanos == 0 ? 0 : nanos * stepsPerNano());
    }

    private static double stepsPerNano() {
        Properties ofProcess = System.getProperties();
        // Tasks that start at the same time wait for the one that finds it out.
        synchronized (ofProcess) {
            if (ofProcess.getProperty(STEPS_PER_NANO) == null) {
                ofProcess.setProperty(STEPS_PER_NANO, Double.toString(calibrate()));
            }
            return Double.parseDouble(ofProcess.getProperty(STEPS_PER_NANO));
        }
    }

    /** The fastest round counts, as the others shared their core. In processor time, so that waiting is not counted. */
    private static double calibrate() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Busy busy = new Busy(ROUND_STEPS);
        busy.compute(WARM_UP_ROUNDS);
        double best = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = threads.getCurrentThreadCpuTime();
            busy.compute(1);
            best = Math.max(best, ROUND_STEPS / (double) Math.max(1, threads.getCurrentThreadCpuTime() - start));
        }
        return best;
    }

    /** Retains one core busy for {@code pairs} pairs; returns at once when they take no time. */
    public void compute(long pairs) {
        if (steps > 0) {
            long now = state;
            for (long left = Math.round(steps * pairs); left > 0; left--) {
                now = now * FACTOR + ADDEND;
            }
            state = now;
        }
    }
}
