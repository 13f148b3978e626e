package org.sss.cli.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.ClusterStatus;
import org.sss.client.ClusterStatus.Disk;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.ClusterStatus.NodeState;
import org.sss.client.NodeStatus;

/** Prints the health that the nodes of a cluster report. Immutable. */
record ClusterHealth(ClusterStatus status) {
    private static final String NOTHING = "-";
    private static final int COPIES_COLUMN = 3;

    /**
     * Returns the exit code: 1 if a node does not answer, has lost data or a full disk, or a group has fewer copies
     * than it shall have.
     */
    int print(Console console) {
        List<NodeHealth> nodes = status.nodes();
        if (console.json()) {
            console.json(json());
        } else {
            boolean hasCopies = status.repair() != null;
            Table table =
                    new Table(row(hasCopies, "NODE", "STATE", "SERVER", "COPIES", "TASKS", "HEAP", "FREE DISK", "ERROR")
                            .toArray(String[]::new));
            nodes.forEach(node -> table.row(row(hasCopies, cells(node)).toArray()));
            table.print(console);
            status.warnings().forEach(console::line);
            if (hasCopies) {
                RepairText.of(status.repair()).forEach(console::line);
            }
        }
        boolean isWhole = status.repair() == null || status.repair().fewer() == 0;
        return isWhole && nodes.stream().allMatch(ClusterHealth::isHealthy) ? 0 : 1;
    }

    private Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cluster", status.cluster().coordinator().address());
        json.put("orphanedGroups", status.orphanedGroups());
        json.put("nodes", status.nodes().stream().map(ClusterHealth::json).toList());
        if (status.repair() != null) {
            json.put("repair", status.repair());
        }
        return json;
    }

    /** A cluster whose groups have one copy each has no column COPIES. */
    private static List<Object> row(boolean hasCopies, Object... cells) {
        List<Object> row = new ArrayList<>(List.of(cells));
        if (!hasCopies) {
            row.remove(COPIES_COLUMN);
        }
        return row;
    }

    /** Nothing is missing of a node that is lost for good: other nodes have its copies, or get them. */
    static boolean isHealthy(NodeHealth node) {
        return node.state() == NodeState.UP || node.state() == NodeState.LOST;
    }

    /** True if a node does not answer that should. */
    static boolean isAwaited(NodeHealth node) {
        return node.error() != null && node.disk() != Disk.LOST;
    }

    private static boolean answers(NodeHealth node) {
        return node.status() != null;
    }

    private static String state(NodeHealth node) {
        return node.state().toString();
    }

    private static Object[] cells(NodeHealth node) {
        int number = node.node().id();
        String address = node.node().address();
        NodeStatus now = node.status();
        return now == null
                ? new Object[] {
                    number,
                    state(node),
                    address,
                    node.stores(),
                    NOTHING,
                    NOTHING,
                    NOTHING,
                    Failure.oneLine(String.valueOf(node.error()))
                }
                : new Object[] {
                    number,
                    state(node),
                    address,
                    node.stores(),
                    now.tasksRunning(),
                    Units.bytes(now.heapUsedBytes()) + " of " + Units.bytes(now.heapMaxBytes()),
                    Units.bytes(now.freeDiskBytes()),
                    NOTHING
                };
    }

    private static Map<String, Object> json(NodeHealth node) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", node.node().id());
        json.put("state", state(node));
        json.put("server", node.node().address());
        json.put("stores", node.stores());
        if (answers(node)) {
            json.put("tasks", node.status().tasksRunning());
            json.put("heapUsedBytes", node.status().heapUsedBytes());
            json.put("heapMaxBytes", node.status().heapMaxBytes());
            json.put("freeDiskBytes", node.status().freeDiskBytes());
            if (node.status().load() != null) {
                json.put("load", node.status().load());
            }
            if (!node.status().expiring().isEmpty()) {
                json.put("expiring", node.status().expiring());
            }
            if (!node.status().rings().isEmpty()) {
                json.put("rings", node.status().rings());
            }
        } else {
            json.put("error", node.error());
        }
        if (node.loss() != null) {
            json.put("lost", node.loss());
        }
        return json;
    }
}
