package org.sss.cli.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;

/** {@code sss cluster status}: exit code 1 if a node is down, stopped or full, or does not answer. */
public final class ClusterShow implements Command {
    private static final String UNKNOWN = "?";

    @Override
    public void describe(Options options) {
        Help.option(
                options,
                "dir",
                "DIR",
                "show which processes of 'sss cluster start' in this directory run, instead of asking the nodes");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        if (!call.has("dir")) {
            try (SssClient client = call.connect()) {
                return new ClusterHealth(client.admin().status()).print(call.console());
            }
        }
        if (call.has("cluster")) {
            throw new UsageException(
                    "--dir and --cluster are mutually exclusive: one shows processes, the other asks nodes");
        }
        Path directory = Path.of(call.required("dir"));
        if (RemoteCluster.isIn(directory)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the nodes of '" + directory + "' are on other hosts; ask them by 'sss cluster status --cluster "
                            + RemoteCluster.read(directory).address() + "'");
        }
        return processes(call.console(), ClusterDirectory.existing(directory));
    }

    private static int processes(Console console, ClusterDirectory cluster) {
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (NodeDirectory node : cluster.nodes()) {
            nodes.add(row(node, console));
        }
        if (console.json()) {
            console.json(Map.of("cluster", nodes.get(0).get("server"), "nodes", nodes));
        } else {
            Table table = new Table("NODE", "STATE", "PID", "SERVER", "DATA");
            nodes.forEach(node -> table.row(node.values().toArray()));
            table.print(console);
            nodes.stream()
                    .filter(node -> node.get("state").equals("stopped"))
                    .forEach(node -> console.line("node " + node.get("node")
                            + " was stopped by a signal or a debugger and answers nobody; 'kill -CONT "
                            + node.get("pid") + "' continues it"));
        }
        return nodes.stream().allMatch(node -> node.get("state").equals("up")) ? 0 : 1;
    }

    private static String state(ProcessHandle process) {
        return ProcessStat.isStopped(process) ? "stopped" : "up";
    }

    /** A node whose settings are unreadable may still run. */
    private static Map<String, Object> row(NodeDirectory node, Console console) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("node", node.number());
        Optional<ProcessHandle> process = node.process();
        row.put("state", process.map(ClusterShow::state).orElse("down"));
        row.put("pid", process.map(ProcessHandle::pid).map(String::valueOf).orElse("-"));
        row.put("server", UNKNOWN);
        row.put("data", UNKNOWN);
        try {
            row.put("server", node.info().server().toString());
            row.put("data", node.info().data().toString());
        } catch (SssException e) {
            console.note("node " + node.number() + ": " + e.getMessage());
        }
        return row;
    }
}
