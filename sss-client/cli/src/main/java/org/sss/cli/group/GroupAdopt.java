package org.sss.cli.group;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** {@code sss group adopt}. */
public final class GroupAdopt implements Command {
    private static final String PARTIAL = "partial";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, PARTIAL, false, "adopt it even if some nodes have no tuples of it");
    }

    @Override
    public int run(Call call) {
        List<String> args = call.args("ID", "NAME");
        try (SssClient client = call.connect()) {
            Group group = client.admin()
                    .adopt(
                            OrphanIds.find(client.admin().orphans().groups(), args.get(0)),
                            args.get(1),
                            call.has(PARTIAL));
            if (call.console().json()) {
                call.console().document(group.toJson());
            } else {
                call.console()
                        .line("group " + group.id() + " is now '" + group.name() + "': "
                                + Units.count(group.tuples(), "tuple") + ", "
                                + Units.bytes(group.dataBytes()) + "; "
                                + IntStream.range(0, group.nodeTuples().size())
                                        .mapToObj(node -> "node " + node + " has "
                                                + Units.count(group.nodeTuples().get(node), "tuple"))
                                        .collect(Collectors.joining(", ")));
            }
            return 0;
        }
    }
}
