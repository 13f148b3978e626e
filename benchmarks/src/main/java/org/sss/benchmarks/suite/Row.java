package org.sss.benchmarks.suite;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Spread;

/**
 * All repetitions of one case by one contender. Immutable.
 *
 * @param startSeconds  from the start of its process until it was ready, without the import; NaN when it is unknown
 * @param importSeconds how long the input took to be imported; NaN when there is nothing to import
 * @param firstSeconds  of the very first repetition, warm-ups among them
 */
public record Row(
        Case task,
        String system,
        double startSeconds,
        double importSeconds,
        double firstSeconds,
        List<Measurement> runs) {
    public static final String DISK_BYTES = "disk_bytes";
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    public Row {
        runs = List.copyOf(runs);
    }

    /** Of a system whose start was not measured. */
    public Row(Case task, String system, double importSeconds, double firstSeconds, List<Measurement> runs) {
        this(task, system, Double.NaN, importSeconds, firstSeconds, runs);
    }

    /** Processors that the system had; 0 for all. */
    public int cores() {
        return Integer.parseInt(task.parameters().getOrDefault(Workload.CORES, "0"));
    }

    /** How many times as fast it is as the row of the same system and workload with the fewest processors. */
    public double speedUp(List<Row> all) {
        Row fewest = all.stream()
                .filter(row ->
                        row.line().equals(line()) && row.task().workload().equals(task.workload()))
                .min(Comparator.comparingInt(Row::cores))
                .orElseThrow();
        return fewest.seconds().median() / seconds().median();
    }

    /** How much of start and first repetition is the start, from 0 to 1; NaN when it is unknown. */
    public double startShare() {
        return startSeconds / (startSeconds + firstSeconds);
    }

    /** Its line in a plot: the system, and the medium where there are several. */
    public String line() {
        return task.medium().isEmpty() ? system : system + " on " + task.medium();
    }

    public Spread seconds() {
        return Spread.of(runs, Measurement::seconds);
    }

    /** As a user counts who has the input in a file: the job, and before it the import where there is one. */
    public double secondsWithImport() {
        return seconds().median() + (Double.isNaN(importSeconds) ? 0 : importSeconds);
    }

    public Spread cpu() {
        return Spread.of(runs, run -> run.usage().cpuSeconds());
    }

    public double cpuSeconds() {
        return cpu().median();
    }

    public Spread peakRss() {
        return Spread.of(runs, run -> run.usage().peakRssBytes());
    }

    public double peakRssBytes() {
        return peakRss().max();
    }

    public double wireBytes() {
        return Spread.of(runs, run -> run.usage().wireBytes()).median();
    }

    /** A further number of the runs by name; unknown where the system does not report it. */
    public Spread spread(String detail) {
        return Spread.of(
                runs.stream()
                        .map(run -> run.details().get(detail))
                        .filter(Objects::nonNull)
                        .toList(),
                Double::doubleValue);
    }

    /** Its median; NaN where it is unknown. */
    public double detail(String detail) {
        return spread(detail).median();
    }

    /** Of input, in millions of bytes; NaN when there is none. */
    public double megabytesPerSecond() {
        return task.bytes() == 0 ? Double.NaN : task.bytes() / MEGA / seconds().median();
    }

    /** Processor time, in nanoseconds, for each byte of input; NaN when there is none. */
    public double cpuNanosPerByte() {
        return task.bytes() == 0 ? Double.NaN : cpuSeconds() * NANOS_PER_SECOND / task.bytes();
    }

    public String digest() {
        return runs.get(0).digest();
    }

    /** The row of another system with the same case. */
    public Optional<Row> of(String other, List<Row> all) {
        return all.stream()
                .filter(row -> row.system().equals(other) && row.task().equals(task))
                .findFirst();
    }

    /** The median of each further number. */
    public Map<String, Double> details() {
        Map<String, Double> details = new LinkedHashMap<>();
        runs.get(0).details().keySet().forEach(name -> details.put(name, detail(name)));
        return details;
    }
}
