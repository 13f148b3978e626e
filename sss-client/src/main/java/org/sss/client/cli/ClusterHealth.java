package org.sss.client.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;

/** What the nodes of a cluster say of themselves, for people and programs. Immutable. */
record ClusterHealth(ClusterStatus status) {
    private static final String NOTHING = "-";

    /** Returns the exit code: 1 when a node does not answer. */
    int print(Console console) {
        List<NodeHealth> nodes = status.nodes();
        if (console.json()) {
            console.json(Map.of("cluster", status.cluster().coordinator().server().toString(), "nodes",
                    nodes.stream().map(ClusterHealth::json).toList()));
        } else {
            Table table = new Table("NODE", "STATE", "SERVER", "TASKS", "HEAP", "FREE DISK", "ERROR");
            nodes.forEach(node -> row(table, node));
            table.print(console);
        }
        return nodes.stream().allMatch(ClusterHealth::answers) ? 0 : 1;
    }

    private static boolean answers(NodeHealth node) {
        return node.status() != null;
    }

    /** One that does not answer may run: only its machine knows. */
    private static String state(NodeHealth node) {
        return answers(node) ? "up" : "unreachable";
    }

    private static void row(Table table, NodeHealth node) {
        int number = node.node().id();
        if (!answers(node)) {
            table.row(number, state(node), node.node().server(), NOTHING, NOTHING, NOTHING, Failure.oneLine(String.valueOf(node.error())));
            return;
        }
        NodeStatus now = node.status();
        table.row(number, state(node), node.node().server(), now.tasksRunning(),
                Units.bytes(now.heapUsedBytes()) + " of " + Units.bytes(now.heapMaxBytes()), Units.bytes(now.freeDiskBytes()), NOTHING);
    }

    private static Map<String, Object> json(NodeHealth node) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", node.node().id());
        json.put("state", state(node));
        json.put("server", node.node().server().toString());
        if (answers(node)) {
            json.put("tasks", node.status().tasksRunning());
            json.put("heapUsedBytes", node.status().heapUsedBytes());
            json.put("heapMaxBytes", node.status().heapMaxBytes());
            json.put("freeDiskBytes", node.status().freeDiskBytes());
        } else {
            json.put("error", node.error());
        }
        return json;
    }
}
