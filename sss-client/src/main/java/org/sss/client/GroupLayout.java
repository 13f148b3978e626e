package org.sss.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.Rpc;

/** A group and what each of its subgroups takes, by number. Immutable. */
public record GroupLayout(GroupInfo group, List<Placed> subgroups) {
    public GroupLayout {
        subgroups = List.copyOf(subgroups);
    }

    /** A subgroup and the number of the node that holds it. */
    public record Placed(int node, SubgroupStat stat) {
    }

    static GroupLayout of(ClusterLink link, GroupInfo group) {
        List<Placed> all = new ArrayList<>();
        for (NodeInfo node : link.map().nodes()) {
            GroupStat stat = Rpc.call(link.connection(node.data()), DataVerbs.STAT, new Stat(group.id()), GroupStat.class,
                    ClusterLink.CALL_TIMEOUT);
            stat.subgroups().forEach(subgroup -> all.add(new Placed(node.id(), subgroup)));
        }
        all.sort(Comparator.comparingInt(placed -> placed.stat().subgroup()));
        return new GroupLayout(group, all);
    }
}
