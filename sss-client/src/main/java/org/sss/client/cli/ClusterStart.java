package org.sss.client.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** {@code sss cluster start}. */
final class ClusterStart implements Command {
    @Override
    public void describe(Options options) {
        options.addOption(null, "nodes", true, "number of nodes; fixed at the first start");
        options.addOption(null, "dir", true, "directory of the cluster, made when it is missing");
        options.addOption(null, "port", true, "first of 2 x N ports, at the first start; free ones by default");
        options.addOption(null, "set", true, "NAME=VALUE: a setting for all nodes, at the first start; may be repeated");
    }

    @Override
    public int run(Call call) throws Exception {
        call.args(new String[0]);
        Path directory = Path.of(call.required("dir"));
        ClusterDirectory cluster = ClusterDirectory.of(directory);
        cluster = cluster.nodes().isEmpty() ? create(call, directory) : checked(call, cluster);
        try {
            report(call.console(), cluster, new ClusterProcesses(cluster).start());
        } catch (ClusterProcesses.DeadNode e) {
            new ClusterProcesses(cluster).stop();
            throw new SssException(ErrorCode.INTERNAL, e.getMessage(), e);
        }
        return 0;
    }

    private static ClusterDirectory create(Call call, Path directory) throws IOException {
        if (!call.has("nodes")) {
            throw new UsageException("--nodes is missing: there is no cluster in '" + directory + "' yet");
        }
        String[] settings = call.line().getOptionValues("set");
        return ClusterDirectory.create(directory, call.count("nodes", 1), (int) call.number("port", 1, 0),
                settings == null ? List.of() : List.of(settings));
    }

    private static ClusterDirectory checked(Call call, ClusterDirectory cluster) {
        int nodes = cluster.nodes().size();
        if (call.count("nodes", nodes) != nodes) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "the cluster in '" + cluster.directory() + "' has " + nodes
                    + " nodes, not " + call.required("nodes") + "; their number is fixed, take another directory");
        }
        return cluster;
    }

    private static void report(Console console, ClusterDirectory cluster, int started) {
        int nodes = cluster.nodes().size();
        if (console.json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("cluster", cluster.address());
            object.put("nodes", nodes);
            object.put("started", started);
            console.json(object);
            return;
        }
        console.note(started == 0 ? "all " + nodes + " nodes run already" : started + " of " + nodes + " nodes started, all ready");
        console.line(cluster.address());
    }
}
