package org.sss.benchmarks.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Spread;

/** All repetitions of one case by one contender. Immutable. */
public record SuiteRow(Case task, String system, double importSeconds, double firstSeconds, List<Run> runs) {
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    public SuiteRow {
        runs = List.copyOf(runs);
    }

    public Spread seconds() {
        return Spread.of(runs, Run::seconds);
    }

    public double cpuSeconds() {
        return middle(run -> run.usage().cpuSeconds());
    }

    public long peakRssBytes() {
        return Math.round(runs.stream().mapToDouble(run -> run.usage().peakRssBytes()).max().orElse(0));
    }

    /** Of input, in millions of bytes; NaN when there is none. */
    public double megabytesPerSecond() {
        return task.inputBytes() == 0 ? Double.NaN : task.inputBytes() / MEGA / seconds().median();
    }

    /** Processor time, in nanoseconds, for each byte of input; NaN when there is none. */
    public double cpuNanosPerByte() {
        return task.inputBytes() == 0 ? Double.NaN : cpuSeconds() * NANOS_PER_SECOND / task.inputBytes();
    }

    public String digest() {
        return runs.get(0).digest();
    }

    /** The middle of each further number. */
    public Map<String, Double> details() {
        Map<String, Double> details = new LinkedHashMap<>();
        runs.get(0).details().keySet().forEach(name ->
                details.put(name, middle(run -> run.details().getOrDefault(name, Double.NaN))));
        return details;
    }

    private double middle(ToDoubleFunction<Run> value) {
        return Spread.of(runs, value).median();
    }
}
