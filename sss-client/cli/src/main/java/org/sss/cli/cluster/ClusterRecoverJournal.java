package org.sss.cli.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.server.offline.JournalRecovery;
import org.sss.server.offline.JournalRecovery.Recovered;
import org.sss.server.offline.NodeData;

/** {@code sss cluster recover-journal}. */
public final class ClusterRecoverJournal implements Command {
    @Override
    public int run(Call call) {
        Path directory = Path.of(call.args("DIR").get(0)).toAbsolutePath().normalize();
        ClusterDirectory.check(directory);
        List<NodeData> nodes =
                ClusterDirectory.data(directory, finding -> call.console().note(finding.text()));
        Recovered done = JournalRecovery.recover(nodes.isEmpty() ? List.of(new NodeData(0, directory)) : nodes);
        report(call.console(), done);
        return 0;
    }

    private static void report(Console console, Recovered done) {
        if (console.json()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("cluster", done.cluster());
            json.put("journal", done.journal().toString());
            json.put(
                    "setAside", done.setAside() == null ? null : done.setAside().toString());
            console.json(json);
            return;
        }
        console.line("new journal of cluster " + done.cluster().clusterId() + " ("
                + Units.count(done.cluster().nodeCount(), "node") + ", "
                + Units.count(done.cluster().subgroupCount(), "subgroup") + "): " + done.journal());
        if (done.setAside() != null) {
            console.line("the old file was renamed to " + done.setAside());
        }
        console.note(
                "the journal has no groups; start the cluster, then 'sss group orphans' lists the groups on the nodes");
    }
}
