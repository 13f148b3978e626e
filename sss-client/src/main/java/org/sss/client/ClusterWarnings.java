package org.sss.client;

import java.util.List;
import java.util.stream.Stream;
import org.sss.client.ClusterStatus.Disk;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.ClusterStatus.NodeLoss;
import org.sss.client.text.ByteSize;

/** What an operator has to know of a cluster, and what to do. Immutable. */
record ClusterWarnings(ClusterStatus status) {
    List<String> all() {
        Stream<String> losses =
                status.nodes().stream().filter(node -> node.loss() != null).map(ClusterWarnings::lost);
        Stream<String> orphans = status.orphanedGroups() == 0
                ? Stream.of()
                : Stream.of(status.orphanedGroups()
                        + (status.orphanedGroups() == 1 ? " orphaned group" : " orphaned groups")
                        + ": the nodes have data that is not in the journal. 'sss group orphans' lists it, "
                        + "'sss group adopt' makes it readable");
        Stream<String> removed = status.nodes().stream()
                .filter(node -> node.disk() == Disk.LOST)
                .map(node -> "node " + node.node().id() + " is lost for good, as an operator has said. To use it again,"
                        + " start it with an empty data.dir, and run 'sss node replace "
                        + node.node().id() + "'");
        Stream<String> full = status.nodes().stream().filter(NodeHealth::isFull).map(ClusterWarnings::full);
        Stream<String> busy = status.nodes().stream()
                .filter(ClusterWarnings::isBusy)
                .map(node -> "node " + node.node().id() + ": its machine is busy, "
                        + node.status().load() + "; it may answer late");
        Stream<String> expiring = status.nodes().stream()
                .filter(node -> node.status() != null)
                .flatMap(node -> node.status().expiring().stream())
                .distinct();
        return Stream.of(losses, removed, full, busy, expiring, orphans)
                .flatMap(lines -> lines)
                .toList();
    }

    private static boolean isBusy(NodeHealth node) {
        return node.status() != null
                && node.status().load() != null
                && node.status().load().isBusy();
    }

    private static String full(NodeHealth node) {
        return "node " + node.node().id() + " has a full disk: "
                + ByteSize.text(node.status().freeDiskBytes()) + " are free in "
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
}
