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
        int stopped = new ClusterProcesses(cluster).stop();
        if (call.console().json()) {
            call.console().json(Map.of("stopped", stopped));
        } else {
            call.console().line(stopped == 0 ? "no node was running" : "nodes stopped: " + stopped);
        }
        return 0;
    }
}
