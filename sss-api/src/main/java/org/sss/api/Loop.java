package org.sss.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs of a workflow that are run again and again by the servers. Groups that the jobs read and that are written before the
 * loop stay where they are. Of what the jobs write, that of the last iteration is left, under its own name. Built by one thread.
 *
 * <pre>
 *   current --jobs of the loop--> next      iteration 0
 *   next, as current ------------> next     iteration 1
 *   ...                                     after the loop both names stand for the last one
 * </pre>
 */
public final class Loop {
    private final String workflow;
    private final int firstJob;
    private final int jobCount;
    private final int maxIterations;
    /** By the name of the group that is read. */
    private final Map<String, String> carried = new TreeMap<>();
    private final List<Until> until = new ArrayList<>();
    private int keptIterations;
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
     * After each iteration the jobs read what was written as {@code next} when they read {@code current}. In the first one
     * they read {@code current} as it was before the loop. Costs no time, whatever the size.
     */
    public <K, V> Loop carry(TupleGroup<K, V> next, TupleGroup<K, V> current) {
        if (carried.put(current.name(), next.name()) != null) {
            throw invalid("carries two groups into '" + current.name() + "'");
        }
        return this;
    }

    /** Ends the loop after an iteration in which one of these conditions holds. May be called again with further ones. */
    public Loop until(Until... anyOf) {
        until.addAll(List.of(anyOf));
        return this;
    }

    /**
     * Leaves what the last {@code iterations} iterations carried, as groups {@code CURRENT.iteration-N}, where N is the number
     * of iterations that were done by then. The groups that are carried must not be temporary. One that is carried into several
     * names is left under the first of these in alphabetical order, and resumed from there. That of the last iteration gets the
     * name of the output when the jobs before the loop have ended, too, and nobody else may rename it until then.
     *
     * <p>A group of such a name that an earlier run of this loop left is replaced: one that the job of the same name wrote, in a workflow
     * of the same name. Any other one stays, and the workflow fails with ALREADY_EXISTS, when it is submitted if the group exists then.
     */
    public Loop keep(int iterations) {
        if (iterations < 1) {
            throw invalid("keeps " + iterations + " iterations; take at least 1");
        }
        keptIterations = iterations;
        return this;
    }

    /** Begins with iteration {@code n}, reading the groups {@code CURRENT.iteration-n} that an earlier run kept. */
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

    /** Number of its first job in the workflow. */
    public int firstJob() {
        return firstJob;
    }

    public int jobCount() {
        return jobCount;
    }

    public int maxIterations() {
        return maxIterations;
    }

    /** Names of groups that are written, by the names under which the next iteration reads them. */
    public Map<String, String> carried() {
        return Collections.unmodifiableMap(new TreeMap<>(carried));
    }

    public List<Until> conditions() {
        return List.copyOf(until);
    }

    public int keptIterations() {
        return keptIterations;
    }

    public int firstIteration() {
        return firstIteration;
    }
}
