package org.sss.server.coordinator.execution.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Relocation;
import org.sss.net.control.TaskSpec;

/**
 * The nodes that run the tasks of a job: the owners of subgroups, except those that are left out. Other nodes run the
 * tasks of these, and read their subgroups from them. Immutable.
 *
 * @param leftOut numbers of nodes
 */
record TaskNodes(ClusterMap map, Set<Integer> leftOut) {
    TaskNodes {
        leftOut = Set.copyOf(leftOut);
    }

    boolean areAll() {
        return leftOut.isEmpty();
    }

    /** The node that runs a task. */
    NodeInfo of(TaskSpec task) {
        NodeInfo usual = task.node();
        if (!leftOut.contains(usual.id())) {
            return usual;
        }
        List<NodeInfo> others = map.inUse().stream()
                .filter(node -> !leftOut.contains(node.id()))
                .toList();
        return others.get(task.id().task() % others.size());
    }

    /** Adds what the owners that are left out have of these groups: other nodes read it. */
    void addTo(Map<Integer, List<Relocation>> relocated, List<GroupInfo> inputs) {
        for (int subgroup = 0; subgroup < map.subgroupCount() && !areAll(); subgroup++) {
            int owner = map.ownerOf(subgroup).id();
            if (leftOut.contains(owner)) {
                List<Relocation> all = new ArrayList<>(relocated.getOrDefault(subgroup, List.of()));
                for (GroupInfo input : inputs) {
                    boolean isKnown = all.stream().anyMatch(one -> one.group() == input.id() && one.firstSource() == 0);
                    if (!isKnown) {
                        all.add(0, new Relocation(input.id(), subgroup, 0, owner, 0));
                    }
                }
                relocated.put(subgroup, all);
            }
        }
    }
}
