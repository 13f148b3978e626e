package org.sss.benchmarks.suite;

import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.measure.Processors;

/**
 * How long a system runs before it is measured: so many repetitions, and so many seconds. One pass over small values
 * lasts a tenth of a second, and Java needs some seconds of work until its code is compiled, so that repetitions alone
 * say little; the same number of seconds for every system is fair to all. Immutable.
 *
 * @param repetitions at least, that do not count
 * @param seconds     at least, of the repetitions' own measured time
 * @param processors  that the system has
 */
public record WarmUp(int repetitions, double seconds, int processors) {
    /** What a second may do, in bytes: so that the time left is guessed well. */
    private static final double BYTES_PER_SECOND = 2e8;

    /** Of a system that has all processors. */
    public WarmUp(int repetitions, double seconds) {
        this(repetitions, seconds, Processors.count());
    }

    /** Of that system: none where it would change nothing. */
    public WarmUp of(EngineSession session) {
        return session.warmsUp() ? new WarmUp(repetitions, seconds, session.processors()) : new WarmUp(0, 0);
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
     * Of all of it, for {@link BenchProgress}.
     *
     * @param repetition weight of one repetition
     */
    public double weight(double repetition) {
        return Math.max(repetitions * repetition, seconds * BYTES_PER_SECOND);
    }
}
