package org.sss.client.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.Rpc;

/** The size of a subgroup on the node that stores it. Immutable. */
public record StoredSubgroup(int node, SubgroupStat stat) {
    /** Returns the subgroups of a group that were written to, sorted by number. */
    public static List<StoredSubgroup> of(ClusterLink link, GroupInfo group) {
        List<StoredSubgroup> all = new ArrayList<>();
        for (NodeInfo node : link.map().nodes()) {
            onNode(link, group, node).subgroups().forEach(stat -> all.add(new StoredSubgroup(node.id(), stat)));
        }
        all.sort(Comparator.comparingInt(stored -> stored.stat().subgroup()));
        return all;
    }

    /**
     * Requests the sizes of the group's subgroups on one node.
     *
     * @throws SssException with the names of group and node
     */
    static GroupStat onNode(ClusterLink link, GroupInfo group, NodeInfo node) {
        try {
            return Rpc.call(
                    link.connection(node.data()),
                    DataVerbs.STAT,
                    new Stat(group.id(), group.identity()),
                    GroupStat.class,
                    ClusterLink.CALL_TIMEOUT);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    "asking " + node + " for its tuples of group '" + group.name() + "': " + e.getMessage(),
                    e,
                    e.remoteTrace());
        }
    }
}
