package org.sss.benchmarks.measure;

import java.util.Collections;
import java.util.List;

/**
 * How often a system is measured with a case: runs that last long are repeated less often, so that a series ends in
 * time, and short ones, which vary more, as often as was asked for. Stateless.
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

    /** With fewer, a median is one of few, and nobody knows how far they lie apart. */
    public static final int FOR_QUOTES = 5;

    private Repetitions() {}

    /**
     * @param wanted     as was asked for
     * @param runSeconds of the system's last run of the case before it is measured, or the first one that counts when
     *                   there was none
     */
    public static int of(int wanted, double runSeconds) {
        return runSeconds <= LONG_SECONDS
                ? wanted
                : Math.min(wanted, runSeconds <= VERY_LONG_SECONDS ? OF_LONG_RUNS : OF_VERY_LONG_RUNS);
    }

    /**
     * What is to be known of rows with few of them: at most one line.
     *
     * @param counts of the rows
     */
    public static List<String> remark(List<Integer> counts) {
        return counts.stream().anyMatch(count -> count < FOR_QUOTES)
                ? List.of("Rows with N, the number of repetitions, below " + FOR_QUOTES + " are not for quotes.")
                : List.of();
    }

    /**
     * For the title of a picture: {@code , medians of 3 to 5}.
     *
     * @param counts of its points, at least one
     */
    public static String medians(List<Integer> counts) {
        int fewest = Collections.min(counts);
        int most = Collections.max(counts);
        return ", medians of " + (fewest == most ? "" : fewest + " to ") + most;
    }
}
