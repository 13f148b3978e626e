package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Spread;

/** All repetitions of one case by one contender. Immutable. */
public record SuiteRow(Case task, String system, double importSeconds, double firstSeconds, List<Run> runs) {
    static final String DISK_BYTES = "disk_bytes";
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    public SuiteRow {
        runs = List.copyOf(runs);
    }

    public Spread seconds() {
        return Spread.of(runs, Run::seconds);
    }

    /** As a user counts who has the input in a file: the job, and before it the import where there is one. */
    double secondsWithImport() {
        return seconds().median() + (Double.isNaN(importSeconds) ? 0 : importSeconds);
    }

    public double cpuSeconds() {
        return middle(run -> run.usage().cpuSeconds());
    }

    public long peakRssBytes() {
        return Math.round(runs.stream().mapToDouble(run -> run.usage().peakRssBytes()).max().orElse(0));
    }

    double wireBytes() {
        return middle(run -> run.usage().wireBytes());
    }

    /** All files of the system behind a run; NaN when it does not tell. */
    double diskBytes() {
        return details().getOrDefault(DISK_BYTES, Double.NaN);
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
        runs.get(0).details().keySet().stream().filter(name -> !name.startsWith(Run.THREAD) && !name.startsWith(Run.TIMES)).forEach(name ->
                details.put(name, middle(run -> run.details().getOrDefault(name, Double.NaN))));
        return details;
    }

    /** How long single operations took in nanoseconds, in all repetitions; empty where they do not tell: see {@link Run#TIMES}. */
    public Histogram times() {
        Histogram times = Latency.histogram();
        runs.forEach(run -> run.details().forEach((name, count) -> {
            if (name.startsWith(Run.TIMES)) {
                times.recordValueWithCount(Long.parseLong(name.substring(Run.TIMES.length())), count.longValue());
            }
        }));
        return times;
    }

    /** The repetitions for a document, without what {@link #times} has. */
    List<Run> shownRuns() {
        return runs.stream().map(run -> new Run(run.seconds(), run.usage(), run.digest(), withoutTimes(run.details()))).toList();
    }

    private static Map<String, Double> withoutTimes(Map<String, Double> details) {
        Map<String, Double> shown = new LinkedHashMap<>(details);
        shown.keySet().removeIf(name -> name.startsWith(Run.TIMES));
        return shown;
    }

    /** A row for each repetition, thread and phase: see {@link Run#THREAD}. */
    public List<Map<String, Object>> threads() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int repetition = 1; repetition <= runs.size(); repetition++) {
            Map<String, Map<String, Object>> byPhase = new TreeMap<>();
            for (Map.Entry<String, Double> detail : runs.get(repetition - 1).details().entrySet()) {
                if (detail.getKey().startsWith(Run.THREAD)) {
                    String[] names = detail.getKey().split("/");
                    byPhase.computeIfAbsent(names[1] + '/' + names[2], phase -> new LinkedHashMap<>())
                            .put(names[3], detail.getValue());
                }
            }
            for (Map.Entry<String, Map<String, Object>> phase : byPhase.entrySet()) {
                rows.add(thread(repetition, phase.getKey().split("/"), phase.getValue()));
            }
        }
        return rows;
    }

    private Map<String, Object> thread(int repetition, String[] names, Map<String, Object> numbers) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("workload", task.workload());
        cells.put("size", task.size());
        cells.put("system", system);
        cells.put("repetition", repetition);
        cells.put("thread", names[0]);
        cells.put("phase", names[1]);
        cells.put("wall_s", (double) numbers.get("wall_ns") / NANOS_PER_SECOND);
        cells.put("cpu_s", (double) numbers.get("cpu_ns") / NANOS_PER_SECOND);
        cells.put("calls", ((Double) numbers.get("calls")).longValue());
        return cells;
    }

    private double middle(ToDoubleFunction<Run> value) {
        return Spread.of(runs, value).median();
    }
}
