package org.sss.cli.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.cli.terminal.BusyMachine;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.ClusterStatus;
import org.sss.client.ClusterStatus.Disk;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.ClusterStatus.NodeLoss;
import org.sss.client.NodeStatus;

/** Prints the health that the nodes of a cluster report. Immutable. */
record ClusterHealth(ClusterStatus status) {
    private static final String NOTHING = "-";
    private static final String UP = "up";
    private static final int COPIES_COLUMN = 3;

    /**
     * With less free disk a node cannot store the output of a job; it buffers some 8 MiB for each file that it writes.
     */
    static final long FULL_BYTES = 64L << 20;

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
            warnings(status).forEach(console::line);
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
        return state(node).equals(UP) || node.disk() == Disk.LOST;
    }

    /** True if a node does not answer that should. */
    static boolean isAwaited(NodeHealth node) {
        return node.error() != null && node.disk() != Disk.LOST;
    }

    private static boolean answers(NodeHealth node) {
        return node.status() != null;
    }

    private static boolean isFull(NodeHealth node) {
        return answers(node) && node.status().freeDiskBytes() < FULL_BYTES;
    }

    /** A node that does not answer is "unreachable", not "down": its process may run. */
    private static String state(NodeHealth node) {
        if (node.disk() == Disk.LOST) {
            return "lost";
        }
        if (!answers(node)) {
            return "unreachable";
        }
        if (node.loss() != null) {
            return node.disk() == Disk.EMPTY ? "empty" : "lost data";
        }
        return isFull(node) ? "disk full" : UP;
    }

    /**
     * Returns a line for each node that has lost data, has a full disk or a busy machine, for what expires soon, and if
     * there are orphaned groups.
     */
    static List<String> warnings(ClusterStatus status) {
        Stream<String> losses =
                status.nodes().stream().filter(node -> node.loss() != null).map(ClusterHealth::lost);
        Stream<String> orphans = status.orphanedGroups() == 0
                ? Stream.of()
                : Stream.of(Units.count(status.orphanedGroups(), "orphaned group")
                        + ": the nodes have data that is not in the journal. 'sss group orphans' lists it, "
                        + "'sss group adopt' makes it readable");
        Stream<String> removed = status.nodes().stream()
                .filter(node -> node.disk() == Disk.LOST)
                .map(node -> "node " + node.node().id() + " is lost for good, as an operator has said. To use it again,"
                        + " start it with an empty data.dir, and run 'sss node replace "
                        + node.node().id() + "'");
        Stream<String> full =
                status.nodes().stream().filter(ClusterHealth::isFull).map(ClusterHealth::full);
        Stream<String> busy = status.nodes().stream()
                .filter(node ->
                        answers(node) && BusyMachine.isBusy(node.status().load()))
                .map(node -> "node " + node.node().id() + ": its machine is busy, "
                        + BusyMachine.text(node.status().load()) + "; it may answer late");
        Stream<String> expiring = status.nodes().stream()
                .filter(node -> answers(node))
                .flatMap(node -> node.status().expiring().stream())
                .distinct();
        return Stream.of(losses, removed, full, busy, expiring, orphans)
                .flatMap(lines -> lines)
                .toList();
    }

    private static String full(NodeHealth node) {
        return "node " + node.node().id() + " has a full disk: "
                + Units.bytes(node.status().freeDiskBytes()) + " are free in "
                + node.status().dataDirectory()
                + ". Jobs and imports fail; free some disk: 'sss group ls' shows what is there, 'sss group rm' drops "
                + "it";
    }

    private static String lost(NodeHealth node) {
        int number = node.node().id();
        if (node.loss().copied()) {
            return "node " + number + " has lost " + node.loss() + "; other nodes have copies, which are read. "
                    + (node.loss().accepted()
                            ? "They are copied back"
                            : "It came back without any data. If its disk is lost, 'sss node replace " + number
                                    + "' has them copied back; else restart it with the disk that has them");
        }
        return "node " + number + " has lost " + node.loss() + "; reads of them fail. "
                + (node.loss().accepted()
                        ? acceptance(node.loss())
                        : "The node accepts no new data until it is restarted with the disk that has them, they"
                                + " are dropped, or the loss is accepted with 'sss cluster accept-loss " + number
                                + "'");
    }

    private static String acceptance(NodeLoss loss) {
        return loss.inMemory()
                ? "They were in memory, which ends with a node: drop them, or run the jobs that wrote them again."
                        + " The node accepts new data"
                : "The loss is accepted: the node accepts new data";
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
