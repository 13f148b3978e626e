package org.sss.server.offline;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.dataserver.fsck.Fsck.GroupContent;
import org.sss.dataserver.fsck.Fsck.SubgroupContent;
import org.sss.dataserver.fsck.Fsck.Summary;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.JournalContent;
import org.sss.server.node.DataVersions;
import org.sss.server.node.NodeIdentity;

/**
 * Verifies the data of stopped nodes, and compares it with the journal of node 0 in both directions. Changes nothing.
 * Its memory grows with the number of groups. Used once, by one thread.
 *
 * <pre>{@code
 *   journal --groups--> compare <--GroupContent-- Fsck of each node (commits, segments, blocks)
 * }</pre>
 */
public final class ClusterFsck {
    private static final String RESTORE = "; restore it from a backup";

    private final Map<Integer, NodeData> nodes = new TreeMap<>();
    private final boolean whole;
    private final Consumer<Finding> findings;
    private final Map<Long, StoredGroup> stored = new HashMap<>();
    private final Map<Long, StoredGroup> dropped = new TreeMap<>();
    private JournalContent journal;
    private long problems;

    private ClusterFsck(List<NodeData> nodes, boolean whole, Consumer<Finding> findings) {
        nodes.forEach(node -> this.nodes.put(node.node(), node));
        this.whole = whole;
        this.findings = findings;
    }

    /**
     * Verifies a cluster.
     *
     * @param nodes    all nodes that were found; the journal shows which are missing
     * @param before   findings of the search for nodes: reported first, and counted
     * @param findings called as they are found
     * @throws SssException {@link ErrorCode#NOT_FOUND} if there is no data at all, {@link ErrorCode#ALREADY_EXISTS} if
     *     a node runs, {@link ErrorCode#STORAGE} if a directory cannot be read
     */
    public static Summary verify(List<NodeData> nodes, List<Finding> before, Consumer<Finding> findings) {
        ClusterFsck fsck = new ClusterFsck(nodes, true, findings);
        before.forEach(findings);
        fsck.problems = before.stream().filter(Finding::problem).count();
        return fsck.verify();
    }

    /** Verifies one node of several, as far as possible without the others; notes report what cannot be verified. */
    public static Summary verifyAlone(NodeData node, Consumer<Finding> findings) {
        return new ClusterFsck(List.of(node), false, findings).verify();
    }

    private Summary verify() {
        if (nodes.values().stream().noneMatch(ClusterFsck::hasData)) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no data of SSS in "
                            + nodes.values().stream()
                                    .map(node -> node.directory().toString())
                                    .collect(Collectors.joining(", "))
                            + "; give a node's data.dir, or the directory of 'sss cluster start'");
        }
        if (nodes.values().stream().filter(node -> !isKnown(node)).count() > 0) { // all of them are reported
            note("nothing else was verified: 'sss fsck' of that version does it");
            return new Summary(0, 0, 0, 0, 0, 0, 0, problems);
        }
        readJournal();
        checkNodes();
        nodes.values().forEach(this::checkIdentity);
        Map<Path, Integer> roots = roots();
        Summary read =
                Fsck.verify(List.copyOf(roots.keySet()), findings, (root, content) -> add(roots.get(root), content));
        compare();
        return new Summary(
                read.directories(),
                read.groups(),
                read.segments(),
                read.runs(),
                read.blocks(),
                read.tuples(),
                read.fileBytes(),
                read.problems() + problems);
    }

    /** True if this version can read the data of a node. */
    private boolean isKnown(NodeData node) {
        try {
            DataVersions.check(node.directory());
            return true;
        } catch (SssException e) {
            problem(e.getMessage());
            return false;
        }
    }

    private static boolean hasData(NodeData node) {
        return Fsck.isDataDirectory(node.root())
                || CoordinatorState.isIn(node.directory())
                || Files.exists(node.directory().resolve(NodeIdentity.FILE));
    }

    private void readJournal() {
        NodeData coordinator = nodes.get(0);
        if (coordinator == null) {
            if (whole) {
                problem("node 0 is missing, with the journal: the data cannot be compared with it" + RESTORE);
            } else {
                note("this is the data of one node: whether groups are missing in it is unknown without the journal "
                        + "of node 0 and the data"
                        + " of the other nodes");
            }
            return;
        }
        Path file = CoordinatorState.journal(coordinator.directory());
        if (!Files.isRegularFile(file)) {
            problem("the journal " + file + (Files.exists(file) ? " is not a file" : " is missing") + RESTORE
                    + ". If it is lost for good, 'sss cluster recover-journal' makes a new one");
            return;
        }
        try {
            JournalContent content = JournalContent.read(file);
            if (content.cluster() == null) {
                problem("the journal " + file + " does not contain the id of its cluster: it is empty or truncated"
                        + RESTORE + ". If it is lost for good, 'sss cluster recover-journal' makes a new one");
                return;
            }
            if (content.restBytes() > 0) {
                note("the last " + content.restBytes() + " bytes of the journal " + file
                        + " are not a complete line, as after a crash");
            }
            journal = content;
        } catch (SssException e) {
            problem(e.getMessage());
        }
    }

    private int nodeCount() {
        return journal != null ? journal.cluster().nodeCount() : nodes.size();
    }

    private void checkNodes() {
        if (journal == null) {
            return;
        }
        if (!whole && nodeCount() > 1) {
            note("this is the data of one of " + nodeCount()
                    + " nodes: whether groups are missing in it is unknown without the others");
        }
        for (int node = 0; whole && node < nodeCount(); node++) {
            if (!nodes.containsKey(node)) {
                problem("the directory of node " + node + " is missing; according to the journal the cluster has "
                        + nodeCount() + " nodes" + RESTORE);
            }
        }
        nodes.values().stream()
                .filter(node -> node.node() >= nodeCount())
                .forEach(node -> problem("there is data of " + node + ", but according to the journal the cluster has "
                        + nodeCount() + " nodes; move it away, or restore the journal of this cluster"));
    }

    private void checkIdentity(NodeData node) {
        Path file = node.directory().resolve(NodeIdentity.FILE);
        try {
            Optional<NodeIdentity> found = NodeIdentity.of(node.directory());
            if (found.isEmpty()) {
                if (Fsck.isDataDirectory(node.root())) {
                    note(file + " is missing; the node writes it when it starts");
                }
                return;
            }
            NodeIdentity identity = found.get();
            String expected =
                    journal == null ? identity.clusterId() : journal.cluster().clusterId();
            if (identity.nodeId() != node.node() || !identity.clusterId().equals(expected)) {
                problem(file + " belongs to node " + identity.nodeId() + " of cluster " + identity.clusterId()
                        + ", expected node " + node.node() + " of cluster " + expected + "; move the right data there");
            } else if (journal != null
                    && identity.subgroupCount() > 0
                    && identity.subgroupCount() != journal.cluster().subgroupCount()) {
                problem(file + " has " + identity.subgroupCount() + " subgroups, the journal has "
                        + journal.cluster().subgroupCount() + "; restore the journal of this cluster from a backup");
            }
        } catch (SssException e) {
            problem(e.getMessage());
        }
    }

    /** The directories of the data servers, in the order of the nodes. */
    private Map<Path, Integer> roots() {
        Map<Path, Integer> roots = new LinkedHashMap<>();
        for (NodeData node : nodes.values()) {
            if (Fsck.isDataDirectory(node.root())) {
                roots.put(node.root(), node.node());
            } else {
                problem("node " + node.node() + " has no data in " + node.root() + RESTORE);
            }
        }
        return roots;
    }

    private void add(int node, GroupContent content) {
        if (!content.committed()) {
            return; // the next start deletes it
        }
        if (journal != null
                && content.identity() != null
                && journal.dropped().contains(new GroupKey(content.group(), content.identity()))) {
            dropped.computeIfAbsent(content.group(), id -> new StoredGroup()).add(node, content);
            return;
        }
        GroupInfo known = journal == null ? null : journal.groups().get(content.group());
        if (known != null && content.identity() != null && !content.identity().equals(known.identity())) {
            problem(GroupInfo.described(known.id(), known.name()) + " is another group on node " + node
                    + ": its identity there is " + content.identity()
                    + ", in the journal " + known.identity()
                    + "; the journal and the data of the node are of different times, restore those of"
                    + " the same time");
            return;
        }
        stored.computeIfAbsent(content.group(), id -> new StoredGroup()).add(node, content);
        if (journal == null) {
            return;
        }
        content.subgroups().stream()
                .map(SubgroupContent::subgroup)
                .filter(subgroup -> subgroup >= journal.cluster().subgroupCount())
                .findFirst()
                .ifPresent(subgroup -> problem("group " + content.group() + ", subgroup " + subgroup + " is on node "
                        + node + ", but the cluster has " + journal.cluster().subgroupCount()
                        + " subgroups; move the right data there"));
    }

    private void compare() {
        new TreeMap<>(stored).forEach((id, found) -> found.compareCopies(id, this::problem));
        if (journal == null) {
            return;
        }
        journal.groups().values().stream()
                .sorted(Comparator.comparingLong(GroupInfo::id))
                .forEach(this::compare);
        stored.keySet().stream()
                .filter(id -> !journal.groups().containsKey(id))
                .sorted()
                .forEach(this::unknown);
        dropped.forEach((id, found) -> note("group " + id + " was dropped and is still on " + found.nodes()
                + "; it is deleted when the cluster runs"));
    }

    private void compare(GroupInfo group) {
        if (group.inMemory()) {
            note(GroupInfo.described(group.id(), group.name())
                    + " was in memory, and has ended with the nodes. Drop the group, or run the job"
                    + " that wrote it again");
            return;
        }
        StoredGroup found = stored.getOrDefault(group.id(), new StoredGroup());
        boolean differs = whole ? found.tuples() != group.tuples() : found.tuples() > group.tuples();
        if (differs && isAccepted(group, found)) {
            note(GroupInfo.described(group.id(), group.name()) + " has " + group.tuples()
                    + " tuples by the journal, but " + found.tuples()
                    + " by the commit files; this loss was accepted with 'sss cluster accept-loss'. Drop the group and "
                    + "run the job that wrote it"
                    + " again");
        } else if (differs && found.isComplete()) {
            problem(GroupInfo.described(group.id(), group.name()) + " has " + group.tuples()
                    + " tuples by the journal, but " + found.tuples()
                    + " by the commit files" + (whole ? found.without(nodeCount()) : "")
                    + "; restore what is missing from a backup, or drop the"
                    + " group and run the job that wrote it again");
        }
    }

    /** True if the loss of each node that lacks committed tuples was accepted; a node may have more, as copies. */
    private boolean isAccepted(GroupInfo group, StoredGroup found) {
        return !group.nodeTuples().isEmpty()
                && journal.accepted().values().stream().anyMatch(groups -> groups.contains(group.id()))
                && IntStream.range(0, group.nodeTuples().size())
                        .allMatch(node -> group.nodeTuples().get(node) <= found.tuplesOn(node)
                                || journal.accepted()
                                        .getOrDefault(node, Set.of())
                                        .contains(group.id()));
    }

    private void unknown(long id) {
        StoredGroup found = stored.get(id);
        if (found.isTemporary() && id >= journal.retainedBelow()) {
            note("group " + id + " on " + found.nodes() + " ended with its workflow; the next start deletes it");
            return;
        }
        problem("group " + id + " has " + found.tuples() + " tuples on " + found.nodes()
                + ", and the journal does not know it; if the journal"
                + " is older than the data, restore a newer one. 'sss group orphans' lists such groups while "
                + "the cluster runs");
    }

    private void problem(String text) {
        problems++;
        findings.accept(new Finding(true, text));
    }

    private void note(String text) {
        findings.accept(new Finding(false, text));
    }
}
