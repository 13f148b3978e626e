package org.sss.cli.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.Options;
import org.sss.api.Compression;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.GroupLayout;
import org.sss.client.SssClient;

/** {@code sss group stat}. */
public final class GroupStatCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        String name = call.args("GROUP").get(0);
        try (SssClient client = call.connect()) {
            GroupLayout layout = client.stat(name);
            if (call.console().json()) {
                call.console().document(layout.toJson());
            } else {
                print(call.console(), layout);
            }
            return 0;
        }
    }

    private static void print(Console console, GroupLayout layout) {
        Group group = layout.group();
        console.line("group " + group.name() + ": keys " + group.keyType() + ", values " + group.valueType() + ", "
                + Units.count(group.tuples(), "tuple") + ", " + Units.bytes(group.dataBytes()) + " of data, "
                + Units.bytes(group.storedBytes()) + " stored, "
                + (group.hashed() ? "hash partitioning" : "custom partitioning")
                + (group.compression() == Compression.NONE
                        ? ""
                        : ", compressed with " + CompressOption.name(group.compression()))
                + (group.inMemory() ? ", in memory" : "")
                + (group.wantedCopies() > 1 ? ", copies " + GroupList.copies(group) : ""));
        for (Group.Loss lost : group.losses()) {
            console.line("INCOMPLETE: " + lost);
        }
        Table table = new Table(
                "SUBGROUP", "NODE", "TUPLES", "DATA BYTES", "STORED BYTES", "BLOCKS", "RUNS", "SEGMENTS", "FILE BYTES");
        for (GroupLayout.Placed placed : layout.subgroups()) {
            GroupLayout.Subgroup stat = placed.stat();
            table.row(
                    stat.subgroup(),
                    placed.node(),
                    stat.tuples(),
                    stat.dataBytes(),
                    stat.storedBytes(),
                    stat.blocks(),
                    stat.runs(),
                    stat.segments(),
                    stat.fileBytes());
        }
        table.print(console);
        printNodes(console, layout);
        GroupLayout.Skew skew = layout.skew();
        console.line(String.format(
                Locale.ROOT,
                "skew, largest / average: subgroups %.2f by tuples, %.2f by bytes;"
                        + " nodes %.2f by tuples, %.2f by bytes",
                skew.subgroupTuples(),
                skew.subgroupBytes(),
                skew.nodeTuples(),
                skew.nodeBytes()));
    }

    private static void printNodes(Console console, GroupLayout layout) {
        boolean copied = layout.nodes().stream().anyMatch(node -> node.copies() > 0);
        List<String> columns =
                new ArrayList<>(List.of("NODE", "SUBGROUPS", "TUPLES", "DATA BYTES", "STORED BYTES", "FILE BYTES"));
        if (copied) {
            columns.addAll(List.of("COPIES", "BYTES OF COPIES"));
        }
        Table table = new Table(columns.toArray(String[]::new));
        for (GroupLayout.OnNode node : layout.nodes()) {
            List<Object> row = new ArrayList<>(List.of(
                    node.node(),
                    node.subgroups(),
                    node.tuples(),
                    node.dataBytes(),
                    node.storedBytes(),
                    node.fileBytes()));
            if (copied) {
                row.addAll(List.of(node.copies(), node.copyFileBytes()));
            }
            table.row(row.toArray());
        }
        table.print(console);
    }
}
