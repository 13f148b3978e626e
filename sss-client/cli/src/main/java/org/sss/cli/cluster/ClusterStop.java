package org.sss.cli.cluster;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;

/** {@code sss cluster stop}. */
public final class ClusterStop implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "dir", "DIR", "directory of the cluster");
        RemoteStart.describeSsh(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        Path directory = Path.of(call.required("dir")).toAbsolutePath().normalize();
        report(call.console(), RemoteCluster.isIn(directory) ? stopRemote(call, directory) : stop(directory));
        return 0;
    }

    private static NodeStop.Ended stopRemote(Call call, Path directory) throws IOException, InterruptedException {
        RemoteCluster cluster = RemoteCluster.read(directory);
        StartLock lock = lock(directory);
        try (lock) {
            return new RemoteNodes(cluster, RemoteStart.shell(call)).stop();
        }
    }

    private static NodeStop.Ended stop(Path directory) throws IOException, InterruptedException {
        ClusterDirectory cluster = ClusterDirectory.existing(directory);
        StartLock lock = lock(cluster.directory());
        try (lock) {
            return new ClusterProcesses(cluster).stop();
        }
    }

    /** Returns null if the disk is not writable: no nodes can be started there, but running ones can be stopped. */
    private static StartLock lock(Path directory) throws IOException {
        try {
            return StartLock.of(directory);
        } catch (FileSystemException e) {
            return null;
        }
    }

    private static void report(Console console, NodeStop.Ended ended) {
        if (console.json()) {
            console.json(Map.of("stopped", ended.stopped(), "killed", ended.killed()));
            return;
        }
        for (int node : ended.killed()) {
            console.note("node " + node + " did not end within " + NodeStop.TIMEOUT.toSeconds()
                    + " s and was killed: its committed"
                    + " data is safe, except groups in memory, and those of storage.layout = tuples or memory");
        }
        console.line(ended.stopped() == 0 ? "no node was running" : "nodes stopped: " + ended.stopped());
    }
}
