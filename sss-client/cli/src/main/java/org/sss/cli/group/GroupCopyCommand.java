package org.sss.cli.group;

import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** {@code sss group cp}. */
public final class GroupCopyCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "replace", false, "replace an existing group of the new name");
    }

    @Override
    public int run(Call call) {
        List<String> args = call.args("GROUP", "NEW-NAME");
        try (SssClient client = call.connect()) {
            Group copy = client.copy(args.get(0), args.get(1), call.has("replace"));
            if (call.console().json()) {
                call.console().document(copy.toJson());
            } else {
                call.console().line("group " + copy.name() + ": " + Units.count(copy.tuples(), "tuple"));
            }
        }
        return 0;
    }
}
