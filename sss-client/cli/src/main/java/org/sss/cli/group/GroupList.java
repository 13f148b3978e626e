package org.sss.cli.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.SssClient;

/** {@code sss group ls}. */
public final class GroupList implements Command {
    private static final String SORT = "sort";
    private static final int STATE_COLUMN = 1;
    private static final int COMPRESSION_COLUMN = 6;
    private static final Map<String, Comparator<Group>> ORDERS = Map.of(
            "name",
            Comparator.comparing(Group::name),
            "bytes",
            Comparator.comparingLong(Group::dataBytes).reversed(),
            "tuples",
            Comparator.comparingLong(Group::tuples).reversed(),
            "created",
            Comparator.comparingLong(Group::createdMillis).reversed());

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        GroupPatterns.describe(options);
        options.addOption(null, "names", false, "print only the names, one per line");
        Help.option(
                options,
                SORT,
                "COLUMN",
                "order: name (default), or bytes, tuples or created with the largest or newest first");
    }

    @Override
    public int run(Call call) {
        GroupPatterns patterns = GroupPatterns.of(call);
        if (call.has("names") && call.console().json()) {
            throw new UsageException("--names and --json are mutually exclusive");
        }
        Comparator<Group> order = ORDERS.get(call.option(SORT, "name"));
        if (order == null) {
            throw new UsageException(
                    "--" + SORT + " takes name, bytes, tuples or created, not '" + call.required(SORT) + "'");
        }
        try (SssClient client = call.connect()) {
            List<Group> groups =
                    patterns.select(client.listGroups()).stream().sorted(order).toList();
            if (call.console().json()) {
                call.console().documents(groups.stream().map(Group::toJson).toList());
            } else if (call.has("names")) {
                groups.forEach(group -> call.console().line(group.name()));
            } else {
                table(groups).print(call.console());
            }
            return 0;
        }
    }

    /**
     * Columns that would say the same for all groups are not shown: STATE if all are ready, COMPRESSION if none is
     * compressed.
     */
    private static Table table(List<Group> groups) {
        boolean states = groups.stream().anyMatch(group -> !state(group).equals(Group.State.READY.name()));
        boolean compressions = groups.stream().anyMatch(group -> group.compression() != Compression.NONE);
        Table table = new Table(row(
                                states,
                                compressions,
                                "GROUP",
                                "STATE",
                                "KEYS",
                                "VALUES",
                                "TUPLES",
                                "BYTES",
                                "COMPRESSION",
                                "CREATED",
                                "BY")
                        .toArray(String[]::new))
                .shortened("KEYS", "VALUES", "BY");
        for (Group group : groups) {
            table.row(row(
                            states,
                            compressions,
                            group.name(),
                            state(group),
                            group.keyType(),
                            group.valueType(),
                            group.tuples(),
                            group.dataBytes(),
                            CompressOption.name(group.compression()),
                            Units.time(group.createdMillis()),
                            group.createdBy())
                    .toArray());
        }
        return table;
    }

    private static List<Object> row(boolean states, boolean compressions, Object... all) {
        List<Object> row = new ArrayList<>(Arrays.asList(all));
        if (!compressions) {
            row.remove(COMPRESSION_COLUMN);
        }
        if (!states) {
            row.remove(STATE_COLUMN);
        }
        return row;
    }

    private static String state(Group group) {
        return group.state() + (group.inMemory() ? ", in memory" : "");
    }
}
