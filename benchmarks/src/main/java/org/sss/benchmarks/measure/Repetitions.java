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
    /** A run that lasts longer than this is very long, as those of Hadoop on much data. */
    public static final double VERY_LONG_SECONDS = 30;
    /** Of very long runs, at most. */
    public static final int OF_VERY_LONG_RUNS = 2;

    private Repetitions() {
    }

    /**
     * @param wanted     as was asked for
     * @param runSeconds of the system's last run of the case before it is measured, or the first one that counts when there was none
     */
    public static int of(int wanted, double runSeconds) {
        return runSeconds <= LONG_SECONDS ? wanted : Math.min(wanted, runSeconds <= VERY_LONG_SECONDS ? OF_LONG_RUNS : OF_VERY_LONG_RUNS);
    }
}
