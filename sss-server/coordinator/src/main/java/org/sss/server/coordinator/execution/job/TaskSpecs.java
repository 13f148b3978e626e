package org.sss.server.coordinator.execution.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Relocation;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;

/**
 * Makes the {@link TaskSpec}s of each run of a job. Immutable; for the thread of the job.
 *
 * @param all        the workflow of the job
 * @param parameters of the workflow and the job
 */
record TaskSpecs(String workflow, JobSpec spec, WorkflowSpec all, Map<String, String> parameters, RunContext context) {
    /** A task for each subgroup, if there are inputs, then one for each split of a source. */
    List<TaskSpec> of(JobGroups groups, TaskSpec.Outputs outputs, int iteration, TaskNodes nodes) {
        ClusterMap map = nodes.map().forTasks();
        int ofSubgroups = groups.inputs().isEmpty() ? 0 : map.subgroupCount();
        List<String> otherWorkflows = context.code().otherWorkflows(workflow, all.code());
        List<GroupKey> identities = groups.identities();
        Map<Integer, List<Relocation>> relocated = relocated(groups.inputs(), map);
        nodes.addTo(relocated, groups.inputs());
        List<Relocation> sidesElsewhere = sidesElsewhere(groups.side(), map);
        TaskSpec.Code code = TaskSpec.Code.of(spec, all.code(), parameters, otherWorkflows);
        TaskSpec.Limits limits = new TaskSpec.Limits(
                all.limits().priority(),
                all.limits().stallMillis(),
                all.limits().depth());
        List<Long> read = groups.inputIds();
        List<Long> own = own(groups.inputs(), iteration);
        List<TaskSpec.SideGroup> sides = sideGroups(groups.side());
        int count = ofSubgroups + spec.splits().size();
        List<TaskSpec> specs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean split = i >= ofSubgroups;
            int task = split ? map.subgroupCount() + i - ofSubgroups : i;
            TaskSpec.Inputs ofTask = split
                    ? TaskSpec.Inputs.ofSplit(
                            spec.splits().get(i - ofSubgroups), own, sides, joined(null, sidesElsewhere))
                    : new TaskSpec.Inputs(read, own, sides, null, joined(relocated.get(i), sidesElsewhere));
            specs.add(new TaskSpec(
                    new TaskSpec.Id(workflow, spec.name(), spec.kind(), task, 0, Math.max(0, iteration)),
                    ofTask,
                    outputs,
                    code,
                    limits,
                    map,
                    identities));
        }
        return specs;
    }

    /** Relocations of the subgroup of a task and of side groups; null if there are none. */
    private static List<Relocation> joined(List<Relocation> ofTask, List<Relocation> sides) {
        if (sides.isEmpty()) {
            return ofTask;
        }
        List<Relocation> all = new ArrayList<>(sides);
        all.addAll(0, ofTask == null ? List.of() : ofTask);
        return all;
    }

    /** What the owners of the subgroups do not have of side groups. */
    private List<Relocation> sidesElsewhere(List<GroupInfo> side, ClusterMap map) {
        List<Relocation> elsewhere = new ArrayList<>();
        for (GroupInfo group : side) {
            elsewhere.addAll(context.catalog()
                    .locations(group.id())
                    .relocations(group.id(), map.locations(), map.subgroupCount()));
        }
        return elsewhere;
    }

    /** What the owners of the subgroups, which run the tasks, do not have of the inputs, by subgroup. */
    private Map<Integer, List<Relocation>> relocated(List<GroupInfo> inputs, ClusterMap map) {
        Map<Integer, List<Relocation>> relocated = new HashMap<>();
        for (GroupInfo input : inputs) {
            List<Relocation> ofInput = context.catalog()
                    .locations(input.id())
                    .relocations(input.id(), map.locations(), map.subgroupCount());
            for (Relocation relocation : ofInput) {
                relocated
                        .computeIfAbsent(relocation.subgroup(), subgroup -> new ArrayList<>())
                        .add(relocation);
            }
        }
        return relocated;
    }

    private static List<TaskSpec.SideGroup> sideGroups(List<GroupInfo> groups) {
        List<TaskSpec.SideGroup> sides = new ArrayList<>(groups.size());
        for (GroupInfo group : groups) {
            sides.add(new TaskSpec.SideGroup(group.id(), group.hashed(), group.tuples(), group.dataBytes()));
        }
        return sides;
    }

    /**
     * Inputs that the workflow wrote itself. A resumed loop counts the groups that it continues from, so that its
     * result is the same.
     */
    private List<Long> own(List<GroupInfo> inputs, int iteration) {
        List<Long> own = new ArrayList<>(inputs.size());
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i).createdBy().startsWith(workflow + "/")
                    || isResumed(spec.inputs().get(i).name(), iteration)) {
                own.add(inputs.get(i).id());
            }
        }
        return own;
    }

    private boolean isResumed(String input, int iteration) {
        if (all.loops().isEmpty()) {
            return false;
        }
        int number = all.jobs().indexOf(spec);
        return all.loops().stream().anyMatch(loop -> loop.contains(number) && loop.resumesFrom(input, iteration));
    }
}
