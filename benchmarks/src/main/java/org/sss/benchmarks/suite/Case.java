package org.sss.benchmarks.suite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.engine.Workload;

/**
 * One thing that all systems compute. Immutable.
 *
 * @param series     its line in a plot; usually the name of the workload
 * @param workload   name of the {@link Workload}
 * @param size       as it is shown, such as {@code 256 MiB}
 * @param x          where it is in a plot
 * @param bytes      of data that it moves; 0 when there are none
 * @param input      or null
 * @param parameters of the workload
 * @param expected   the digest of the right answer; null when only the systems are compared with each other
 */
public record Case(
        String series,
        String workload,
        String size,
        double x,
        long bytes,
        Generator input,
        Map<String, String> parameters,
        Supplier<String> expected) {
    public Case {
        parameters = Map.copyOf(parameters);
    }

    /** With an input, or none. */
    public Case(String workload, String size, double x, Generator input, Map<String, String> parameters) {
        this(workload, workload, size, x, input == null ? 0 : input.bytes(), input, parameters, null);
    }

    /** The same with its files on a medium, as a line of its own in plots. */
    Case on(String medium) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put(Workload.MEDIUM, medium);
        return new Case(series, workload, size, x, bytes, input, all, expected);
    }

    /** The same by systems that have so many processors, as a point of its line in plots. */
    public Case onCores(int cores) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put(Workload.CORES, Integer.toString(cores));
        return new Case(
                series,
                workload,
                size + ", " + cores + (cores == 1 ? " core" : " cores"),
                cores,
                bytes,
                input,
                all,
                expected);
    }

    /** Empty where there is but one. */
    public String medium() {
        return parameters.getOrDefault(Workload.MEDIUM, "");
    }

    public String label() {
        return series + " " + size + (medium().isEmpty() ? "" : " on " + medium());
    }

    Map<String, String> parametersFor(Contender contender) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put(Workload.INPUT_BYTES, Long.toString(input == null ? 0 : bytes));
        all.putAll(contender.parameters());
        return all;
    }
}
