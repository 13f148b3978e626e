package org.sss.client.link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.GroupsBehind;
import org.sss.net.control.ServerVerbs.Orphans;
import org.sss.net.control.ServerVerbs.OrphansBehind;

/** All groups of a cluster: too many for one answer, they come in pages. Stateless. */
public final class AllGroups {
    private AllGroups() {
    }

    /** By name. One that is renamed meanwhile may be there under both names, or under none. */
    public static List<GroupInfo> of(ClusterLink link) {
        List<GroupInfo> all = new ArrayList<>();
        String behind = null;
        do {
            Groups page = link.ask(ServerVerbs.GROUP_LIST, new GroupsBehind(behind), Groups.class);
            all.addAll(page.groups());
            behind = page.next();
        } while (behind != null);
        return Collections.unmodifiableList(all);
    }

    /** Those that the journal does not know, by number. */
    public static Orphans orphans(ClusterLink link) {
        List<OrphanedGroup> all = new ArrayList<>();
        Set<Integer> silent = new TreeSet<>();
        GroupKey behind = null;
        do {
            Orphans page = link.ask(ServerVerbs.GROUP_ORPHANS, new OrphansBehind(behind), Orphans.class);
            all.addAll(page.groups());
            silent.addAll(page.silent());
            behind = page.next();
        } while (behind != null);
        return new Orphans(Collections.unmodifiableList(all), null, List.copyOf(silent));
    }
}
