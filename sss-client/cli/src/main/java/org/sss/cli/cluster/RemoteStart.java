package org.sss.cli.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.net.transport.NodeAddress;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.UserTokens;

/** {@code sss cluster start --hosts}: nodes on other hosts, by ssh. For one command. */
final class RemoteStart {
    private static final String HOSTS = "hosts";
    private static final String SSH = "ssh";
    private static final List<String> OPTIONS = List.of(HOSTS, "remote-dir", "sss");
    /** The path of this installation, set by the script {@code sss}. */
    private static final String LAUNCHER = "sss.launcher";

    private final Call call;
    private final Path directory;
    private final Map<String, String> settings;

    /** @param settings of {@code --set} */
    RemoteStart(Call call, Path directory, Map<String, String> settings) {
        this.call = call;
        this.directory = directory.toAbsolutePath().normalize();
        this.settings = settings;
    }

    static void describe(Options options) {
        Help.option(
                options,
                HOSTS,
                "HOST,...",
                "start a node on each of these hosts by ssh (HOST or USER@HOST), at the first start");
        Help.option(
                options,
                "remote-dir",
                "DIR",
                "directory of the nodes on the hosts; default: the absolute path of --dir");
        Help.option(options, "sss", "FILE", "the command sss on the hosts; default: the path that it has here");
        describeSsh(options);
    }

    static void describeSsh(Options options) {
        Help.option(options, SSH, "COMMAND", "takes the arguments of ssh; default: ssh");
    }

    static RemoteShell shell(Call call) {
        return new RemoteShell(call.option(SSH, "ssh"));
    }

    /** Returns whether nodes are, or shall be, on other hosts. */
    static boolean isMeant(Call call, Path directory) {
        boolean meant = call.has(HOSTS) || RemoteCluster.isIn(directory);
        if (!meant && (call.has("remote-dir") || call.has("sss") || call.has(SSH))) {
            throw new UsageException("--remote-dir, --sss and --ssh are for --hosts");
        }
        return meant;
    }

    void run() throws Exception {
        if (!ClusterDirectory.of(directory).nodes().isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' has a cluster on this machine; use another directory for --hosts");
        }
        boolean isNew = !RemoteCluster.isIn(directory);
        RemoteCluster cluster = isNew ? described() : existing();
        cluster.nodes().forEach(cluster::settings); // checks them
        RemoteNodes nodes = new RemoteNodes(cluster, shell(call));
        List<RemoteNode> down = nodes.down(isNew);
        if (isNew) {
            cluster.create();
        }
        ExitHook.during(
                () -> {
                    call.console().err().println("sss: interrupted; stopping the nodes that were started");
                    nodes.abandon();
                },
                () -> {
                    start(nodes, down);
                    return down.size();
                });
        if (cluster.isSecure()) {
            UserTokens.add(SecurityDirectory.open(cluster.security()));
        }
        ClusterStart.report(call.console(), cluster.address(), cluster.nodes().size(), down.size());
    }

    private void start(RemoteNodes nodes, List<RemoteNode> down) throws InterruptedException {
        try {
            nodes.start(down);
        } catch (SssException e) {
            throw new SssException(
                    e.code(),
                    e.getMessage() + "; to try again: sss cluster start --dir " + directory
                            + "; to start over, remove that directory, here and on the hosts",
                    e);
        }
    }

    private RemoteCluster described() {
        if (call.has("nodes")) {
            throw new UsageException("--hosts gives the number of nodes; leave out --nodes");
        }
        String remote = call.option("remote-dir", directory.toString());
        if (!remote.startsWith("/") || remote.chars().anyMatch(Character::isISOControl)) {
            throw new UsageException("--remote-dir takes an absolute path, not '" + remote + "'");
        }
        String sss = call.option("sss", System.getProperty(LAUNCHER, ""));
        if (!sss.startsWith("/")) {
            throw new UsageException("--sss takes the absolute path of the command sss on the hosts"
                    + (sss.isEmpty() ? "" : ", not '" + sss + "'"));
        }
        return new RemoteCluster(
                directory,
                RemoteNode.of(call.required(HOSTS), Path.of(remote).normalize().toString()),
                (int) call.number("port", 1, ClusterPorts.MAX - 1, NodeAddress.DEFAULT_SERVER_PORT),
                sss,
                settings);
    }

    private RemoteCluster existing() {
        for (String option : OPTIONS) {
            checkNotGiven(option);
        }
        List.of("nodes", "port", "set").forEach(this::checkNotGiven);
        return RemoteCluster.read(directory);
    }

    private void checkNotGiven(String option) {
        if (call.has(option)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' has a cluster on other hosts already; --" + option
                            + " only applies to the first start: leave it out, or use another directory");
        }
    }
}
