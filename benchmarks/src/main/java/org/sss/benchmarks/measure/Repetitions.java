package org.sss.benchmarks.measure;

/**
 * How often a system is measured with a case: runs that last long are repeated less often, so that a series ends in time, and short
 * ones, which vary more, as often as was asked for. Stateless.
 */
public final class Repetitions {
    /** A run that lasts longer than this is long. */
    public static final double LONG_SECONDS = 10;
    /** Of long runs, at most. */
    public static final int OF_LONG_RUNS = 3;

    private Repetitions() {
    }

    /**
     * @param wanted        as was asked for
     * @param warmUpSeconds of the system's last run of the case before it is measured; NaN when there was none
     */
    public static int of(int wanted, double warmUpSeconds) {
        return warmUpSeconds > LONG_SECONDS ? Math.min(wanted, OF_LONG_RUNS) : wanted;
    }
}
