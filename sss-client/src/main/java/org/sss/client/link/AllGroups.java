package org.sss.client.link;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.GroupsAfter;
import org.sss.net.control.ServerVerbs.Orphans;
import org.sss.net.control.ServerVerbs.OrphansAfter;

/** Lists all groups of a cluster, in pages. Stateless. */
public final class AllGroups {
    private AllGroups() {}

    /**
     * Sorted by name, as one page. A group that is renamed during the call may appear under both names or none. Names
     * are checked, as commands print them for shells, and make names of files of them.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if a name is not one of a group
     */
    public static Groups of(ClusterLink link) {
        List<GroupInfo> all = new ArrayList<>();
        Groups page = new Groups(List.of(), null);
        do {
            page = link.ask(ServerVerbs.GROUP_LIST, new GroupsAfter(page.next()), Groups.class);
            page.groups().forEach(group -> checkName(group.name()));
            all.addAll(page.groups());
        } while (page.next() != null);
        return new Groups(Collections.unmodifiableList(all), null, page.nowMillis());
    }

    private static void checkName(String name) {
        try {
            TupleGroup.checkName(name);
        } catch (SssException e) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "the node lists a group that cannot exist, so it is not one of SSS: " + e.getMessage(),
                    e);
        }
    }

    /** Groups that are not in the journal, sorted by number. */
    public static Orphans orphans(ClusterLink link) {
        List<OrphanedGroup> all = new ArrayList<>();
        Set<Integer> silent = new TreeSet<>();
        GroupKey after = null;
        do {
            Orphans page = link.ask(ServerVerbs.GROUP_ORPHANS, new OrphansAfter(after), Orphans.class);
            all.addAll(page.groups());
            silent.addAll(page.silent());
            after = page.next();
        } while (after != null);
        return new Orphans(Collections.unmodifiableList(all), null, List.copyOf(silent));
    }
}
