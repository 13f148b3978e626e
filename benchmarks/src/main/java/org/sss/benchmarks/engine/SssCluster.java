package org.sss.benchmarks.engine;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.cli.Main;
import org.sss.cli.security.Certificates;
import org.sss.client.Credentials;
import org.sss.client.LocalCluster;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;
import org.sss.server.security.SecurityDirectory;

/**
 * A cluster of SSS on this machine and a client of it. Closing it deletes its files, as does the end of this process.
 * One thread at a time.
 */
public final class SssCluster implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private static final String HOST = "127.0.0.1";
    private static final int PORTS_PER_NODE = 2;

    private final Path directory;
    private final Cleanup.Entry cleanup;
    private final List<Process> processes = new ArrayList<>();
    private SssClient client;

    private SssCluster(Path directory) {
        this.directory = directory;
        cleanup = Cleanup.atExit(this::stop);
    }

    /** With all nodes in this process. */
    public static SssCluster inThisProcess(int nodes, Path directory, LocalSettings config) {
        SssCluster cluster = new SssCluster(directory);
        cluster.client = LocalCluster.start(nodes, directory, config);
        return cluster;
    }

    /**
     * With a process for each node, which speak TCP; waits until all answer.
     *
     * @param heap     of each, such as {@code 256m}, or null
     * @param settings of each, besides those that this class sets
     * @throws SssException TIMEOUT, or INTERNAL with the output of a node
     */
    public static SssCluster ofProcesses(int nodes, Path directory, String heap, Map<String, String> settings)
            throws IOException, InterruptedException {
        Files.createDirectories(directory);
        SssCluster cluster = new SssCluster(directory);
        try {
            cluster.start(nodes, freePorts(nodes * PORTS_PER_NODE), heap, settings);
            return cluster;
        } catch (SssException | IOException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    private void start(int nodes, List<Integer> ports, String heap, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path files = directory.resolve("security");
        SecurityDirectory security = "on".equals(settings.get("security"))
                ? SecurityDirectory.create(files, Certificates::addAuthorityAndNode)
                : SecurityDirectory.create(files);
        for (int node = 0; node < nodes; node++) {
            Path conf =
                    Files.write(directory.resolve("node-" + node + ".properties"), lines(node, nodes, ports, settings));
            ProcessBuilder builder = new ProcessBuilder(JavaProcess.command(
                    JavaProcess.nodeOptions(heap),
                    System.getProperty("java.class.path"),
                    Main.class,
                    "node",
                    "--conf",
                    conf.toString()));
            builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "1");
            // Instead of that of the user, to which a node adds the token of its cluster.
            builder.environment()
                    .put("SSS_TOKEN_FILE", directory.resolve("token").toString());
            processes.add(builder.redirectErrorStream(true)
                    .redirectOutput(log(node).toFile())
                    .redirectInput(new File("/dev/null"))
                    .start());
        }
        client = connect(
                ports.get(0),
                nodes,
                "off".equals(settings.get("security"))
                        ? Credentials.NONE
                        : Credentials.read(security.adminTokenFile()));
    }

    /** All are open at once, so that they differ. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private List<String> lines(int node, int nodes, List<Integer> ports, Map<String, String> settings) {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            addresses.add(HOST + ":" + ports.get(PORTS_PER_NODE * i) + ":" + ports.get(PORTS_PER_NODE * i + 1));
        }
        String data =
                directory.resolve("data-" + node).toAbsolutePath().toString().replace("\\", "\\\\");
        List<String> lines = new ArrayList<>(
                List.of("node.id = " + node, "cluster.nodes = " + String.join(",", addresses), "data.dir = " + data));
        settings.forEach((name, value) -> lines.add(name + " = " + value));
        return lines;
    }

    private SssClient connect(int port, int nodes, Credentials token) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            SssClient found = null;
            try {
                found = SssClient.connect(HOST + ":" + port, () -> token);
                if (found.admin().status().nodes().stream()
                                .filter(health -> health.status() != null)
                                .count()
                        == nodes) {
                    return found;
                }
                found.close();
            } catch (SssException e) {
                if (found != null) {
                    found.close();
                }
                checkAlive(e);
            }
            if (System.nanoTime() > deadline) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        "not all of " + nodes + " nodes were ready within " + START_TIMEOUT.toSeconds()
                                + " s; their logs were in " + directory);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private Path log(int node) {
        return directory.resolve("log-" + node);
    }

    private void checkAlive(SssException cause) throws IOException {
        for (int node = 0; node < processes.size(); node++) {
            if (!processes.get(node).isAlive()) {
                throw new SssException(
                        ErrorCode.INTERNAL,
                        "a node ended while it started: "
                                + Files.readString(log(node), StandardCharsets.ISO_8859_1)
                                        .strip(),
                        cause);
            }
        }
    }

    public SssClient client() {
        return client;
    }

    /** Of the node, when there is one and it is another process. */
    public OptionalLong serverPid() {
        return processes.size() == 1 ? OptionalLong.of(processes.get(0).pid()) : OptionalLong.empty();
    }

    /** Contains all files of the cluster. */
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            if (client != null) {
                client.close();
            }
        } finally {
            cleanup.run();
        }
    }

    private void stop() {
        processes.forEach(JavaProcess::stop);
        DiskSpace.delete(directory);
    }
}
