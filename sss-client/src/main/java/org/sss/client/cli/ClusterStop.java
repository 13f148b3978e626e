package org.sss.client.cli;

import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.cli.Options;

/** {@code sss cluster stop}. */
final class ClusterStop implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "dir", "DIR", "directory of the cluster");
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        ClusterDirectory cluster = ClusterDirectory.existing(Path.of(call.required("dir")));
        report(call.console(), new ClusterProcesses(cluster).stop());
        return 0;
    }

    private static void report(Console console, NodeStop.Ended ended) {
        if (console.json()) {
            console.json(Map.of("stopped", ended.stopped(), "killed", ended.killed()));
            return;
        }
        for (int node : ended.killed()) {
            console.note("node " + node + " did not end within " + NodeStop.PATIENCE.toSeconds() + " s and was killed: what it had"
                    + " committed is kept, but for groups of storage.layout = tuples or memory");
        }
        console.line(ended.stopped() == 0 ? "no node was running" : "nodes stopped: " + ended.stopped());
    }
}
