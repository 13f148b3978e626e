package org.sss.net.control;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;

/**
 * One attempt of a job on one subgroup or one split. A subgroup is sent to its owner, or to any node if the task says
 * where all of it is stored; a split is sent to any node.
 *
 * @param cluster    destination of the output
 * @param identities of all groups of inputs and outputs; not a map by group number, since each new name costs the
 *     reader of JSON a copy of its table of names
 */
@PropertyOrder({
    "workflow",
    "job",
    "kind",
    "task",
    "attempt",
    "iteration",
    "priority",
    "stallMillis",
    "inputGroups",
    "ownGroups",
    "outputGroups",
    "sideGroups",
    "split",
    "bounds",
    "parameters",
    "functions",
    "program",
    "code",
    "besides",
    "cluster",
    "filesNamed",
    "depth",
    "identities",
    "shuffle",
    "held"
})
public record TaskSpec(
        @Unwrapped Id id,
        @Unwrapped Inputs inputs,
        @Unwrapped Outputs outputs,
        @Unwrapped Code code,
        @Unwrapped Limits limits,
        ClusterMap cluster,
        List<GroupKey> identities)
        implements ImmutableMessage {
    public TaskSpec {
        identities = identities == null ? List.of() : List.copyOf(identities);
    }

    /**
     * Names an attempt.
     *
     * @param workflow  id of the workflow
     * @param job       name of the job
     * @param task      number of the subgroup; numbers of splits follow those of subgroups
     * @param attempt   from 0
     * @param iteration of the loop around the job, from 0
     */
    public record Id(String workflow, String job, JobKind kind, int task, int attempt, int iteration) {
        Id nextAttempt() {
            return new Id(workflow, job, kind, task, attempt + 1, iteration);
        }
    }

    /**
     * What the task reads.
     *
     * @param inputGroups in the order of the job's inputs
     * @param ownGroups   inputs that jobs of this workflow have written, or that a resumed loop continues from: a Map
     *     reads them in the order of their keys
     * @param sideGroups  in the order of the job's side groups
     * @param split       read instead of subgroups, or null
     * @param held        the extents of this subgroup in the input groups that are not stored by the node that runs the
     *     task, in the order of their sources, and those of all subgroups of side groups that other nodes have than the
     *     owners; null if there are none
     */
    public record Inputs(
            List<Long> inputGroups,
            List<Long> ownGroups,
            List<SideGroup> sideGroups,
            @Nullable SplitSpec split,
            @Nullable List<Relocation> held) {
        public Inputs {
            inputGroups = List.copyOf(inputGroups);
            ownGroups = ownGroups == null ? List.of() : List.copyOf(ownGroups);
            sideGroups = sideGroups == null ? List.of() : List.copyOf(sideGroups);
            held = held == null ? null : List.copyOf(held);
        }

        /** All of the subgroup in these groups, which its owner stores. */
        public static Inputs ofGroups(List<Long> inputGroups, List<Long> ownGroups, List<SideGroup> sideGroups) {
            return new Inputs(inputGroups, ownGroups, sideGroups, null, null);
        }

        public static Inputs ofSplit(
                SplitSpec split, List<Long> ownGroups, List<SideGroup> sideGroups, List<Relocation> held) {
            return new Inputs(List.of(), ownGroups, sideGroups, split, held);
        }
    }

    /**
     * What the task writes.
     *
     * @param outputGroups in the order of the job's outputs
     * @param bounds       for a range partitioner: the first key of each subgroup but the first, ascending; fewer if
     *     there are fewer keys
     * @param filesNamed   whether files of the job may have their final names already: it restarts after nodes were
     *     lost at its commit
     * @param shuffle      the shuffle of the job, which its node takes part in; null if tasks write directly to the
     *     owners
     */
    public record Outputs(
            List<Long> outputGroups,
            List<byte[]> bounds,
            boolean filesNamed,
            @Nullable ShuffleKey shuffle) {
        public Outputs {
            outputGroups = List.copyOf(outputGroups);
            bounds = bounds == null ? List.of() : List.copyOf(bounds);
        }

        /** Written directly to the owners, by hash, for the first time. */
        public static Outputs ofGroups(List<Long> outputGroups) {
            return new Outputs(outputGroups, List.of(), false, null);
        }
    }

    /**
     * The user's code and its parameters.
     *
     * @param functions  blob id of the serialized job; empty if there is a program
     * @param program    the job with its program and groups, or null
     * @param code       blob ids of the jars
     * @param parameters of the workflow, overridden by those of the job
     * @param besides    other workflows with the same jars that have not ended; earlier workflows that are not listed
     *     have ended
     */
    public record Code(
            String functions,
            @Nullable JobSpec program,
            List<String> code,
            Map<String, String> parameters,
            List<String> besides) {
        public Code {
            functions = Objects.requireNonNullElse(functions, "");
            code = List.copyOf(code);
            parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
            besides = besides == null ? List.of() : List.copyOf(besides);
        }

        public Code(String functions, List<String> code, Map<String, String> parameters, List<String> besides) {
            this(functions, null, code, parameters, besides);
        }

        /** @param job of a workflow with this code */
        public static Code of(JobSpec job, List<String> code, Map<String, String> parameters, List<String> besides) {
            return new Code(job.functions(), job.ofProgram(), code, parameters, besides);
        }
    }

    /**
     * What the workflow allows the task.
     *
     * @param priority    of the workflow
     * @param stallMillis how long user code may show no sign of life; 0 for the setting of the node
     * @param depth       of the workflow
     */
    public record Limits(int priority, long stallMillis, int depth) {
        public Limits {
            priority = Math.max(1, priority);
            stallMillis = Math.max(0, stallMillis);
            depth = Math.max(0, Math.min(NestingLevel.MAX, depth));
        }
    }

    /**
     * A group in which the functions look up keys.
     *
     * @param hashed    whether each key is in the subgroup of its hash
     * @param dataBytes of keys and values
     */
    public record SideGroup(long id, boolean hashed, long tuples, long dataBytes) {
        /**
         * Stands for a dropped group of a replayed job, which the functions may not need: a lookup in it is an error.
         */
        public static final SideGroup DROPPED = new SideGroup(-1, true, 0, 0);
    }

    public AttemptId attemptId() {
        return new AttemptId(id.workflow + "/" + id.job, id.task, id.attempt);
    }

    public TaskSpec nextAttempt() {
        return new TaskSpec(id.nextAttempt(), inputs, outputs, code, limits, cluster, identities);
    }

    /** Returns the key of a group of inputs or outputs, with its identity. */
    public GroupKey key(long group) {
        for (GroupKey key : identities) {
            if (key.id() == group) {
                return key;
            }
        }
        return GroupKey.of(group);
    }

    /** Returns the keys of the groups, for {@link #identities()}. */
    @SafeVarargs
    public static List<GroupKey> identities(List<GroupInfo>... groups) {
        Set<GroupKey> keys = new LinkedHashSet<>();
        for (List<GroupInfo> some : groups) {
            for (GroupInfo group : some) {
                keys.add(group.key());
            }
        }
        return List.copyOf(keys);
    }

    /**
     * Returns the node that runs it unless it is left out, as it cannot reach another one: the owner of the subgroup;
     * splits are assigned to nodes round-robin.
     */
    public NodeInfo node() {
        return inputs.split == null ? cluster.ownerOf(id.task) : cluster.readerOf(id.task);
    }

    /** True if the task says of all that it reads where it is stored, so that any node can run it. */
    public boolean mayRunAnywhere() {
        return inputs.split != null
                || inputs.inputGroups.stream()
                        .allMatch(group -> inputs.held != null
                                && inputs.held.stream()
                                        .anyMatch(held -> held.group() == group
                                                && held.subgroup() == id.task
                                                && held.firstSource() == 0));
    }

    /** Returns the cluster with the nodes that have a side group as the owners of its subgroups. */
    public ClusterMap clusterOfSide(long group) {
        boolean isElsewhere =
                inputs.held != null && inputs.held.stream().anyMatch(relocation -> relocation.group() == group);
        if (!isElsewhere) {
            return cluster;
        }
        Locations locations = locations(group);
        byte[] holders = new byte[cluster.subgroupCount()];
        for (int subgroup = 0; subgroup < holders.length; subgroup++) {
            holders[subgroup] = (byte) (int) locations.holders(subgroup).get(0);
        }
        Places places = new Places(Math.max(1, cluster.active()), 1, holders);
        return cluster.withTables(places.number(), List.of(places));
    }

    /** Where the subgroup of this task is stored in an input group. */
    public Locations locations(long group) {
        return inputs.held == null
                ? cluster.locations()
                : cluster.locations().with(Relocation.extents(group, inputs.held));
    }

    @Override
    public String toString() {
        return "task " + id.task + " of job '" + id.job + "' in " + id.workflow;
    }
}
