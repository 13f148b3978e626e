package org.sss.http.api;

import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Cluster;
import org.sss.client.ClusterStatus;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.ClusterStatus.NodeLoss;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.Group;
import org.sss.client.ListedGroups;
import org.sss.client.NodeStatus;
import org.sss.client.SssClient;
import org.sss.net.control.Version;
import org.sss.net.peer.Principal;

/**
 * The cluster as JSON. Immutable.
 *
 * @param wantedCopies that new groups get; null if that is decided by the number of nodes
 */
record Clusters(Integer wantedCopies) {
    /** A caller that may use some groups only sees no health, as with the commands. */
    Map<String, Object> answer(SssClient client, Principal caller) {
        ClusterStatus status = status(client);
        Cluster cluster = status == null ? client.cluster() : status.cluster();
        ListedGroups groups = client.listGroups();
        return Fields.of(
                "id", cluster.id(),
                "address", cluster.coordinator().address(),
                "version", Version.own(),
                "nowMillis", groups.nowMillis(),
                "subgroups", cluster.subgroupCount(),
                "copies", wantedCopies,
                "caller", Fields.of("name", caller.name(), "role", caller.role().toString(), "groups", caller.groups()),
                "totals", totals(groups.groups()),
                "nodes",
                        status == null
                                ? cluster.nodes().stream()
                                        .map(Clusters::unknown)
                                        .toList()
                                : status.nodes().stream().map(Clusters::node).toList(),
                "repair", status == null || status.repair() == null ? null : repair(status.repair()),
                "orphanedGroups", status == null ? null : status.orphanedGroups(),
                "warnings", status == null ? List.of() : status.warnings());
    }

    /** Returns null if the caller may not ask. */
    static ClusterStatus status(SssClient client) {
        try {
            return client.admin().status();
        } catch (SssException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return null;
            }
            throw e;
        }
    }

    static Map<String, Object> totals(List<Group> groups) {
        return Fields.of(
                "groups", groups.size(),
                "tuples", groups.stream().mapToLong(Group::tuples).sum(),
                "dataBytes", groups.stream().mapToLong(Group::dataBytes).sum(),
                "storedBytes", groups.stream().mapToLong(Group::storedBytes).sum(),
                "incomplete",
                        groups.stream()
                                .filter(group -> group.state() == Group.State.INCOMPLETE)
                                .count());
    }

    static Map<String, Object> node(NodeHealth health) {
        return node(
                health.node(),
                Fields.name(health.state()),
                problem(health),
                health.stores(),
                health.status(),
                health.loss());
    }

    private static Map<String, Object> unknown(Cluster.Node node) {
        return node(node, "unknown", null, null, null, null);
    }

    private static Map<String, Object> node(
            Cluster.Node node, String state, String problem, Integer stores, NodeStatus status, NodeLoss loss) {
        return Fields.of(
                "id",
                node.id(),
                "address",
                node.address(),
                "state",
                state,
                "problem",
                problem,
                "warnings",
                status == null ? List.of() : status.expiring(),
                "storedSubgroups",
                stores,
                "status",
                status == null ? null : status(status),
                "lost",
                loss == null ? null : loss(loss));
    }

    private static String problem(NodeHealth health) {
        return health.error() != null ? health.error() : health.loss() == null ? null : "it has lost " + health.loss();
    }

    private static Map<String, Object> status(NodeStatus status) {
        return Fields.of(
                "version", status.version(),
                "pid", status.pid(),
                "java", status.java(),
                "startedMillis", status.startedMillis(),
                "tasksRunning", status.tasksRunning(),
                "heapUsedBytes", status.heapUsedBytes(),
                "heapMaxBytes", status.heapMaxBytes(),
                "freeDiskBytes", status.freeDiskBytes(),
                "dataDirectory", status.dataDirectory(),
                "load",
                        status.load() == null
                                ? null
                                : Fields.of(
                                        "average", status.load().average(),
                                        "processors", status.load().processors()),
                "connections",
                        status.rings().stream()
                                .map(ring -> Fields.of(
                                        "node", ring.node(),
                                        "transport", ring.transport(),
                                        "sentBytes", ring.sentBytes(),
                                        "receivedBytes", ring.receivedBytes()))
                                .toList());
    }

    private static Map<String, Object> loss(NodeLoss loss) {
        return Fields.of(
                "groups", loss.groups(),
                "names", loss.names(),
                "accepted", loss.accepted(),
                "inMemory", loss.inMemory(),
                "copied", loss.copied());
    }

    private static Map<String, Object> repair(Repair repair) {
        return Fields.of(
                "groupsWithFewerCopies", repair.fewer(),
                "wantedCopies", repair.copies(),
                "groupsBeingRepaired", repair.repaired(),
                "groupsWithoutCopy", repair.withoutCopy(),
                "namesWithoutCopy", repair.namesOfThese(),
                "leftBytes", repair.progress().leftBytes(),
                "copiedBytes", repair.progress().copiedBytes(),
                "bytesPerSecond", repair.progress().bytesPerSecond(),
                "maxBytesPerSecond", repair.progress().maxPerSecond(),
                "awaited",
                        repair.awaitedSeconds().entrySet().stream()
                                .map(entry -> Fields.of("node", entry.getKey(), "seconds", entry.getValue()))
                                .toList());
    }
}
