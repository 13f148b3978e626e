package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;

/**
 * Orphaned groups: committed on nodes, unknown to the journal. As each node last reported them, at most as many as fit
 * into its answer. Thread-safe.
 */
public final class Orphans {
    private static final Comparator<GroupKey> ORDER =
            Comparator.comparingLong(GroupKey::id).thenComparing(GroupKey::identity);

    private final GroupTable groups;
    private final CatalogNames names;
    /** By the number of the node. Guarded by the lock of the catalog. */
    private final Map<Integer, TreeSet<GroupKey>> ofNodes = new TreeMap<>();

    Orphans(GroupTable groups, CatalogNames names) {
        this.groups = groups;
        this.names = names;
    }

    /** An orphaned group and the numbers of the nodes that have data of it. */
    public record Found(GroupKey group, List<Integer> nodes) {}

    /** Replaces the orphaned groups of a node. */
    void found(int node, Collection<StoredGroup> orphans) {
        synchronized (groups.lock()) {
            ofNodes.put(
                    node,
                    orphans.stream()
                            .filter(StoredGroup::committed)
                            .map(group -> new GroupKey(group.id(), group.identity()))
                            .collect(Collectors.toCollection(() -> new TreeSet<>(ORDER))));
        }
    }

    /** Removes groups that the journal knows now, as named or dropped ones. */
    private void remove(Collection<GroupKey> known) {
        ofNodes.values().forEach(node -> known.forEach(node::remove));
    }

    /** Number of distinct groups. */
    public int count() {
        synchronized (groups.lock()) {
            return all(null).size();
        }
    }

    /** The first {@code max} groups after {@code after}, or of all if it is null, by number. */
    public List<Found> page(GroupKey after, int max) {
        synchronized (groups.lock()) {
            List<Found> page = new ArrayList<>();
            for (GroupKey group : all(after)) {
                if (page.size() == max) {
                    break;
                }
                page.add(new Found(
                        group,
                        ofNodes.entrySet().stream()
                                .filter(node -> node.getValue().contains(group))
                                .map(Map.Entry::getKey)
                                .toList()));
            }
            return page;
        }
    }

    private Set<GroupKey> all(GroupKey after) {
        Set<GroupKey> all = new TreeSet<>(ORDER);
        ofNodes.values().forEach(node -> all.addAll(after == null ? node : node.tailSet(after, false)));
        return all;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} unless the group is orphaned */
    public void check(GroupKey group) {
        synchronized (groups.lock()) {
            if (ofNodes.values().stream().noneMatch(node -> node.contains(group))) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "there is no orphaned group " + group + "; 'sss group orphans' lists them");
            }
        }
    }

    /**
     * Gives an orphaned group a name, durably. Blocks on the disk.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if it is not orphaned; {@link ErrorCode#ALREADY_EXISTS} if
     *     another group has its name or its number
     */
    public GroupInfo adopt(GroupInfo found) {
        GroupInfo group = GroupTexts.shortened(found);
        TupleGroup.checkName(group.name());
        long position;
        synchronized (groups.lock()) {
            check(group.key());
            names.checkFree(group.name(), false, "");
            checkNumberFree(group.id());
            position = groups.log().write(new Entry.Publish(group));
            remove(List.of(group.key()));
            groups.dropped().remove(group.key());
            groups.put(group, position);
        }
        groups.sync(position);
        return group;
    }

    private void checkNumberFree(long id) {
        if (groups.isLive(id)) {
            GroupInfo other = groups.named().get(id);
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "another group has the number " + id
                            + (other == null
                                    ? ", without a name"
                                    : ": '" + other.name() + "'; drop that group first if you need the orphaned one"));
        }
    }

    /**
     * Deletes the data of orphaned groups, after writing it to the journal durably.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if one of them is not orphaned; nothing has changed then
     */
    public void purge(List<GroupKey> purged) {
        long position;
        synchronized (groups.lock()) {
            purged.forEach(this::check);
            position = groups.log().write(new Entry.Dropped(purged));
            remove(purged);
            purged.forEach(groups.dropped()::add);
        }
        groups.sync(position);
        synchronized (groups.lock()) {
            purged.forEach(groups.ends()::over);
        }
    }
}
