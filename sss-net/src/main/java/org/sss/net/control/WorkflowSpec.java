package org.sss.net.control;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.Compression;

/**
 * A workflow as it is submitted.
 *
 * @param code       ids of the jars, in the order of the class path; empty where the nodes share the client's class loader
 * @param parameters of all jobs
 * @param loops      over jobs that follow each other in {@code jobs}
 * @param priority   its share; 0 where nothing is said of it
 * @param userCodeAttempts of a task whose user code fails; 0 stands for one
 * @param stallMillis how long user code may show no sign of life; 0 stands for what the nodes are set to
 * @param depth       of the code that submits it, as {@link TaskDepth} has it
 */
public record WorkflowSpec(String name, List<JobSpec> jobs, List<String> code, Map<String, String> parameters,
        List<LoopSpec> loops, int priority, int userCodeAttempts, long stallMillis, int depth) {
    private static final int DEFAULT_PRIORITY = 10;

    public WorkflowSpec {
        jobs = List.copyOf(jobs);
        code = List.copyOf(code);
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        loops = loops == null ? List.of() : List.copyOf(loops);
        priority = priority == 0 ? DEFAULT_PRIORITY : priority;
        userCodeAttempts = Math.max(1, userCodeAttempts);
        stallMillis = Math.max(0, stallMillis);
        depth = Math.max(0, depth);
    }

    /** As submitted from outside of tasks. */
    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code, Map<String, String> parameters, List<LoopSpec> loops, int priority,
            int userCodeAttempts, long stallMillis) {
        this(name, jobs, code, parameters, loops, priority, userCodeAttempts, stallMillis, 0);
    }

    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code, Map<String, String> parameters) {
        this(name, jobs, code, parameters, List.of(), 0, 0, 0);
    }

    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code) {
        this(name, jobs, code, Map.of());
    }

    /** That a counter of one iteration is at least, else at most, {@code value}. */
    public record ConditionSpec(String counter, boolean atLeast, long value) {
        public boolean holds(long count) {
            return atLeast ? count >= value : count <= value;
        }
    }

    /**
     * Jobs that are run again and again.
     *
     * @param firstJob       number of the first one
     * @param carried        names of groups that they write, by the names under which the next iteration reads them
     * @param until          conditions, any of which ends the loop
     * @param keptIterations how many iterations stay as groups of their own
     * @param firstIteration when an earlier run is resumed, else 0
     */
    public record LoopSpec(int firstJob, int jobCount, int maxIterations, Map<String, String> carried, List<ConditionSpec> until,
            int keptIterations, int firstIteration) {
        public LoopSpec {
            carried = Map.copyOf(carried);
            until = List.copyOf(until);
        }

        /** @param job its number in the workflow */
        public boolean contains(int job) {
            return job >= firstJob && job - firstJob < jobCount;
        }

        /** Whether {@code iteration} reads {@code group} as an earlier workflow has left it, which ran the iterations before. */
        public boolean goesOnFrom(String group, int iteration) {
            return firstIteration > 0 && iteration == firstIteration && carried.containsKey(group);
        }

        /** The group that stands for {@code group} in the first iteration. */
        public String source(String group) {
            return goesOnFrom(group, firstIteration) ? kept(group, firstIteration) : group;
        }

        /**
         * The group that is left of what iterations up to {@code done} carried as {@code current}. A group has one name, so one that is
         * carried into several has the first of these.
         */
        public String kept(String current, int done) {
            return keptPrefix(current) + done;
        }

        /** What the names of these groups begin with, before the number of iterations. */
        public String keptPrefix(String current) {
            String next = carried.get(current);
            return carried.keySet().stream().filter(name -> carried.get(name).equals(next)).min(String::compareTo).orElse(current)
                    + ".iteration-";
        }
    }

    /**
     * A group as a job names it.
     *
     * @param hashed      of an output: false when a partitioner of the user places its tuples; of an input of a co-group: false when
     *                    it may be placed by one
     * @param compression of an output; NONE where nothing is said of it
     */
    public record GroupSpec(String name, String keyType, String valueType, boolean hashed, boolean temporary,
            boolean replace, Compression compression) {
        public GroupSpec {
            compression = Objects.requireNonNullElse(compression, Compression.NONE);
        }
    }

    public enum JobKind { MAP, REDUCE, CO_GROUP }

    /**
     * A part of a source, the input of one task.
     *
     * @param input number of the input of the Map that it belongs to
     */
    public record SplitSpec(int input, String description, byte[] data) {
    }

    /**
     * @param inputs     each is read by the task of the same subgroup
     * @param side       groups that the functions look into
     * @param splits     each is read by a task of its own, behind those of the subgroups
     * @param parameters of this job alone
     * @param rangesOf   the side group whose keys are sampled for the range partitioner of the first output; empty without one
     * @param functions  id of the blob that holds the serialized {@link org.sss.api.Job}
     */
    public record JobSpec(String name, JobKind kind, List<GroupSpec> inputs, List<GroupSpec> outputs, List<GroupSpec> side,
            List<SplitSpec> splits, Map<String, String> parameters, String rangesOf, String functions) {
        public JobSpec {
            rangesOf = Objects.requireNonNullElse(rangesOf, "");
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
            side = side == null ? List.of() : List.copyOf(side);
            splits = splits == null ? List.of() : List.copyOf(splits);
            parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        }
    }
}
