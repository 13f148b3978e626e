package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs.AwaitedNode;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.RepairPlanner.NodeStates;

/** Which nodes can get copies, and which ones may soon be back with theirs. Thread-safe. */
final class RepairNodes {
    private final Members members;
    private final Catalog catalog;
    private final Duration after;
    /** Numbers of nodes that are not waited for, until they are back. */
    private final Set<Integer> impatient = ConcurrentHashMap.newKeySet();

    /** @param after how long a node is waited for */
    RepairNodes(Members members, Catalog catalog, Duration after) {
        this.members = members;
        this.catalog = catalog;
        this.after = after;
    }

    NodeStates states() {
        Set<Integer> up = new HashSet<>();
        Set<Integer> takers = new HashSet<>();
        Set<Integer> waiting = new HashSet<>();
        Set<Integer> blocked = catalog.losses().blocked();
        for (NodeInfo node : members.map().nodes()) {
            boolean isUp = isUp(node);
            if (isUp) {
                up.add(node.id());
            }
            if (isUp && !blocked.contains(node.id())) {
                takers.add(node.id());
                impatient.remove(node.id());
            } else if (leftMillis(node) > 0) {
                waiting.add(node.id());
            }
        }
        return new NodeStates(up, takers, waiting);
    }

    boolean isUp(NodeInfo node) {
        return members.checks().isUp(node) && !catalog.lostNodes().contains(node.id());
    }

    private long leftMillis(NodeInfo node) {
        return catalog.lostNodes().contains(node.id()) || impatient.contains(node.id())
                ? 0
                : after.toMillis()
                        - TimeUnit.NANOSECONDS.toMillis(members.checks().nanosSinceChange(node));
    }

    /** The nodes that are waited for now. */
    List<AwaitedNode> awaited() {
        return states().waiting().stream()
                .sorted()
                .map(node -> new AwaitedNode(
                        node,
                        TimeUnit.MILLISECONDS.toSeconds(
                                Math.max(0, leftMillis(members.map().node(node))))))
                .toList();
    }

    /** Waits for none of the nodes that do not answer now. */
    void waitNoMore() {
        impatient.addAll(states().waiting());
    }
}
