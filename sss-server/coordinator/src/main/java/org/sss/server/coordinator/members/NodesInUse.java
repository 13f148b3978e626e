package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.state.Catalog;

/**
 * Decides which nodes get new tuples and run tasks: all that answer, if groups have copies. A node that does not
 * answer, or came back without its data, is left out at the next write or job: its subgroups go to the nodes that have
 * copies of them. It is used again once it is back with its data. Thread-safe.
 *
 * <pre>
 *   all nodes --a node is silent, or empty, and every subgroup has another owner--> the others, by another table
 *      ^                                                                               |
 *      +-------------------------- it has joined and has been compared ----------------+
 * </pre>
 */
public final class NodesInUse {
    private static final Logger LOG = LoggerFactory.getLogger(NodesInUse.class);

    private final Members members;
    private final Catalog catalog;
    /** Numbers of nodes; guarded by this. */
    private final Set<Integer> leftOut = new TreeSet<>();

    private volatile boolean isAnyLeftOut;

    public NodesInUse(Members members, Catalog catalog) {
        this.members = members;
        this.catalog = catalog;
    }

    /**
     * Starts a write, or a job, on the nodes in use.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming a node; {@link ErrorCode#STORAGE} if one has lost
     *     data and the loss was not accepted
     */
    public RestartGuard guardForWriting() {
        bringBack();
        while (true) {
            try {
                RestartGuard guard = members.restartGuard();
                members.checks().await(guard, catalog.losses()::expectsAnything);
                Set<Integer> blocked = blocked(guard);
                if (blocked.isEmpty()) {
                    return guard;
                }
                if (!leaveOut(blocked)) {
                    catalog.losses().checkMayWrite();
                }
            } catch (SssException e) {
                if (e.code() != ErrorCode.NODE_UNREACHABLE || !leaveOutSilent(List.of())) {
                    throw e;
                }
            }
        }
    }

    private Set<Integer> blocked(RestartGuard guard) {
        Set<Integer> blocked = catalog.losses().blocked();
        return blocked.isEmpty()
                ? blocked
                : guard.nodes().stream()
                        .map(NodeInfo::id)
                        .filter(blocked::contains)
                        .collect(Collectors.toSet());
    }

    /**
     * Leaves out the nodes that do not answer now.
     *
     * @param inputs named groups that must be readable then
     * @return false if that changes nothing, or is not possible
     */
    public boolean leaveOutSilent(Collection<GroupInfo> inputs) {
        if (!catalog.places().haveCopies()) {
            return false;
        }
        Set<Integer> silent = members.health().silentNodes(Duration.ZERO).stream()
                .map(NodeInfo::id)
                .collect(Collectors.toSet());
        boolean areReadable = catalog.areReadableWithout(inputs, silent);
        return areReadable && leaveOut(silent);
    }

    /** Leaves out nodes. Returns false if that changes nothing, or if groups have one copy, or no node is left. */
    synchronized boolean leaveOut(Set<Integer> nodes) {
        Set<Integer> all = new TreeSet<>(leftOut);
        all.addAll(nodes);
        boolean isPossible = all.size() > leftOut.size()
                && !all.contains(0)
                && all.size() < members.map().nodes().size()
                && catalog.places().haveCopies();
        if (isPossible) {
            LOG.warn("New tuples and tasks go to the other nodes from now on, without nodes {}", all);
            use(all);
        }
        return isPossible;
    }

    /** Uses nodes again that have joined since, and have their data. */
    void bringBack() {
        if (!isAnyLeftOut) {
            return;
        }
        synchronized (this) {
            Set<Integer> blocked = catalog.losses().blocked();
            Set<Integer> still = new TreeSet<>(leftOut);
            still.removeIf(node -> !blocked.contains(node)
                    && members.checks().isUp(members.map().node(node)));
            if (still.size() < leftOut.size()) {
                LOG.info("All nodes are used again{}", still.isEmpty() ? "" : ", but for nodes " + still);
                use(still);
            }
        }
    }

    private void use(Set<Integer> without) {
        catalog.useWithout(without, members.map(), members::useTables);
        leftOut.clear();
        leftOut.addAll(without);
        isAnyLeftOut = !leftOut.isEmpty();
    }

    /** The nodes that are left out, by number. */
    public synchronized Set<Integer> leftOut() {
        return Set.copyOf(leftOut);
    }
}
