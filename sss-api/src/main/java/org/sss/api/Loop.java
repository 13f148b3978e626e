package org.sss.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs of a workflow that the servers run repeatedly. Groups that the jobs read and that are written before the loop
 * stay in place. After the loop, the outputs of the last iteration remain under their own names. Not thread-safe.
 *
 * <pre>
 *   current --jobs of the loop--> next      iteration 0
 *   next, as current ------------> next     iteration 1
 *   ...                                     after the loop both names refer to the last one
 * </pre>
 */
public final class Loop {
    private final String workflow;
    private final int firstJob;
    private final int jobCount;
    private final int maxIterations;
    /** Name of the written group, by the name of the group that is read. */
    private final Map<String, String> carried = new TreeMap<>();

    private final List<Until> until = new ArrayList<>();
    private int retainedIterations;
    private int firstIteration;

    Loop(String workflow, int firstJob, int jobCount, int maxIterations) {
        this.workflow = workflow;
        this.firstJob = firstJob;
        this.jobCount = jobCount;
        this.maxIterations = maxIterations;
        if (jobCount == 0) {
            throw invalid("has no job");
        }
        if (maxIterations < 1) {
            throw invalid("has " + maxIterations + " iterations; take at least 1");
        }
    }

    /**
     * After each iteration, jobs that read {@code current} read what was written as {@code next}. In the first
     * iteration they read {@code current} as it was before the loop. Takes constant time, whatever the size.
     */
    public <K, V> Loop carry(TupleGroup<K, V> next, TupleGroup<K, V> current) {
        if (carried.put(current.name(), next.name()) != null) {
            throw invalid("carries two groups into '" + current.name() + "'");
        }
        return this;
    }

    /**
     * Ends the loop after an iteration in which one of these conditions is true. May be called again to add conditions.
     */
    public Loop until(Until... anyOf) {
        until.addAll(List.of(anyOf));
        return this;
    }

    /**
     * Retains the carried groups of the last {@code iterations} iterations as groups {@code CURRENT.iteration-N}, where
     * N is the number of iterations completed by then. Carried groups must not be temporary. A group carried into
     * several names is retained under the first of them in alphabetical order, and resumed from there. The group of the
     * last iteration gets the name of the output when the jobs before the loop have ended too; do not rename it until
     * then.
     *
     * <p>An existing group of such a name is replaced if an earlier execution of this loop retained it: if the job of
     * the same name wrote it in a workflow of the same name. Any other group is not touched, and the workflow fails
     * with ALREADY_EXISTS, at submission if the group exists then.
     */
    public Loop keep(int iterations) {
        if (iterations < 1) {
            throw invalid("keeps " + iterations + " iterations; take at least 1");
        }
        retainedIterations = iterations;
        return this;
    }

    /**
     * Starts with iteration {@code n}, reading the groups {@code CURRENT.iteration-n} that an earlier execution
     * retained.
     */
    public Loop resumeFrom(int n) {
        if (n < 1 || n >= maxIterations) {
            throw invalid("is resumed from iteration " + n + "; take 1 to " + (maxIterations - 1));
        }
        firstIteration = n;
        return this;
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "a loop of workflow '" + workflow + "' " + what);
    }

    /** Returns the index of the first job in the workflow. */
    public int firstJob() {
        return firstJob;
    }

    public int jobCount() {
        return jobCount;
    }

    public int maxIterations() {
        return maxIterations;
    }

    /** Returns the names of the written groups, by the names under which the next iteration reads them. */
    public Map<String, String> carried() {
        return Collections.unmodifiableMap(new TreeMap<>(carried));
    }

    public List<Until> conditions() {
        return List.copyOf(until);
    }

    public int keptIterations() {
        return retainedIterations;
    }

    public int firstIteration() {
        return firstIteration;
    }
}
