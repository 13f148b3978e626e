package org.sss.server.coordinator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.DataVerbs.DescribedPart;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.OrphanedGroup.Part;
import org.sss.net.control.Placement;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Adopt;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Orphans;
import org.sss.net.control.ServerVerbs.OrphansAfter;
import org.sss.net.control.ServerVerbs.Purge;
import org.sss.net.rpc.RpcService;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.Orphans.Found;

/** Lists, adopts and deletes orphaned groups: groups that nodes have and the journal does not know. Thread-safe. */
final class OrphanedGroups {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedGroups.class);
    /** A node reads the commit files of each group of a page. */
    private static final int MAX_PAGE = 1_000;
    /**
     * Limit in one answer: a part for each node that has data of a group, with a message of some hundred characters if
     * it is damaged.
     */
    private static final int MAX_PARTS = 20_000;

    private final Members members;
    private final Catalog catalog;
    private final int pageSize;

    OrphanedGroups(Members members, Catalog catalog) {
        this.members = members;
        this.catalog = catalog;
        pageSize = Math.min(MAX_PAGE, MAX_PARTS / members.map().nodes().size());
    }

    void register(RpcService service) {
        service.on(ServerVerbs.GROUP_ORPHANS, OrphansAfter.class, after -> list(after.group()));
        service.on(ServerVerbs.GROUP_ADOPT, Adopt.class, this::adopt);
        service.on(ServerVerbs.GROUP_PURGE, Purge.class, this::purge);
    }

    private Orphans list(GroupKey after) {
        members.checks().awaitFirstAnswers();
        List<Found> page = catalog.orphans().page(after, pageSize);
        List<NodeInfo> nodes = members.map().nodes();
        // Also nodes that have none of the groups: the result lists the nodes that do not answer.
        List<CompletableFuture<List<DescribedPart>>> answers = nodes.stream()
                .map(node -> members.describe(node, on(node, page)))
                .toList();
        Map<GroupKey, List<Part>> parts = new HashMap<>();
        Map<GroupKey, GroupDescription> descriptions = new HashMap<>();
        List<Integer> silent = new ArrayList<>();
        for (NodeInfo node : nodes) {
            List<GroupKey> asked = on(node, page);
            try {
                List<DescribedPart> described = joined(answers.get(node.id()));
                for (int i = 0; i < asked.size(); i++) {
                    DescribedPart part = described.get(i);
                    add(parts, asked.get(i), part(node, part));
                    if (part.description() != null) {
                        descriptions.putIfAbsent(asked.get(i), part.description());
                    }
                }
            } catch (SssException e) {
                silent.add(node.id());
                asked.forEach(group -> add(parts, group, new Part(node.id(), 0, 0, 0, e.getMessage())));
            }
        }
        List<OrphanedGroup> groups = page.stream()
                .map(found ->
                        new OrphanedGroup(found.group(), descriptions.get(found.group()), parts.get(found.group())))
                .toList();
        return new Orphans(
                groups,
                page.size() < pageSize ? null : page.get(page.size() - 1).group(),
                silent);
    }

    private static List<GroupKey> on(NodeInfo node, List<Found> page) {
        return page.stream()
                .filter(found -> found.nodes().contains(node.id()))
                .map(Found::group)
                .toList();
    }

    private static void add(Map<GroupKey, List<Part>> parts, GroupKey group, Part part) {
        parts.computeIfAbsent(group, g -> new ArrayList<>()).add(part);
    }

    private static Part part(NodeInfo node, DescribedPart part) {
        return new Part(node.id(), part.tuples(), part.dataBytes(), part.storedBytes(), part.damage());
    }

    private static <T> T joined(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw SssException.of(e, "reading a node's descriptions of groups");
        }
    }

    private GroupInfo adopt(Adopt request) {
        TupleGroup.checkName(request.name());
        members.checks().awaitFirstAnswers();
        GroupKey group = request.group();
        catalog.orphans().check(group);
        List<DescribedPart> parts = parts(group);
        checkComplete(group, parts, request.partial());
        GroupDescription description = parts.stream()
                .map(DescribedPart::description)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.CORRUPT,
                        "group " + group + " cannot be adopted: its commit files do not name"
                                + " the types of its keys and values"));
        AdoptedContent found = new AdoptedContent(parts, members.map());
        Placement placement = found.placement();
        GroupInfo.Content content = placement == null ? found.ofOneCopy() : found.ofCopies(placement, stats(group));
        GroupInfo adopted = catalog.orphans()
                .adopt(new GroupInfo(
                        group,
                        request.name(),
                        GroupInfo.State.READY,
                        description.format(),
                        description.origin(),
                        content));
        LOG.info("Orphaned group {} was adopted as '{}', with {} tuples", group, adopted.name(), adopted.tuples());
        return adopted;
    }

    /**
     * The parts of a group, by the number of the node.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} unless all nodes answer
     */
    private List<DescribedPart> parts(GroupKey group) {
        List<CompletableFuture<List<DescribedPart>>> answers = members.map().nodes().stream()
                .map(node -> members.describe(node, List.of(group)))
                .toList();
        return answers.stream().map(answer -> joined(answer).get(0)).toList();
    }

    private static void checkComplete(GroupKey group, List<DescribedPart> parts, boolean partial) {
        for (int node = 0; node < parts.size(); node++) {
            if (parts.get(node).damage() != null) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "group " + group + " is damaged on node " + node + " and cannot be adopted: "
                                + parts.get(node).damage());
            }
        }
        if (parts.stream().allMatch(DescribedPart::holdsNothing)) {
            throw new SssException(ErrorCode.NOT_FOUND, "no node has data of group " + group + " any more");
        }
        if (!partial && parts.stream().anyMatch(DescribedPart::holdsNothing)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group " + group + " may be incomplete: "
                            + IntStream.range(0, parts.size())
                                    .mapToObj(node -> "node " + node + " has "
                                            + (parts.get(node).holdsNothing()
                                                    ? "nothing"
                                                    : parts.get(node).tuples() + " tuples"))
                                    .collect(Collectors.joining(", "))
                            + ". A group of few keys may have none on a node. If so, or if incomplete data is enough,"
                            + " adopt it with --partial");
        }
    }

    /** What each node has of each subgroup. */
    private List<List<SubgroupStat>> stats(GroupKey group) {
        List<CompletableFuture<GroupStat>> answers = members.map().nodes().stream()
                .map(node -> members.stat(node, group))
                .toList();
        return answers.stream().map(answer -> joined(answer).subgroups()).toList();
    }

    private Nothing purge(Purge request) {
        if (request.groups().size() > Purge.MAX_GROUPS) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "at most " + Purge.MAX_GROUPS + " groups are purged at once, not "
                            + request.groups().size());
        }
        request.groups().stream()
                .filter(group -> group.identity().equals(GroupKey.NO_IDENTITY))
                .findFirst()
                .ifPresent(group -> {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "group " + group.id() + " cannot be purged: its commit files are damaged, so"
                                    + " its identity is unknown. If it is not needed, stop the nodes that have it, and "
                                    + "delete groups/"
                                    + group.id()
                                    + " in their data directories");
                });
        catalog.orphans().purge(request.groups());
        request.groups().forEach(group -> LOG.info("Orphaned group {} was purged", group));
        return new Nothing();
    }
}
