package org.sss.benchmarks.micro;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.suite.WarmUp;

/**
 * The warm-up of one store with one size of values: each mode that is measured is to last as long. A group is read several times, as
 * reading takes much less time than writing. One thread, one use.
 */
final class Warming {
    private final WarmUp warmUp;
    private final List<Mode> modes;
    private final Map<Mode, Double> seconds = new EnumMap<>(Mode.class);
    private int done;

    /** @param modes that are measured */
    Warming(WarmUp warmUp, List<Mode> modes) {
        this.warmUp = warmUp;
        this.modes = modes;
    }

    boolean isOver() {
        return modes.stream().allMatch(this::isOver);
    }

    /** Writes, and reads at least once, until that took as long as writing or is warm. */
    void repeat(Subject store) throws Exception {
        done++;
        double written = measure(Mode.WRITE, store);
        for (Mode mode : modes) {
            double spent = 0;
            while (mode != Mode.WRITE && (spent == 0 || spent < written && !warmUp.lasts(secondsOf(mode)))) {
                spent += measure(mode, store);
            }
        }
        store.drop();
    }

    private boolean isOver(Mode mode) {
        return warmUp.isEnough(done, secondsOf(mode));
    }

    private double secondsOf(Mode mode) {
        return seconds.getOrDefault(mode, 0.0);
    }

    private double measure(Mode mode, Subject store) throws Exception {
        double spent = store.measure(mode).seconds();
        seconds.merge(mode, spent, Double::sum);
        return spent;
    }
}
