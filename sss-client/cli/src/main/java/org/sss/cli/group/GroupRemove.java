package org.sss.cli.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.ListedGroups;
import org.sss.client.SssClient;

/** {@code sss group rm}. */
public final class GroupRemove implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        GroupPatterns.describe(options);
        options.addOption(null, "dry-run", false, "print which groups would be dropped, without dropping them");
    }

    @Override
    public int run(Call call) {
        call.argsAndMore("GROUP");
        GroupPatterns patterns = GroupPatterns.of(call);
        try (SssClient client = call.connect()) {
            if (patterns.isSelection() || call.has("dry-run")) {
                report(call, selected(call, client, patterns));
            } else {
                call.words().forEach(client::drop);
                report(call, call.words());
            }
        }
        return 0;
    }

    private static List<String> selected(Call call, SssClient client, GroupPatterns patterns) {
        ListedGroups groups = client.listGroups();
        // Fails with the coordinator's error for the first missing name.
        patterns.missing(groups.groups()).forEach(client::group);
        List<Group> selected = patterns.select(groups);
        if (selected.isEmpty()) {
            call.console().note("no group matches");
        }
        List<String> dropped = new ArrayList<>();
        for (Group group : selected) {
            if (call.has("dry-run") || drop(client, group)) {
                dropped.add(group.name());
                if (!call.console().json()) {
                    call.console()
                            .line((call.has("dry-run") ? "would drop " : "dropped ") + group.name() + ": "
                                    + Units.count(group.tuples(), "tuple") + ", " + Units.bytes(group.dataBytes())
                                    + ", created "
                                    + Units.time(group.createdMillis()));
                }
            }
        }
        return dropped;
    }

    /** Returns false if the group no longer exists, as others may drop or replace groups concurrently. */
    private static boolean drop(SssClient client, Group group) {
        try {
            client.drop(group);
            return true;
        } catch (SssException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static void report(Call call, List<String> names) {
        if (call.console().json()) {
            call.console().json(Map.of(call.has("dry-run") ? "wouldDrop" : "dropped", names));
        }
    }
}
