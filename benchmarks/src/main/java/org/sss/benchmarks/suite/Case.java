package org.sss.benchmarks.suite;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.measure.Workload;

/**
 * One thing to be computed by all systems. Immutable.
 *
 * @param workload   name of the {@link org.sss.benchmarks.measure.Workload}
 * @param size       as it is shown, such as {@code 256 MiB}
 * @param x          where it is in a plot
 * @param input      or null
 * @param parameters of the workload
 */
public record Case(String workload, String size, double x, Generator input, Map<String, String> parameters) {
    public Case {
        parameters = Map.copyOf(parameters);
    }

    public String label() {
        return workload + " " + size;
    }

    /** Of the input; 0 when there is none. */
    public long inputBytes() {
        return input == null ? 0 : input.bytes();
    }

    /** Another case where the contender has less to do, such as fewer jobs: its times are not to be compared then. */
    Case asDoneBy(Contender contender) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.replaceAll((name, value) -> contender.parameters().getOrDefault(name, value));
        return new Case(workload, size, x, input, all);
    }

    Map<String, String> parametersFor(Contender contender) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put(Workload.INPUT_BYTES, Long.toString(inputBytes()));
        all.putAll(contender.parameters());
        return all;
    }
}
