package org.sss.cli.group;

import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.OrphanedGroups;
import org.sss.client.OrphanedGroups.Orphan;
import org.sss.client.SssClient;

/** {@code sss group orphans}: exit code 1 if a node does not answer, as the list may then be incomplete. */
public final class GroupOrphans implements Command {
    private static final String UNKNOWN = "?";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        try (SssClient client = call.connect()) {
            OrphanedGroups orphans = client.admin().orphans();
            if (call.console().json()) {
                call.console().document(orphans.toJson());
            } else {
                print(call.console(), orphans);
            }
            return orphans.silentNodes().isEmpty() ? 0 : 1;
        }
    }

    private static void print(Console console, OrphanedGroups orphans) {
        if (orphans.groups().isEmpty()) {
            console.note("no orphaned groups");
        } else {
            Table table = new Table("ID", "IDENTITY", "LAST NAME", "TUPLES", "BYTES", "CREATED", "NODES");
            orphans.groups().forEach(orphan -> row(table, orphan));
            table.print(console);
        }
        for (Orphan orphan : orphans.groups()) {
            orphan.parts().stream()
                    .filter(part -> part.damage() != null)
                    .forEach(part ->
                            console.line("group " + orphan.id() + " on node " + part.node() + ": " + part.damage()));
        }
        if (!orphans.silentNodes().isEmpty()) {
            console.line("the list may be incomplete: no answer from node "
                    + orphans.silentNodes().stream().map(Object::toString).collect(Collectors.joining(", ")));
        }
    }

    private static void row(Table table, Orphan orphan) {
        String identity = orphan.identity();
        String name = orphan.lastName();
        table.row(
                orphan.id(),
                identity == null ? UNKNOWN : identity,
                name == null ? UNKNOWN : orphan.temporary() ? "(temporary)" : name,
                orphan.tuples(),
                orphan.dataBytes(),
                name == null ? UNKNOWN : Units.time(orphan.createdMillis()),
                orphan.nodes());
    }
}
