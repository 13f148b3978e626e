package org.sss.benchmarks.engines;

import java.io.IOException;
import java.net.ServerSocket;
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
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.store.Cleanup;
import org.sss.benchmarks.store.Cluster;
import org.sss.benchmarks.store.JavaProcess;
import org.sss.cli.Main;
import org.sss.client.SssClient;

/** The nodes of an SSS cluster in a process each on this machine, and a client of them. One thread at a time. */
public final class NodeProcesses implements Cluster {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private static final String HOST = "127.0.0.1";
    private static final int PORTS_PER_NODE = 2;

    private final Path directory;
    private final Cleanup.Entry cleanup;
    private final List<JavaProcess> processes = new ArrayList<>();
    private SssClient client;

    /**
     * Starts the nodes and waits until all answer.
     *
     * @param heap     of each, such as {@code 256m}, or null
     * @param settings of each, besides those that this class sets
     * @throws SssException TIMEOUT, or INTERNAL with the last words of a node
     */
    public NodeProcesses(int nodes, Path directory, String heap, Map<String, String> settings)
            throws IOException, InterruptedException {
        this.directory = directory;
        Files.createDirectories(directory);
        cleanup = Cleanup.atExit(this::stop);
        List<Integer> ports = freePorts(nodes * PORTS_PER_NODE);
        try {
            for (int node = 0; node < nodes; node++) {
                Path conf = Files.write(directory.resolve("node-" + node + ".properties"), lines(node, nodes, ports, settings));
                processes.add(new JavaProcess(heap, directory.resolve("log-" + node), Main.class, "node", "--conf", conf.toString()));
            }
            client = connect(ports.get(0), nodes);
        } catch (SssException | IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** All are found before one is given back, so that they differ. */
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
        List<String> lines = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            addresses.add(HOST + ":" + ports.get(PORTS_PER_NODE * i) + ":" + ports.get(PORTS_PER_NODE * i + 1));
        }
        lines.add("node.id = " + node);
        lines.add("cluster.nodes = " + String.join(",", addresses));
        lines.add("data.dir = " + directory.resolve("data-" + node).toAbsolutePath().toString().replace("\\", "\\\\"));
        settings.forEach((name, value) -> lines.add(name + " = " + value));
        return lines;
    }

    private SssClient connect(int port, int nodes) throws InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            SssClient found = null;
            try {
                found = SssClient.connect(HOST + ":" + port);
                if (found.clusterStatus().nodes().stream().filter(health -> health.status() != null).count() == nodes) {
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
                throw new SssException(ErrorCode.TIMEOUT, "not all of " + nodes + " nodes were ready within "
                        + START_TIMEOUT.toSeconds() + " s; their logs were in " + directory);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private void checkAlive(SssException cause) {
        for (JavaProcess process : processes) {
            if (!process.isAlive()) {
                throw new SssException(ErrorCode.INTERNAL, "a node ended while it started: " + process.output().strip(), cause);
            }
        }
    }

    @Override
    public SssClient client() {
        return client;
    }

    /** None: there may be several. */
    @Override
    public OptionalLong serverPid() {
        return OptionalLong.empty();
    }

    @Override
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
        processes.forEach(JavaProcess::close);
        DiskSpace.delete(directory);
    }
}
