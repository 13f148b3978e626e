package org.sss.http.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.client.ClusterStatus;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.SssClient;

/** Compares the nodes of a cluster with those of the last look. One thread at a time. */
final class NodeWatch {
    /** Memory and disk change all the time, and are reported less often. */
    private static final long FIGURES_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Map<Integer, Known> known = new HashMap<>();

    /**
     * A node as it was reported.
     *
     * @param state what is reported at once
     */
    private record Known(List<Object> state, Map<String, Object> node, long nanos) {}

    /** @return nothing if the caller may not ask */
    List<Change> look(SssClient client) {
        ClusterStatus status = Clusters.status(client);
        List<Change> changes = new ArrayList<>();
        for (NodeHealth health : status == null ? List.<NodeHealth>of() : status.nodes()) {
            Known now = known(health);
            Known before = known.get(health.node().id());
            if (before == null
                    || !before.state().equals(now.state())
                    || now.nanos() - before.nanos() >= FIGURES_NANOS
                            && !before.node().equals(now.node())) {
                known.put(health.node().id(), now);
                changes.add(new Change("node", now.node()));
            }
        }
        return changes;
    }

    private static Known known(NodeHealth health) {
        Map<String, Object> node = Clusters.node(health);
        int tasks = health.status() == null ? 0 : health.status().tasksRunning();
        return new Known(List.of(node.get("state"), node.get("warnings"), tasks), node, System.nanoTime());
    }
}
