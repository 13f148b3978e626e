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

/** Lists all groups of a cluster, in pages. Stateless. */
public final class AllGroups {
    private AllGroups() {
    }

    /** Sorted by name, as one page. A group that is renamed during the call may appear under both names or none. */
    public static Groups of(ClusterLink link) {
        List<GroupInfo> all = new ArrayList<>();
        Groups page = new Groups(List.of(), null);
        do {
            page = link.ask(ServerVerbs.GROUP_LIST, new GroupsBehind(page.next()), Groups.class);
            all.addAll(page.groups());
        } while (page.next() != null);
        return new Groups(Collections.unmodifiableList(all), null, page.nowMillis());
    }

    /** Groups that are not in the journal, sorted by number. */
    public static Orphans orphans(ClusterLink link) {
        List<OrphanedGroup> all = new ArrayList<>();
        Set<Integer> silent = new TreeSet<>();
        GroupKey after = null;
        do {
            Orphans page = link.ask(ServerVerbs.GROUP_ORPHANS, new OrphansBehind(after), Orphans.class);
            all.addAll(page.groups());
            silent.addAll(page.silent());
            after = page.next();
        } while (after != null);
        return new Orphans(Collections.unmodifiableList(all), null, List.copyOf(silent));
    }
}
