package org.sss.benchmarks.stores;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.suite.WarmUp;

/**
 * The warm-up of one store with one size of values: each mode that is measured is to last as long. A group is read
 * several times, as reading takes much less time than writing. One thread, one use.
 */
final class Warming {
    private final WarmUp warmUp;
    private final List<Mode> modes;
    private final Map<Mode, Double> spentSeconds = new EnumMap<>(Mode.class);
    private int done;

    /** @param modes that are measured */
    Warming(WarmUp warmUp, List<Mode> modes) {
        this.warmUp = warmUp;
        this.modes = modes;
        modes.forEach(mode -> spentSeconds.put(mode, 0.0));
    }

    boolean isOver() {
        return done >= warmUp.repetitions() && modes.stream().allMatch(this::isWarm);
    }

    /** Writes, and reads at least once, until that took as long as writing or is warm. */
    void repeat(Subject store) throws Exception {
        done++;
        double written = measure(Mode.WRITE, store);
        for (Mode mode : modes) {
            double spent = 0;
            while (mode != Mode.WRITE && (spent == 0 || spent < written && !isWarm(mode))) {
                spent += measure(mode, store);
            }
        }
        store.drop();
    }

    private double measure(Mode mode, Subject store) throws Exception {
        double seconds = store.measure(mode).seconds();
        spentSeconds.merge(mode, seconds, Double::sum);
        return seconds;
    }

    private boolean isWarm(Mode mode) {
        return warmUp.lasts(spentSeconds.get(mode));
    }
}
