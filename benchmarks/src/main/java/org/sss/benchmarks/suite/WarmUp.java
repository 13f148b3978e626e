package org.sss.benchmarks.suite;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sss.benchmarks.engine.EngineSession;

/**
 * How long a system runs before it is measured: so many repetitions, and so many seconds. One pass over small values
 * lasts a tenth of a second, and Java needs some seconds of work until its code is compiled, so that repetitions alone
 * say little; the same number of seconds for every system is fair to all, and so is the same rule for those that
 * compile longer, see {@link Watch}. Immutable.
 *
 * @param repetitions at least, that do not count
 * @param seconds     at least, of the repetitions' own measured time
 */
public record WarmUp(int repetitions, double seconds) {
    /** What a second may do, in bytes: so that the time left is guessed well. */
    private static final double BYTES_PER_SECOND = 2e8;

    /**
     * Decides when one system is warm. After the seconds that were asked for, it continues while Java still
     * compiles: until its compilers take less than {@value #COMPILERS_SHARE} of the processors' time. One thread.
     */
    public static final class Watch {
        /** Who asks for fewer seconds wants to see something soon. */
        private static final double MIN_SECONDS = 5;
        /** Times the seconds: there are systems that never stop. */
        private static final double MAX_TIMES = 4;
        private static final double COMPILERS_SHARE = 0.05;
        /**
         * The last so many of the seconds are looked at: the kernel counts in steps of 10 ms, and a pass may take less.
         */
        private static final double LAST_PART = 0.2;

        private record Seen(double seconds, double compilerSeconds) {
        }

        private final WarmUp warmUp;
        private final int processors;
        private final Deque<Seen> last = new ArrayDeque<>();
        private double lastSeconds;
        private double spentSeconds;
        private int done;

        Watch(WarmUp warmUp, int processors) {
            this.warmUp = warmUp;
            this.processors = processors;
        }

        /**
         * What was done once.
         *
         * @param compilerSeconds of processor time, of all its processes
         */
        public void add(double seconds, double compilerSeconds) {
            done++;
            spentSeconds += seconds;
            last.add(new Seen(seconds, compilerSeconds));
            lastSeconds += seconds;
            while (lastSeconds - last.element().seconds >= LAST_PART * warmUp.seconds && last.size() > 1) {
                lastSeconds -= last.remove().seconds;
            }
        }

        /** Whether repetitions and seconds are enough. */
        public boolean isOver() {
            return done >= warmUp.repetitions && isWarm();
        }

        /** Whether the seconds are. */
        public boolean isWarm() {
            return warmUp.lasts(spentSeconds) && (warmUp.seconds < MIN_SECONDS
                    || spentSeconds >= MAX_TIMES * warmUp.seconds
                    || last.stream().mapToDouble(Seen::compilerSeconds).sum() < COMPILERS_SHARE * lastSeconds
                    * processors);
        }
    }

    /** Of that system: none where it would change nothing. */
    public WarmUp of(EngineSession session) {
        return session.warmsUp() ? this : new WarmUp(0, 0);
    }

    /** Of one system, on this machine. */
    public Watch watch() {
        return new Watch(this, Runtime.getRuntime().availableProcessors());
    }

    /** @param spentSeconds in {@code done} repetitions */
    public boolean isEnough(int done, double spentSeconds) {
        return done >= repetitions && lasts(spentSeconds);
    }

    /** Whether these are seconds enough. */
    public boolean lasts(double spentSeconds) {
        return spentSeconds >= seconds;
    }

    /**
     * Of all of it, for {@link Progress}.
     *
     * @param repetition weight of one repetition
     */
    public double weight(double repetition) {
        return Math.max(repetitions * repetition, seconds * BYTES_PER_SECOND);
    }
}
