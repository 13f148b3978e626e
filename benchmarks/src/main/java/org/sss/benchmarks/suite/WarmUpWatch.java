package org.sss.benchmarks.suite;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Watches one system while it warms up. After the seconds that were asked for, the warm-up continues as long as Java
 * compiles: until its compilers took less than a twentieth of the processors' time in the last fifth of the seconds.
 * Without that, a version whose hot code is larger looks slower than it is. Used by one thread.
 */
final class WarmUpWatch {
    /** Callers who ask for less want to see something soon. */
    private static final double MIN_SECONDS = 5;
    /** Times the seconds: some programs compile for ever. */
    private static final double MAX_TIMES = 4;

    private static final double COMPILERS_SHARE = 0.05;
    private static final double LAST_SHARE = 0.2;

    private final WarmUp warmUp;
    private final Deque<Repetition> last = new ArrayDeque<>();
    private double lastSeconds;
    private double spentSeconds;
    private int done;

    private record Repetition(double seconds, double compilerSeconds) {}

    WarmUpWatch(WarmUp warmUp) {
        this.warmUp = warmUp;
    }

    /** Adds a repetition, with the CPU time of compilers in it. */
    void add(double seconds, double compilerSeconds) {
        done++;
        spentSeconds += seconds;
        lastSeconds += seconds;
        last.add(new Repetition(seconds, compilerSeconds));
        while (last.size() > 1 && lastSeconds - last.element().seconds >= LAST_SHARE * warmUp.seconds()) {
            lastSeconds -= last.remove().seconds;
        }
    }

    boolean isEnough() {
        return warmUp.isEnough(done, spentSeconds)
                && (warmUp.seconds() < MIN_SECONDS || spentSeconds >= MAX_TIMES * warmUp.seconds() || !isCompiling());
    }

    private boolean isCompiling() {
        double compilerSeconds =
                last.stream().mapToDouble(Repetition::compilerSeconds).sum();
        return compilerSeconds >= COMPILERS_SHARE * lastSeconds * warmUp.processors();
    }
}
