package org.sss.api;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Jobs to run, in the order in which they were added: each one reads groups that exist or that an earlier one writes.
 * Built by one thread, then submitted; it holds no connection and can be submitted again.
 *
 * <pre>{@code
 * Workflow count = Workflow.named("wordcount");
 * count.map(lines, words, (offset, line, out) -> { for (String w : line.split("\\s+")) out.emit(w, 1L); })
 *      .combine(Combiner.sumLong());
 * count.reduce(words, counts, (word, ones, out) -> { long n = 0; for (long one : ones) n += one; out.emit(word, n); });
 * }</pre>
 */
public final class Workflow {
    private final String name;
    private final List<Job> jobs = new ArrayList<>();
    private final List<Path> jars = new ArrayList<>();

    private Workflow(String name) {
        TupleGroup.checkName(name);
        this.name = name;
    }

    public static Workflow named(String name) {
        return new Workflow(name);
    }

    public <K, V, K2, V2> MapJob<K, V, K2, V2> map(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Mapper<K, V, K2, V2> mapper) {
        MapJob<K, V, K2, V2> job = new MapJob<>("map-" + (jobs.size() + 1), input, output, mapper);
        jobs.add(job);
        return job;
    }

    public <K, V, K2, V2> ReduceJob<K, V, K2, V2> reduce(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        ReduceJob<K, V, K2, V2> job = new ReduceJob<>("reduce-" + (jobs.size() + 1), input, output, reducer);
        jobs.add(job);
        return job;
    }

    /** Sends a further jar to the nodes. The code that holds the functions themselves is found and sent anyway. */
    public Workflow addJar(Path jar) {
        jars.add(Objects.requireNonNull(jar));
        return this;
    }

    public String name() {
        return name;
    }

    public List<Job> jobs() {
        return List.copyOf(jobs);
    }

    public List<Path> jars() {
        return List.copyOf(jars);
    }

    /**
     * Checks what can be checked without a server.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when there is no job, two jobs have one name, two jobs write
     *     one group, or a job reads the group that it writes
     */
    public void check() {
        if (jobs.isEmpty()) {
            throw invalid("has no job: add one with map(...) or reduce(...)");
        }
        Set<String> names = new HashSet<>();
        Set<String> written = new HashSet<>();
        for (Job job : jobs) {
            if (!names.add(job.name())) {
                throw invalid("has two jobs named '" + job.name() + "'; name them apart with named(...)");
            }
            for (TupleGroup<?, ?> output : job.outputs()) {
                if (!written.add(output.name())) {
                    throw invalid("writes group '" + output.name() + "' in two jobs; use another group for one of them");
                }
                if (job.inputs().stream().anyMatch(input -> input.name().equals(output.name()))) {
                    throw invalid("job '" + job.name() + "' reads and writes group '" + output.name() + "'");
                }
            }
        }
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "workflow '" + name + "' " + what);
    }
}
