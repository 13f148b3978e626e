package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.RepairStatus;
import org.sss.net.rpc.Rpc;
import org.sss.server.coordinator.state.Catalog;

/**
 * What operators say about nodes: one is lost for good, or runs again without its data. Thread-safe; calls block.
 *
 * <pre>
 *   silent --removeLost--> lost, other nodes get copies of what it had
 *      |                     |
 *      +---- starts empty ---+--replace--> up, gets copies of what it had
 * </pre>
 */
public final class ClusterChanges {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterChanges.class);
    private static final Duration LIST_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration START_PATIENCE = Duration.ofSeconds(8);
    private static final int NAMES = 10;

    private final Members members;
    private final Catalog catalog;
    private final NodeLinks links;
    private final NodesInUse inUse;
    private final Repairer repairer;

    public ClusterChanges(Members members, Catalog catalog, NodeLinks links, NodesInUse inUse, Repairer repairer) {
        this.members = members;
        this.catalog = catalog;
        this.links = links;
        this.inUse = inUse;
        this.repairer = repairer;
    }

    /** Nodes that were lost for good before this start get no data. */
    public void start() {
        if (!catalog.lostNodes().all().isEmpty()) {
            inUse.leaveOut(catalog.lostNodes().all());
        }
    }

    /** Returns what copies are missing, which are made without waiting for nodes if {@code now}. */
    public RepairStatus repair(boolean now) {
        if (now) {
            repairer.repairNow();
        }
        return repairer.status();
    }

    /**
     * Records that a node is lost for good, with its disk, durably: other nodes get copies of what it had.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it answers, or is node 0, or has the last copy of a
     *     group
     */
    public RepairStatus removeLost(int node) {
        checkIsNotCoordinator(node);
        if (!catalog.lostNodes().contains(node)) {
            checkMayBeLost(members.map().node(node));
            catalog.lostNodes().lost(node);
            LOG.warn("node {} is lost for good, as an operator says; other nodes get copies of what it had", node);
        }
        inUse.leaveOut(Set.of(node));
        repairer.wake();
        return repairer.status();
    }

    private static void checkIsNotCoordinator(int node) {
        if (node == 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node 0 has the journal, which names all groups, and cannot be removed or replaced;"
                            + " see 'Restore a backup' in docs/operations.md");
        }
    }

    private void checkMayBeLost(NodeInfo node) {
        if (answers(node)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " answers, so it is not lost; if it shall be, stop it first. If it came back without its"
                            + " data, run 'sss node replace " + node.id() + "'");
        }
        if (!catalog.places().haveCopies()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "groups of this cluster have one copy (replication = 1), and each node has a part of each new"
                            + " group, so none can be left out; start " + node + " again, with its disk, or with an"
                            + " empty data.dir, and then run 'sss node replace " + node.id() + "'");
        }
        List<GroupInfo> last = catalog.named().stream()
                .filter(group -> !group.inMemory() && !catalog.losses().isReadableWithout(group, Set.of(node.id())))
                .toList();
        if (!last.isEmpty()) {
            List<String> names = last.stream().map(GroupInfo::name).limit(NAMES).toList();
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " has the last copy of tuples of " + last.size()
                            + (last.size() == 1 ? " group: " : " groups: ") + String.join(", ", names)
                            + (last.size() > names.size() ? ", ..." : "")
                            + ". Start it with the disk (data.dir) that has them; if that is lost, drop these groups"
                            + " ('sss group rm'), and run the jobs that wrote them again");
        }
    }

    private boolean answers(NodeInfo node) {
        try {
            Rpc.call(members.server(node), ServerVerbs.NODE_STATUS, new Nothing(), NodeStatus.class, STATUS_TIMEOUT);
            return true;
        } catch (SssException e) {
            LOG.debug("{} does not answer: {}", node, e.getMessage());
            return false;
        }
    }

    /**
     * Accepts that a node which answers has none of its data, and has it filled from other nodes.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it has data, or is node 0; {@link
     *     ErrorCode#NODE_UNREACHABLE} if it does not answer
     */
    public RepairStatus replace(int number) {
        checkIsNotCoordinator(number);
        NodeInfo node = members.map().node(number);
        checkIsEmpty(node);
        if (catalog.lostNodes().contains(number)) {
            catalog.lostNodes().replaced(number);
        }
        links.announced(number);
        if (!members.checks().awaitUp(node)) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    node + " has not joined the cluster yet; see its log, and run 'sss node replace " + number
                            + "' again");
        }
        if (catalog.losses().blocked().contains(number)) {
            catalog.losses().accept(number);
        }
        inUse.bringBack();
        LOG.info("{} was replaced, and gets copies of what it had", node);
        repairer.wake();
        return repairer.status();
    }

    /** What a node has that answers. One that is lost for good may just start, and is refused otherwise. */
    private List<StoredGroup> stored(NodeInfo node) {
        long deadlineNanos = System.nanoTime() + START_PATIENCE.toNanos();
        while (true) {
            boolean isLost = catalog.lostNodes().contains(node.id());
            try {
                if (isLost) {
                    members.refused(node, null); // until its link tries to join again
                }
                return Rpc.call(
                                members.data(node),
                                DataVerbs.LIST,
                                new Nothing(),
                                DataVerbs.StoredGroups.class,
                                LIST_TIMEOUT)
                        .groups();
            } catch (SssException e) {
                if (!isLost || System.nanoTime() > deadlineNanos) {
                    throw new SssException(
                            ErrorCode.NODE_UNREACHABLE,
                            node + " must run to be replaced, with an empty data.dir: " + e.getMessage(),
                            e);
                }
                Copies.pause();
            }
        }
    }

    private void checkIsEmpty(NodeInfo node) {
        long committed = stored(node).stream().filter(StoredGroup::committed).count();
        if (committed > 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " is not empty: it has data of " + committed + (committed == 1 ? " group" : " groups")
                            + ", which is not replaced. 'sss cluster status' shows what it lacks, which is copied"
                            + " without a command. If its disk shall be replaced, stop it, empty its data.dir, start it"
                            + " and run this again");
        }
    }
}
