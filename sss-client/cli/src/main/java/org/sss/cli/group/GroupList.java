package org.sss.cli.group;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;

/** {@code sss group ls}. */
public final class GroupList implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        GroupPatterns.describe(options);
        options.addOption(null, "names", false, "print only the names, one per line");
    }

    @Override
    public int run(Call call) {
        GroupPatterns patterns = GroupPatterns.of(call);
        if (call.has("names") && call.console().json()) {
            throw new UsageException("--names and --json are mutually exclusive");
        }
        try (SssClient client = call.connect()) {
            List<GroupInfo> groups = patterns.select(client.listGroups());
            if (call.console().json()) {
                call.console().json(groups);
            } else if (call.has("names")) {
                groups.forEach(group -> call.console().line(group.name()));
            } else {
                table(groups).print(call.console());
            }
            return 0;
        }
    }

    /** The column STATE is only shown if a group is not ready, or in memory. */
    private static Table table(List<GroupInfo> groups) {
        boolean allReady = groups.stream().allMatch(group -> state(group).equals(GroupInfo.State.READY.name()));
        Table table = allReady ? new Table("GROUP", "KEYS", "VALUES", "TUPLES", "BYTES", "COMPRESSION", "CREATED", "BY")
                : new Table("GROUP", "STATE", "KEYS", "VALUES", "TUPLES", "BYTES", "COMPRESSION", "CREATED", "BY");
        for (GroupInfo group : groups) {
            List<Object> row = new ArrayList<>(List.of(group.name(), group.keyType(), group.valueType(), group.tuples(), group.dataBytes(),
                    CompressOption.name(group.compression()), Units.time(group.createdMillis()), group.createdBy()));
            if (!allReady) {
                row.add(1, state(group));
            }
            table.row(row.toArray());
        }
        return table;
    }

    private static String state(GroupInfo group) {
        return group.state() + (group.inMemory() ? ", in memory" : "");
    }
}
