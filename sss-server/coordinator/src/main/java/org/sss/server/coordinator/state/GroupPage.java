package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.rpc.Json;

/** Splits the list of all groups into answers of limited size. Stateless. */
final class GroupPage {
    static final int PAGE_BYTES = 4 << 20;

    private GroupPage() {}

    /**
     * Returns the first groups, at least one if there is any.
     *
     * @param byName remaining groups
     * @param visible whether the caller may see a group of this name
     * @param withLosses adds the losses to a group
     */
    static Groups of(Collection<GroupInfo> byName, Predicate<String> visible, UnaryOperator<GroupInfo> withLosses) {
        List<GroupInfo> page = new ArrayList<>();
        long bytes = 0;
        for (GroupInfo known : byName) {
            if (!visible.test(known.name())) {
                continue;
            }
            GroupInfo group = withLosses.apply(known);
            bytes += Json.message(group).length;
            if (bytes > PAGE_BYTES && !page.isEmpty()) {
                return new Groups(page, page.get(page.size() - 1).name());
            }
            page.add(group);
        }
        return new Groups(page, null);
    }
}
