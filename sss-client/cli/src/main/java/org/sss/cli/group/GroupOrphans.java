package org.sss.cli.group;

import org.sss.net.control.ServerVerbs;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.SssClient;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.ServerVerbs.Orphans;

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
            Orphans orphans = client.orphans();
            if (call.console().json()) {
                call.console().json(orphans);
            } else {
                print(call.console(), orphans);
            }
            return orphans.silent().isEmpty() ? 0 : 1;
        }
    }

    private static void print(Console console, Orphans orphans) {
        if (orphans.groups().isEmpty()) {
            console.note("no orphaned groups");
        } else {
            Table table = new Table("ID", "IDENTITY", "LAST NAME", "TUPLES", "BYTES", "CREATED", "NODES");
            orphans.groups().forEach(orphan -> row(table, orphan));
            table.print(console);
        }
        for (OrphanedGroup orphan : orphans.groups()) {
            orphan.parts().stream().filter(part -> part.damage() != null)
                    .forEach(part -> console.line("group " + orphan.group().id() + " on node " + part.node() + ": " + part.damage()));
        }
        if (!orphans.silent().isEmpty()) {
            console.line("the list may be incomplete: no answer from node " + orphans.silent().stream().map(Object::toString)
                    .collect(Collectors.joining(", ")));
        }
    }

    private static void row(Table table, OrphanedGroup orphan) {
        GroupDescription known = orphan.description();
        String identity = orphan.group().identity();
        table.row(orphan.group().id(), identity.equals(GroupKey.NO_IDENTITY) ? UNKNOWN : identity,
                known == null ? UNKNOWN : known.temporary() ? "(temporary)" : known.name(), orphan.tuples(), orphan.dataBytes(),
                known == null ? UNKNOWN : Units.time(known.origin().createdMillis()), orphan.nodes());
    }
}
