package org.sss.cli.group;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
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
    private static final int COPIES_COLUMN = 7;
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
     * compressed, COPIES if none has or shall have several.
     */
    private static Table table(List<Group> groups) {
        Set<Integer> hidden = new HashSet<>();
        if (groups.stream().allMatch(group -> state(group).equals(Group.State.READY.name()))) {
            hidden.add(STATE_COLUMN);
        }
        if (groups.stream().allMatch(group -> group.compression() == Compression.NONE)) {
            hidden.add(COMPRESSION_COLUMN);
        }
        if (groups.stream().allMatch(group -> group.wantedCopies() == 1)) {
            hidden.add(COPIES_COLUMN);
        }
        Table table = new Table(row(
                                hidden,
                                "GROUP",
                                "STATE",
                                "KEYS",
                                "VALUES",
                                "TUPLES",
                                "BYTES",
                                "COMPRESSION",
                                "COPIES",
                                "CREATED",
                                "BY")
                        .toArray(String[]::new))
                .shortened("KEYS", "VALUES", "BY");
        for (Group group : groups) {
            table.row(row(
                            hidden,
                            group.name(),
                            state(group),
                            group.keyType(),
                            group.valueType(),
                            group.tuples(),
                            group.dataBytes(),
                            CompressOption.name(group.compression()),
                            copies(group),
                            Units.time(group.createdMillis()),
                            group.createdBy())
                    .toArray());
        }
        return table;
    }

    private static List<Object> row(Set<Integer> hidden, Object... all) {
        return IntStream.range(0, all.length)
                .filter(column -> !hidden.contains(column))
                .mapToObj(column -> all[column])
                .toList();
    }

    /** Such as {@code 2}, or {@code 1 of 2} if copies are missing. */
    static String copies(Group group) {
        return copies(group.copies(), group.wantedCopies());
    }

    static String copies(int whole, int wanted) {
        return whole == wanted ? String.valueOf(whole) : whole + " of " + wanted;
    }

    private static String state(Group group) {
        return group.state() + (group.inMemory() ? ", in memory" : "");
    }
}
