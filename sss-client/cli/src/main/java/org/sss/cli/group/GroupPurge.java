package org.sss.cli.group;

import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;

/** {@code sss group purge}. */
public final class GroupPurge implements Command {
    private static final String ALL = "all";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, ALL, false, "all orphaned groups whose commit files can be read");
    }

    @Override
    public int run(Call call) {
        if (call.has(ALL) == !call.words().isEmpty()) {
            throw new UsageException("expected ID... (see 'sss group orphans'), or --all");
        }
        try (SssClient client = call.connect()) {
            List<OrphanedGroup> orphans = client.orphans().groups();
            List<OrphanedGroup> chosen = call.has(ALL)
                    ? orphans.stream().filter(orphan -> !orphan.group().identity().equals(GroupKey.NO_IDENTITY)).toList()
                    : call.words().stream().map(id -> OrphanIds.find(orphans, id)).distinct().toList();
            client.purge(chosen.stream().map(OrphanedGroup::group).toList());
            report(call.console(), chosen);
            return 0;
        }
    }

    private static void report(Console console, List<OrphanedGroup> purged) {
        if (console.json()) {
            console.json(Map.of("purged", purged));
            return;
        }
        if (purged.isEmpty()) {
            console.note("no orphaned groups to purge");
        }
        for (OrphanedGroup orphan : purged) {
            console.line("purged group " + orphan.group().id() + (orphan.description() == null ? "" : ", last '" + orphan.description().name() + "'")
                    + ": " + Units.count(orphan.tuples(), "tuple") + ", " + Units.bytes(orphan.dataBytes()) + ", on node " + orphan.nodes());
        }
    }
}
