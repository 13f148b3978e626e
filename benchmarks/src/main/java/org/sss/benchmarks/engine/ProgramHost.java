package org.sss.benchmarks.engine;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The program in the process of a system, for {@link ProgramSession}. One thread. */
public final class ProgramHost implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private Program program;

    /** What a repetition took, and its details. */
    record Outcome(double seconds, Map<String, Double> details) implements Serializable {}

    /** @return seconds of the import; NaN when there is none */
    double open(String programs, String workload, String input, Map<String, String> parameters, String directory)
            throws Exception {
        program = Class.forName(programs)
                .asSubclass(Programs.class)
                .getConstructor()
                .newInstance()
                .open(new Workload(workload, input == null ? null : Path.of(input), parameters, Path.of(directory)));
        long start = System.nanoTime();
        return program.load() ? since(start) : Double.NaN;
    }

    Outcome run() throws Exception {
        long start = System.nanoTime();
        Map<String, Double> details = program.run();
        return new Outcome(since(start), new LinkedHashMap<>(details));
    }

    Map<String, Double> detailsAfterRun() throws Exception {
        return new LinkedHashMap<>(program.detailsAfterRun());
    }

    String digest() throws Exception {
        return program.digest();
    }

    private static double since(long startNanos) {
        return (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    }

    @Override
    public void close() throws IOException {
        if (program != null) {
            program.close();
        }
    }
}
