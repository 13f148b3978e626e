package org.sss.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.GroupsBehind;

/** All groups of a cluster: too many for one answer, they come in pages. Stateless. */
final class AllGroups {
    private AllGroups() {
    }

    /** By name. One that is renamed meanwhile may be there under both names, or under none. */
    static List<GroupInfo> of(ClusterLink link) {
        List<GroupInfo> all = new ArrayList<>();
        String behind = null;
        do {
            Groups page = link.ask(ServerVerbs.GROUP_LIST, new GroupsBehind(behind), Groups.class);
            all.addAll(page.groups());
            behind = page.next();
        } while (behind != null);
        return Collections.unmodifiableList(all);
    }
}
