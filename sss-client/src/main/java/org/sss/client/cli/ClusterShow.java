package org.sss.client.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;

/** {@code sss cluster status}: exit code 1 when a node is down. */
final class ClusterShow implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "dir", "DIR", "directory of the cluster");
    }

    @Override
    public int run(Call call) {
        call.args();
        ClusterDirectory cluster = ClusterDirectory.existing(Path.of(call.required("dir")));
        List<Map<String, Object>> nodes = new ArrayList<>();
        for (NodeDirectory node : cluster.nodes()) {
            nodes.add(row(node));
        }
        if (call.console().json()) {
            call.console().json(Map.of("cluster", cluster.address(), "nodes", nodes));
        } else {
            Table table = new Table("NODE", "STATE", "PID", "SERVER", "DATA");
            nodes.forEach(node -> table.row(node.values().toArray()));
            table.print(call.console());
        }
        return nodes.stream().allMatch(node -> node.get("state").equals("up")) ? 0 : 1;
    }

    private static Map<String, Object> row(NodeDirectory node) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("node", node.info().id());
        row.put("state", node.process().isPresent() ? "up" : "down");
        row.put("pid", node.process().map(ProcessHandle::pid).map(String::valueOf).orElse("-"));
        row.put("server", node.info().server().toString());
        row.put("data", node.info().data().toString());
        return row;
    }
}
