package org.sss.net.control;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.rpc.Nullable;

/**
 * One attempt of a job on one subgroup, sent to the owner of that subgroup, or on one split, sent to any node.
 *
 * @param workflow     id of the workflow
 * @param job          name of the job
 * @param task         number of the subgroup; numbers of splits follow those of subgroups
 * @param attempt      from 0
 * @param iteration    of the loop around the job, from 0
 * @param priority     of the workflow
 * @param stallMillis  how long user code may show no sign of life; 0 for the setting of the node
 * @param inputGroups  in the order of the job's inputs
 * @param ownGroups inputs that jobs of this workflow have written, or that a resumed loop continues from: a Map reads
 *     them in the order of their keys
 * @param outputGroups in the order of the job's outputs
 * @param sideGroups   in the order of the job's side groups
 * @param split        read instead of subgroups, or null
 * @param bounds for a range partitioner: the first key of each subgroup but the first, ascending; fewer if there are
 *     fewer keys
 * @param parameters   of the workflow, overridden by those of the job
 * @param functions    blob id of the serialized job
 * @param code         blob ids of the jars
 * @param besides other workflows with the same jars that have not ended; earlier workflows that are not listed have
 *     ended
 * @param cluster      destination of the output
 * @param filesNamed   whether files of the job may have their final names already: it restarts after nodes were lost at
 *     its commit
 * @param depth        of the workflow
 * @param identities   of all groups above; not a map by group number, since each new name costs the reader of JSON a copy of its
 *     table of names
 * @param shuffle      the shuffle of the job, which its node takes part in; null if tasks write directly to the owners
 * @param held         the parts of this subgroup in the input groups that are not stored by its owner, in the order of their sources; null if
 *     there are none
 */
public record TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
        long stallMillis, List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups,
        @Nullable SplitSpec split, List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code,
        List<String> besides, ClusterMap cluster, boolean filesNamed, int depth, List<GroupKey> identities,
        @Nullable ShuffleKey shuffle, @Nullable List<HeldPart> held) {
    public TaskSpec {
        priority = Math.max(1, priority);
        stallMillis = Math.max(0, stallMillis);
        inputGroups = List.copyOf(inputGroups);
        ownGroups = ownGroups == null ? List.of() : List.copyOf(ownGroups);
        outputGroups = List.copyOf(outputGroups);
        sideGroups = sideGroups == null ? List.of() : List.copyOf(sideGroups);
        bounds = bounds == null ? List.of() : List.copyOf(bounds);
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        code = List.copyOf(code);
        besides = besides == null ? List.of() : List.copyOf(besides);
        identities = identities == null ? List.of() : List.copyOf(identities);
        held = held == null ? null : List.copyOf(held);
        depth = Math.max(0, Math.min(TaskDepth.MAX, depth));
    }

    /** For a workflow that was submitted from outside of tasks. */
    public TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
            long stallMillis, List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups,
            SplitSpec split, List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code,
            List<String> besides, ClusterMap cluster, boolean filesNamed) {
        this(workflow, job, kind, task, attempt, iteration, priority, stallMillis, inputGroups, ownGroups, outputGroups, sideGroups, split, bounds,
                parameters, functions, code, besides, cluster, filesNamed, 0, List.of(), null, null);
    }

    /** For the first start of a job, in a workflow that runs alone and has no stall timeout. */
    public TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
            List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups, SplitSpec split,
            List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code, ClusterMap cluster) {
        this(workflow, job, kind, task, attempt, iteration, priority, 0, inputGroups, ownGroups, outputGroups, sideGroups, split, bounds,
                parameters, functions, code, List.of(), cluster, false);
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
        return new AttemptId(workflow + "/" + job, task, attempt);
    }

    public TaskSpec nextAttempt() {
        return new TaskSpec(workflow, job, kind, task, attempt + 1, iteration, priority, stallMillis, inputGroups, ownGroups,
                outputGroups, sideGroups, split, bounds, parameters, functions, code, besides, cluster, filesNamed, depth, identities, shuffle, held);
    }

    /** Returns the key of one of the groups above, with its identity. */
    public GroupKey key(long group) {
        for (GroupKey key : identities) {
            if (key.id() == group) {
                return key;
            }
        }
        return GroupKey.of(group);
    }

    /** Returns the keys of the groups, for {@link #identities}. */
    public static List<GroupKey> identities(Collection<GroupInfo> groups) {
        return groups.stream().map(GroupInfo::key).distinct().toList();
    }

    /** Returns the node that runs it: the owner of the subgroup; splits are assigned to nodes round-robin. */
    public NodeInfo node() {
        return split == null ? cluster.ownerOf(task) : cluster.readerOf(task);
    }

    @Override
    public String toString() {
        return "task " + task + " of job '" + job + "' in " + workflow;
    }
}
