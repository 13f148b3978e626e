package org.sss.net.control;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.Compression;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * A workflow as it is submitted.
 *
 * @param code       ids of the jars, in class path order; empty if the nodes share the client's class loader
 * @param parameters common to all jobs
 * @param loops      over consecutive jobs in {@code jobs}
 */
public record WorkflowSpec(
        String name,
        List<JobSpec> jobs,
        List<String> code,
        Map<String, String> parameters,
        List<LoopSpec> loops,
        @Unwrapped Limits limits)
        implements ImmutableMessage {
    public WorkflowSpec {
        jobs = List.copyOf(jobs);
        code = List.copyOf(code);
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        loops = loops == null ? List.of() : List.copyOf(loops);
    }

    /**
     * @param priority         its share of the slots; 0 if unspecified
     * @param userCodeAttempts attempts of a task whose user code fails; 0 stands for one
     * @param stallMillis      how long user code may show no sign of life; 0 for the setting of the nodes
     * @param depth            of the submitting code, see {@link NestingLevel}
     */
    public record Limits(int priority, int userCodeAttempts, long stallMillis, int depth) {
        public static final Limits DEFAULTS = new Limits(0, 0, 0, 0);
        private static final int DEFAULT_PRIORITY = 10;

        public Limits {
            priority = priority == 0 ? DEFAULT_PRIORITY : priority;
            userCodeAttempts = Math.max(1, userCodeAttempts);
            stallMillis = Math.max(0, stallMillis);
            depth = Math.max(0, depth);
        }
    }

    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code, Map<String, String> parameters) {
        this(name, jobs, code, parameters, List.of(), Limits.DEFAULTS);
    }

    public WorkflowSpec(String name, List<JobSpec> jobs, List<String> code) {
        this(name, jobs, code, Map.of());
    }

    /** True if a counter of one iteration is at least, or otherwise at most, {@code value}. */
    public record ConditionSpec(String counter, boolean atLeast, long value) {
        public boolean holds(long count) {
            return atLeast ? count >= value : count <= value;
        }
    }

    /**
     * Jobs that are run repeatedly.
     *
     * @param firstJob       index of the first job
     * @param carried        names of groups that they write, by the names under which the next iteration reads them
     * @param until          conditions, any of which ends the loop
     * @param keptIterations number of iterations whose groups are retained
     * @param firstIteration number of iterations that an earlier run completed, if it is resumed; otherwise 0
     */
    public record LoopSpec(
            int firstJob,
            int jobCount,
            int maxIterations,
            Map<String, String> carried,
            List<ConditionSpec> until,
            int keptIterations,
            int firstIteration) {
        public LoopSpec {
            carried = Map.copyOf(carried);
            until = List.copyOf(until);
        }

        /** @param job index in the workflow */
        public boolean contains(int job) {
            return job >= firstJob && job - firstJob < jobCount;
        }

        /**
         * Returns true if {@code iteration} reads {@code group} as left by an earlier workflow, which ran the preceding
         * iterations.
         */
        public boolean resumesFrom(String group, int iteration) {
            return firstIteration > 0 && iteration == firstIteration && carried.containsKey(group);
        }

        /** Returns the group that replaces {@code group} in the first iteration. */
        public String source(String group) {
            return resumesFrom(group, firstIteration) ? retained(group, firstIteration) : group;
        }

        /**
         * Returns the name of the group that retains what iterations up to {@code done} carried as {@code current}. A
         * group has one name: if it is carried into several, that of the first of these.
         */
        public String retained(String current, int done) {
            return retainedPrefix(current) + done;
        }

        /** Returns the prefix of these names, to which the number of iterations is appended. */
        public String retainedPrefix(String current) {
            String next = carried.get(current);
            return carried.keySet().stream()
                            .filter(name -> carried.get(name).equals(next))
                            .min(String::compareTo)
                            .orElse(current)
                    + ".iteration-";
        }
    }

    /**
     * A group as a job names it.
     *
     * @param format {@code hashed} of an output is false if a user's partitioner assigns its subgroups, of an input of
     *     a co-group if such a partitioner may have assigned them; the rest is of an output
     * @param copies that an output with a name shall have; 0 for as many as the cluster makes
     */
    public record GroupSpec(
            String name, @Unwrapped GroupFormat format, boolean temporary, boolean replace, int copies) {
        public GroupSpec(
                String name,
                String keyType,
                String valueType,
                boolean hashed,
                boolean temporary,
                boolean replace,
                Compression compression) {
            this(name, new GroupFormat(keyType, valueType, hashed, compression, false), temporary, replace, 0);
        }

        public String keyType() {
            return format.keyType();
        }

        public String valueType() {
            return format.valueType();
        }

        public boolean hashed() {
            return format.hashed();
        }

        public boolean inMemory() {
            return format.inMemory();
        }
    }

    public enum JobKind {
        MAP,
        REDUCE,
        CO_GROUP
    }

    /**
     * A range of a source, the input of one task.
     *
     * @param input index of the input of the Map that it belongs to
     */
    public record SplitSpec(int input, String description, byte[] data) {}

    /**
     * @param splits     each is read by a task of its own, numbered after those of the subgroups
     * @param parameters of this job only
     * @param rangesOf   the side group whose keys are sampled for the range partitioners of outputs; empty without
     *     one
     * @param functions  id of the blob with the serialized {@link org.sss.api.Job}; empty if there is a program
     * @param program    run instead of functions, or null
     */
    public record JobSpec(
            String name,
            JobKind kind,
            @Unwrapped Groups groups,
            List<SplitSpec> splits,
            Map<String, String> parameters,
            String rangesOf,
            String functions,
            @Nullable Program program) {
        public JobSpec {
            rangesOf = Objects.requireNonNullElse(rangesOf, "");
            functions = Objects.requireNonNullElse(functions, "");
            splits = splits == null ? List.of() : List.copyOf(splits);
            parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        }

        public JobSpec(
                String name,
                JobKind kind,
                Groups groups,
                List<SplitSpec> splits,
                Map<String, String> parameters,
                String rangesOf,
                String functions) {
            this(name, kind, groups, splits, parameters, rangesOf, functions, null);
        }

        /** What a node needs of it to make mapper or reducer of its program; null if it has functions. */
        JobSpec ofProgram() {
            return program == null ? null : new JobSpec(name, kind, groups, List.of(), Map.of(), "", "", program);
        }

        public List<GroupSpec> inputs() {
            return groups.inputs();
        }

        public List<GroupSpec> outputs() {
            return groups.outputs();
        }

        public List<GroupSpec> side() {
            return groups.side();
        }
    }

    /**
     * An executable as the function of a Map or a Reduce. It reads tuples of the types of the inputs, and writes tuples
     * of the types of the output.
     *
     * @param command     executable and arguments; {@link #PYTHON} as the executable is the Python of the node
     * @param combine     those of a combiner, or empty
     * @param format      of the tuples: {@code text}, {@code escaped}, {@code binary} or {@code framed}
     * @param files       in the directory of the process
     * @param environment variables of the process
     */
    public record Program(
            List<String> command,
            List<String> combine,
            String format,
            List<ProgramFile> files,
            Map<String, String> environment) {
        public static final String PYTHON = "{python}";

        public Program {
            command = List.copyOf(command);
            combine = combine == null ? List.of() : List.copyOf(combine);
            files = files == null ? List.of() : List.copyOf(files);
            environment = environment == null ? Map.of() : Map.copyOf(environment);
        }
    }

    /**
     * A file of a program.
     *
     * @param name    relative path
     * @param blob    id of its content
     * @param archive whether it is unpacked as a directory of that name
     */
    public record ProgramFile(String name, String blob, boolean executable, boolean archive) {}

    /**
     * The groups of a job.
     *
     * @param inputs each is read by the task of the same subgroup
     * @param side   groups in which the functions look up keys
     */
    public record Groups(List<GroupSpec> inputs, List<GroupSpec> outputs, List<GroupSpec> side) {
        public Groups {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
            side = side == null ? List.of() : List.copyOf(side);
        }
    }
}
