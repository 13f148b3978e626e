package org.sss.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.net.transport.NodeAddress;
import org.sss.server.node.NodeIdentity;
import org.sss.server.node.config.NodeConfig;

/** {@code sss cluster start}. */
public final class ClusterStart implements Command {
    /** Settings that this command sets for each node. */
    private static final List<String> OWN_SETTINGS = List.of("node.id", "cluster.nodes", "data.dir");

    @Override
    public void describe(Options options) {
        Help.option(options, "nodes", "N", "number of nodes; required at the first start, fixed afterwards");
        Help.option(options, "dir", "DIR", "directory of the cluster, created if missing");
        Help.option(
                options,
                "port",
                "PORT",
                "first of 2 x N ports, at the first start; default: " + NodeAddress.DEFAULT_SERVER_PORT
                        + ", or any free ports if those are in use; 0: any free ports");
        Help.option(options, "set", "NAME=VALUE", "a setting for all nodes, at the first start; may be repeated");
        RemoteStart.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args();
        Path directory = Path.of(call.required("dir"));
        boolean remote = RemoteStart.isMeant(call, directory);
        if (!remote && ClusterDirectory.of(directory).nodes().isEmpty()) {
            checkNew(call, directory);
        }
        StartLock lock = StartLock.of(directory.toAbsolutePath().normalize());
        try {
            if (remote) {
                new RemoteStart(call, directory, settings(call.all("set"))).run();
            } else {
                start(call, directory);
            }
        } finally {
            lock.close();
        }
        return 0;
    }

    /**
     * Checks a new directory before anything is written. A cluster inside the process of a command uses the same names
     * for its nodes, with other files.
     */
    private static void checkNew(Call call, Path directory) {
        if (NodeIdentity.of(NodeDirectory.of(directory, 0).directory()).isPresent()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' contains the groups of 'sss local ... --dir'; use another" + " directory");
        }
        if (!call.has("nodes")) {
            throw new UsageException("missing option --nodes: there is no cluster in '" + directory + "' yet");
        }
    }

    private static void start(Call call, Path directory) throws Exception {
        ClusterDirectory cluster = ClusterDirectory.of(directory);
        boolean isNew = cluster.nodes().isEmpty();
        cluster = isNew ? create(call, directory) : checked(call, cluster);
        try {
            ClusterProcesses processes = new ClusterProcesses(cluster);
            report(call.console(), cluster, ExitHook.during(() -> abandon(call, processes), processes::start));
            if (!isNew) {
                reportWarnings(call.console(), cluster);
            }
        } catch (SssException e) {
            throw !isNew
                    ? e
                    : new SssException(
                            e.code(),
                            e.getMessage() + "; to start over with other settings or ports, remove "
                                    + cluster.directory(),
                            e);
        }
    }

    private static void abandon(Call call, ClusterProcesses processes) {
        call.console().err().println("sss: interrupted; stopping the nodes that were started");
        processes.abandon();
    }

    private static ClusterDirectory create(Call call, Path directory) throws IOException {
        int portCount = 2 * call.nodes(1);
        Map<String, String> settings = settings(call.all("set"));
        return ClusterDirectory.create(directory, ports(call, portCount), settings);
    }

    private static List<Integer> ports(Call call, int count) throws IOException {
        int base = basePort(call, count);
        if (call.has("port")) {
            return base == 0 ? ClusterPorts.anyFree(count) : ClusterPorts.range(base, count);
        }
        return ClusterPorts.defaultsIfFree(count);
    }

    private static int basePort(Call call, int count) {
        return (int) call.number("port", 0, ClusterPorts.MAX - count + 1, NodeAddress.DEFAULT_SERVER_PORT);
    }

    private static Map<String, String> settings(List<String> options) {
        Map<String, String> settings = new TreeMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            String name = option.substring(0, Math.max(0, equals)).strip();
            if (name.isEmpty() || OWN_SETTINGS.contains(name)) {
                throw new UsageException("--set takes NAME=VALUE"
                        + (name.isEmpty() ? "" : " with any setting except " + String.join(", ", OWN_SETTINGS))
                        + ", not '" + option + "'");
            }
            settings.put(name, option.substring(equals + 1).strip());
        }
        return settings;
    }

    private static ClusterDirectory checked(Call call, ClusterDirectory cluster) {
        checkComplete(cluster);
        int nodes = cluster.nodes().size();
        if (call.nodes(nodes) != nodes) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the cluster in '" + cluster.directory() + "' has " + nodes + " nodes, not "
                            + call.required("nodes") + "; the number is fixed, use another directory");
        }
        checkSettings(settings(call.all("set")), cluster);
        checkPorts(call, cluster);
        return cluster;
    }

    private static void checkComplete(ClusterDirectory cluster) {
        for (int i = 0; i < cluster.nodes().size(); i++) {
            int there = cluster.nodes().get(i).number();
            if (there != i) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the cluster in '" + cluster.directory() + "' has a node " + there + ", but no node " + i
                                + "; restore node-" + i + ", or use another directory");
            }
        }
    }

    /** The first command may be repeated; a setting that differs is an error, as it would have no effect. */
    private static void checkSettings(Map<String, String> wanted, ClusterDirectory cluster) {
        for (NodeDirectory node : cluster.nodes()) {
            Map<String, String> there = NodeConfig.texts(node.settings());
            wanted.forEach((name, value) -> {
                if (!value.equals(there.get(name))) {
                    throw onlyAtFirst(cluster, "--set " + name + "=" + value);
                }
            });
        }
    }

    private static void checkPorts(Call call, ClusterDirectory cluster) {
        int count = 2 * cluster.nodes().size();
        int base = basePort(call, count);
        List<Integer> there = cluster.nodes().stream()
                .map(NodeDirectory::info)
                .flatMap(node -> Stream.of(node.server().port(), node.data().port()))
                .toList();
        if (call.has("port") && base != 0 && !there.equals(ClusterPorts.range(base, count))) {
            throw onlyAtFirst(cluster, "--port " + base);
        }
    }

    private static SssException onlyAtFirst(ClusterDirectory cluster, String option) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "the cluster in '" + cluster.directory() + "' was created without " + option
                        + ", which only applies to the first start; change " + cluster.directory()
                        + "/node-*/node.properties");
    }

    /** A node also starts if it has lost data, so that groups of the others can be read. */
    private static void reportWarnings(Console console, ClusterDirectory cluster) {
        try (SssClient client = ClusterSecurity.connect(cluster)) {
            client.admin().status().warnings().forEach(console::note);
        } catch (SssException e) {
            console.note("could not check whether nodes have lost data (try 'sss cluster status'): "
                    + Failure.oneLine(e.getMessage()));
        }
    }

    private static void report(Console console, ClusterDirectory cluster, int started) {
        report(console, cluster.address(), cluster.nodes().size(), started);
        if (!console.json() && ClusterSecurity.mustIgnoreTokens(cluster)) {
            console.note("this cluster runs without security; for the other commands: export SSS_SECURITY=off");
        }
    }

    /** Says how many nodes were started, and how to reach the cluster. */
    static void report(Console console, String address, int nodes, int started) {
        if (console.json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("cluster", address);
            object.put("nodes", nodes);
            object.put("started", started);
            console.json(object);
            return;
        }
        console.note(
                started == 0
                        ? "all " + nodes + " nodes are already running"
                        : started + " of " + nodes + " nodes started, all ready");
        console.line(address);
        console.flush();
        if (!address.equals(Call.clusterAddress())) {
            console.note("for the other commands: export SSS_CLUSTER=" + address);
        }
    }
}
