package org.sss.benchmarks.engine;

import java.nio.file.Path;
import java.util.Map;
import org.sss.benchmarks.measure.Heap;

/**
 * What is to be computed, the same for all systems. Immutable.
 *
 * @param name       such as {@code wordcount}; the list is in {@code benchmarks/README.md}
 * @param input      a file; or null when the workload makes its own tuples
 * @param parameters by name; what a system does not know it does not look at. All have {@code nodes} (number of nodes
 *                   or worker threads), most have {@code heap} (such as {@code 2g}, of the whole system, see {@link
 *                   Heap})
 * @param directory  for files of the run; the caller that opened the workload deletes it
 */
public record Workload(String name, Path input, Map<String, String> parameters, Path directory) {
    /** The parameter that says how many bytes the input will have, also before it is made. */
    public static final String INPUT_BYTES = "inputBytes";
    /** The parameter that names the medium of the files where several are compared; else none. */
    public static final String MEDIUM = "medium";
    /** The parameter that says how many processors the processes have; else all. */
    public static final String CORES = "cores";

    public Workload {
        parameters = Map.copyOf(parameters);
    }

    public String parameter(String parameter, String otherwise) {
        return parameters.getOrDefault(parameter, otherwise);
    }

    public int number(String parameter, int otherwise) {
        return Integer.parseInt(parameter(parameter, Integer.toString(otherwise)));
    }

    /** The heap of the whole system. */
    public Heap heap() {
        String size = parameter("heap", null);
        return size == null ? Heap.ofMachine() : Heap.of(size);
    }

    /** Tasks that run at once: all processors have work, as those of SSS. */
    public int threads() {
        return number("threads", Runtime.getRuntime().availableProcessors());
    }
}
