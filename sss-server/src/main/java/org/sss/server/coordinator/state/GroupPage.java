package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.rpc.Json;

/** Cuts the list of all groups into answers that are not too large. Stateless. */
final class GroupPage {
    static final int PAGE_BYTES = 4 << 20;

    private GroupPage() {
    }

    /** The first ones, at least one if there is any. @param byName all that are left @param seen what is said of each */
    static Groups of(Collection<GroupInfo> byName, UnaryOperator<GroupInfo> seen) {
        List<GroupInfo> page = new ArrayList<>();
        long bytes = 0;
        for (GroupInfo known : byName) {
            GroupInfo group = seen.apply(known);
            bytes += Json.write(group).length;
            if (bytes > PAGE_BYTES && !page.isEmpty()) {
                return new Groups(page, page.get(page.size() - 1).name());
            }
            page.add(group);
        }
        return new Groups(page, null);
    }
}
