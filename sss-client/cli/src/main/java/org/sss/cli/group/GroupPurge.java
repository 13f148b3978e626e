package org.sss.cli.group;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.OrphanedGroups.Orphan;
import org.sss.client.SssClient;

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
            List<Orphan> orphans = client.admin().orphans().groups();
            List<Orphan> chosen = call.has(ALL)
                    ? orphans.stream()
                            .filter(orphan -> orphan.identity() != null)
                            .toList()
                    : call.words().stream()
                            .map(id -> OrphanIds.find(orphans, id))
                            .distinct()
                            .toList();
            client.admin().purge(chosen);
            report(call.console(), chosen);
            return 0;
        }
    }

    private static void report(Console console, List<Orphan> purged) {
        if (console.json()) {
            console.document(
                    "{\"purged\":[" + purged.stream().map(Orphan::toJson).collect(Collectors.joining(",")) + "]}");
            return;
        }
        if (purged.isEmpty()) {
            console.note("no orphaned groups to purge");
        }
        for (Orphan orphan : purged) {
            console.line("purged group " + orphan.id()
                    + (orphan.lastName() == null ? "" : ", last '" + orphan.lastName() + "'") + ": "
                    + Units.count(orphan.tuples(), "tuple") + ", " + Units.bytes(orphan.dataBytes()) + ", on node "
                    + orphan.nodes());
        }
    }
}
