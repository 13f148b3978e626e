package org.sss.benchmarks.synthetic;

import java.util.List;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Spread;

/**
 * All repetitions of one workload in one system. Immutable.
 *
 * @param point         on the x axis
 * @param importSeconds how long the input took to be written; NaN when there is none to write
 */
public record SyntheticRow(String name, String axis, long point, String system, SyntheticConf conf, double importSeconds,
        List<Run> runs) {
    public SyntheticRow {
        runs = List.copyOf(runs);
    }

    public Spread seconds() {
        return Spread.of(runs, Run::seconds);
    }

    public Spread cpuSeconds() {
        return Spread.of(runs, run -> run.usage().cpuSeconds());
    }

    public Spread peakRssBytes() {
        return Spread.of(runs, run -> run.usage().peakRssBytes());
    }

    public Spread wireBytes() {
        return Spread.of(runs, run -> run.usage().wireBytes());
    }

    /** Which part of the pairs the reduces were given: as the system counts them, else as the parameters say. */
    public double combined() {
        Spread shuffled = detail("shuffled_pairs");
        return shuffled.isKnown() ? shuffled.median() / conf.mapoutKeyCount() : new Emission(conf).reached();
    }

    /** A further number of the runs by name; unknown where the system does not tell it. */
    public Spread detail(String detail) {
        return Spread.of(runs.stream().filter(run -> run.details().containsKey(detail)).toList(),
                run -> run.details().get(detail));
    }
}
