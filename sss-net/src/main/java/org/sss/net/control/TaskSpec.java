package org.sss.net.control;

import java.util.Collection;
import java.util.HashMap;
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
 * @param task         number of the subgroup; those of splits follow
 * @param attempt      from 0
 * @param iteration    of the loop around the job, from 0
 * @param priority     of the workflow
 * @param stallMillis  how long user code may show no sign of life; 0 stands for what the node is set to
 * @param inputGroups  in the order of the job's inputs
 * @param ownGroups    those of the inputs that jobs of this workflow have written, or that a resumed loop goes on from: a Map reads them in the
 *                     order of their keys
 * @param outputGroups in the order of the job's outputs
 * @param sideGroups   in the order of the job's side groups
 * @param split        what is read instead of subgroups, or null
 * @param bounds       for a range partitioner: the first key of each subgroup but the first, ascending; fewer when there are
 *                     fewer keys
 * @param parameters   of the workflow, overridden by those of the job
 * @param functions    blob id of the serialized job
 * @param code         blob ids of the jars
 * @param besides      other workflows with the same jars that are not over: those before this one that are not among them are
 * @param cluster      where output goes
 * @param filesNamed   whether files of the job may have their names already: it begins anew after nodes were lost at its commit
 * @param depth        of the workflow
 * @param identities   of all groups above, by their numbers
 */
public record TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
        long stallMillis, List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups,
        @Nullable SplitSpec split, List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code,
        List<String> besides, ClusterMap cluster, boolean filesNamed, int depth, Map<String, String> identities) {
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
        identities = identities == null ? Map.of() : Map.copyOf(identities);
        depth = Math.max(0, Math.min(TaskDepth.MAX, depth));
    }

    /** Of a workflow that was submitted from outside of tasks. */
    public TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
            long stallMillis, List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups,
            SplitSpec split, List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code,
            List<String> besides, ClusterMap cluster, boolean filesNamed) {
        this(workflow, job, kind, task, attempt, iteration, priority, stallMillis, inputGroups, ownGroups, outputGroups, sideGroups, split, bounds,
                parameters, functions, code, besides, cluster, filesNamed, 0, Map.of());
    }

    /** Of the first beginning of a job, in a workflow that is alone and says nothing of stalls. */
    public TaskSpec(String workflow, String job, JobKind kind, int task, int attempt, int iteration, int priority,
            List<Long> inputGroups, List<Long> ownGroups, List<Long> outputGroups, List<SideGroup> sideGroups, SplitSpec split,
            List<byte[]> bounds, Map<String, String> parameters, String functions, List<String> code, ClusterMap cluster) {
        this(workflow, job, kind, task, attempt, iteration, priority, 0, inputGroups, ownGroups, outputGroups, sideGroups, split, bounds,
                parameters, functions, code, List.of(), cluster, false);
    }

    /**
     * A group that the functions look into.
     *
     * @param hashed    whether each key is in the subgroup of its hash
     * @param dataBytes of keys and values
     */
    public record SideGroup(long id, boolean hashed, long tuples, long dataBytes) {
        /** Stands for a group of a replayed job that was dropped, and that the functions may not need: a look into it is an error. */
        public static final SideGroup DROPPED = new SideGroup(-1, true, 0, 0);
    }

    public AttemptId attemptId() {
        return new AttemptId(workflow + "/" + job, task, attempt);
    }

    public TaskSpec nextAttempt() {
        return new TaskSpec(workflow, job, kind, task, attempt + 1, iteration, priority, stallMillis, inputGroups, ownGroups,
                outputGroups, sideGroups, split, bounds, parameters, functions, code, besides, cluster, filesNamed, depth, identities);
    }

    /** One of the groups above, with its identity. */
    public GroupKey key(long group) {
        return new GroupKey(group, identities.get(Long.toString(group)));
    }

    /** For {@link #identities}. */
    public static Map<String, String> identities(Collection<GroupInfo> groups) {
        Map<String, String> identities = new HashMap<>();
        groups.forEach(group -> identities.put(Long.toString(group.id()), group.identity()));
        return identities;
    }

    /** Where it runs: the owner of the subgroup; splits go to the nodes in turn. */
    public NodeInfo node() {
        return split == null ? cluster.ownerOf(task) : cluster.nodes().get(task % cluster.nodes().size());
    }

    @Override
    public String toString() {
        return "task " + task + " of job '" + job + "' in " + workflow;
    }
}
