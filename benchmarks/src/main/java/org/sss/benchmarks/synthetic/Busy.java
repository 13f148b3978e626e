package org.sss.benchmarks.synthetic;

/** Computation of a given length. Stateless. */
public final class Busy {
    private Busy() {
    }

    /** Keeps one core busy for {@code nanos} nanoseconds; returns at once for 0. */
    public static void compute(long nanos) {
        if (nanos > 0) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }
    }
}
