package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Locations;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.RemoteSource;
import org.sss.server.coordinator.state.Catalog;

/**
 * Finds the damaged copies that a job has met: reads them as a whole from the node that has them. Others are read from
 * then on, and the damaged ones are replaced. Stateless; blocks its caller.
 */
public final class DamagedCopies {
    private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(30);

    private final Members members;
    private final Catalog catalog;

    public DamagedCopies(Members members, Catalog catalog) {
        this.members = members;
        this.catalog = catalog;
    }

    /**
     * Verifies what tasks have read, and if that is damaged, all that its node has of the group: a disk seldom damages
     * one file.
     *
     * @param groups    that the tasks have read
     * @param subgroups of these tasks
     * @return true if a copy is damaged and another one will be read instead
     */
    public boolean find(Collection<GroupInfo> groups, Set<Integer> subgroups) {
        boolean any = false;
        for (GroupInfo group : groups) {
            Locations locations = catalog.locations(group.id());
            Set<Integer> damagedNodes = new TreeSet<>();
            for (int subgroup : subgroups) {
                if (isDamaged(group, subgroup, locations)) {
                    damagedNodes.add(locations.holders(subgroup).get(0));
                }
            }
            for (int subgroup = 0; subgroup < members.map().subgroupCount() && !damagedNodes.isEmpty(); subgroup++) {
                int node = locations.holders(subgroup).get(0);
                if (damagedNodes.contains(node) && isDamaged(group, subgroup, locations)) {
                    any |= catalog.losses().damaged(node, group.id(), subgroup);
                }
            }
        }
        return any;
    }

    private boolean isDamaged(GroupInfo group, int subgroup, Locations locations) {
        List<Integer> holders = locations.holders(subgroup);
        return holders.size() > 1 && isDamaged(group, subgroup, members.map().node(holders.get(0)));
    }

    private boolean isDamaged(GroupInfo group, int subgroup, NodeInfo node) {
        try {
            new RemoteSource(data -> members.data(node), BLOCK_TIMEOUT, group.key(), node).verify(group.id(), subgroup);
            return false;
        } catch (SssException e) {
            return e.code() == ErrorCode.CORRUPT;
        }
    }
}
