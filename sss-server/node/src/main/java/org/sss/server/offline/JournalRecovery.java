package org.sss.server.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DirectoryLock;
import org.sss.dataserver.fsck.Fsck;
import org.sss.net.rpc.Nullable;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.Entry;
import org.sss.server.coordinator.state.JournalContent;
import org.sss.server.node.NodeIdentity;

/**
 * Creates a new journal for data whose journal is lost. It has the cluster id in {@code node.json} of the nodes and no
 * groups: the groups on the nodes become orphans, which keep their data and can get names again. Stateless.
 */
public final class JournalRecovery {
    /**
     * Added to the highest group number that was found: nodes that were not searched may have groups with higher
     * numbers.
     */
    private static final long UNSEEN_NUMBERS = 1_000_000;

    private JournalRecovery() {}

    /**
     * The result of a recovery.
     *
     * @param setAside the renamed old journal; null if there was none
     */
    public record Recovered(
            Entry.Cluster cluster, Path journal, @Nullable Path setAside) {}

    /**
     * @param nodes with node 0, which must be stopped; the others may be missing
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the journal is intact, or the cluster is unknown;
     *     {@link ErrorCode#ALREADY_EXISTS} if node 0 runs; {@link ErrorCode#STORAGE}. Nothing is changed then
     */
    public static Recovered recover(List<NodeData> nodes) {
        NodeData coordinator = nodes.stream()
                .filter(node -> node.node() == 0)
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the directory of node 0, which contains the journal, is missing; create it, with the "
                                + "configuration of node 0"));
        Entry.Cluster cluster = cluster(coordinator, nodes);
        DirectoryLock lock = DirectoryLock.of(coordinator.root());
        try (lock) {
            checkLost(coordinator, cluster);
            List<String> starts = nodes.stream()
                    .flatMap(node -> identity(node).stream())
                    .flatMap(identity -> identity.starts().stream())
                    .distinct()
                    .toList();
            Path setAside = setAside(CoordinatorState.journal(coordinator.directory()));
            long highest = nodes.stream()
                    .mapToLong(node -> Fsck.highestGroup(node.root()))
                    .max()
                    .orElse(0);
            CoordinatorState.writeEmpty(coordinator.directory(), cluster, highest + UNSEEN_NUMBERS);
            new NodeIdentity(cluster.clusterId(), 0, cluster.nodeCount(), cluster.subgroupCount())
                    .knowing(starts)
                    .write(coordinator.directory());
            return new Recovered(cluster, CoordinatorState.journal(coordinator.directory()), setAside);
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "cannot create a journal in " + coordinator.directory() + ": " + e, e);
        }
    }

    /**
     * The cluster of the data. A node 0 without groups may have been started with an empty directory, and created a
     * cluster of its own.
     */
    private static Entry.Cluster cluster(NodeData coordinator, List<NodeData> nodes) {
        NodeIdentity known = null;
        for (NodeData node : nodes) {
            Optional<NodeIdentity> found = identity(node);
            if (found.isEmpty() || node.node() == 0 && nodes.size() > 1 && Fsck.highestGroup(node.root()) == 0) {
                continue;
            }
            NodeIdentity identity = found.get();
            if (identity.nodeId() != node.node() && (node.node() != 0 || Fsck.highestGroup(node.root()) > 0)) {
                throw refused(node + " has the data of node " + identity.nodeId() + "; move the right data there");
            }
            if (known != null && !known.clusterId().equals(identity.clusterId())) {
                throw refused(node + " has data of cluster " + identity.clusterId() + ", others of cluster "
                        + known.clusterId() + "; move away the data that does not belong to this cluster");
            }
            known = known == null || known.subgroupCount() == 0 ? identity : known;
        }
        NodeIdentity certain = known != null ? known : identity(coordinator).orElse(null);
        if (certain == null || certain.subgroupCount() == 0) {
            throw refused("no " + NodeIdentity.FILE + " in " + nodes
                    + " names the cluster of the data; copy that file of another node of the" + " cluster to "
                    + coordinator.directory());
        }
        return new Entry.Cluster(certain.clusterId(), certain.nodeCount(), certain.subgroupCount());
    }

    /** Empty also if it is damaged. */
    private static Optional<NodeIdentity> identity(NodeData node) {
        try {
            return NodeIdentity.of(node.directory());
        } catch (SssException e) {
            return Optional.empty();
        }
    }

    private static void checkLost(NodeData coordinator, Entry.Cluster cluster) {
        Path file = CoordinatorState.journal(coordinator.directory());
        JournalContent content;
        try {
            content = Files.isRegularFile(file) ? JournalContent.read(file) : null;
        } catch (SssException e) {
            return; // damaged
        }
        if (content != null
                && content.cluster() != null
                && (content.cluster().clusterId().equals(cluster.clusterId())
                        || !content.groups().isEmpty())) {
            throw refused("the journal " + file + " can be read: it belongs to cluster "
                    + content.cluster().clusterId() + " and has "
                    + content.groups().size() + " groups. Move it away if you want a new one anyway");
        }
    }

    private static Path setAside(Path journal) throws IOException {
        if (Files.notExists(journal)) {
            return null;
        }
        Path free = IntStream.iterate(1, i -> i + 1)
                .mapToObj(i -> journal.resolveSibling(journal.getFileName() + ".lost-" + i))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow();
        return Files.move(journal, free);
    }

    private static SssException refused(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
