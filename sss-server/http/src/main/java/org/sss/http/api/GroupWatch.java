package org.sss.http.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** Compares the groups of a caller with those of the last look. One thread at a time. */
final class GroupWatch {
    private static final int MAX_NAMES = 100;

    /** By name. */
    private Map<String, Group> known = Map.of();

    /** @return at most one change */
    List<Change> look(SssClient client) {
        List<Group> now = client.groups();
        Map<String, Group> byName = new HashMap<>();
        List<String> written = new ArrayList<>();
        for (Group group : now) {
            byName.put(group.name(), group);
            if (!group.equals(known.get(group.name()))) {
                written.add(group.name());
            }
        }
        List<String> dropped = known.keySet().stream()
                .filter(name -> !byName.containsKey(name))
                .toList();
        known = byName;
        return written.isEmpty() && dropped.isEmpty()
                ? List.of()
                : List.of(new Change(
                        "groups",
                        Fields.of(
                                "written", written.stream().limit(MAX_NAMES).toList(),
                                "dropped", dropped.stream().limit(MAX_NAMES).toList(),
                                "more", written.size() > MAX_NAMES || dropped.size() > MAX_NAMES,
                                "totals", Clusters.totals(now))));
    }
}
