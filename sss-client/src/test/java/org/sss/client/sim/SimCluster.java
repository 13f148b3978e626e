package org.sss.client.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.client.ClientOn;
import org.sss.client.SssClient;
import org.sss.net.block.BlockFormat;
import org.sss.net.faults.Fault;
import org.sss.net.faults.FaultyTransport;
import org.sss.net.faults.LinkMatrix;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.Node;
import org.sss.server.node.NodeOn;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.offline.NodeData;

/**
 * Nodes of this process with files, and with links that can be broken. Clients are at no node, and their links do not
 * break. Thread-safe.
 */
final class SimCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofMillis(400);
    private static final Duration STALL = Duration.ofSeconds(10);

    private final Path directory;
    private final Transport base;
    private final LinkMatrix links;
    private final Map<String, String> settings = new HashMap<>();
    private final List<NodeAddress> addresses = new ArrayList<>();
    private final Map<NodeAddress, Integer> nodeOf = new HashMap<>();
    /** Null where it has crashed. Guarded by this. */
    private final List<Node> nodes = new ArrayList<>();

    private SimCluster(int count, int subgroups, int copies, boolean tcp, Path directory) throws IOException {
        this.directory = directory;
        StreamConfig streams = new StreamConfig(StreamConfig.DEFAULTS.windowBytes(), STALL, 10_000);
        base = tcp ? new TcpTransport(TcpConfig.DEFAULTS.withStreams(streams)) : new LocalTransport(streams);
        links = new LinkMatrix(count, SILENCE, STALL);
        List<Integer> ports = tcp
                ? FreePorts.take(2 * count)
                : IntStream.rangeClosed(1, 2 * count).boxed().toList();
        for (int port = 0; port < ports.size(); port++) {
            NodeAddress address = new NodeAddress("127.0.0.1", ports.get(port));
            addresses.add(address);
            nodeOf.put(address, port / 2);
        }
        settings.put(
                "cluster.nodes",
                IntStream.range(0, count)
                        .mapToObj(node -> "127.0.0.1:" + ports.get(2 * node) + ":" + ports.get(2 * node + 1))
                        .collect(Collectors.joining(",")));
        settings.put("cluster.subgroups", Integer.toString(subgroups));
        settings.put("replication", Integer.toString(copies));
        settings.put("durability", "none");
        settings.put("task.threads", "2");
        settings.put("task.buffer", "64KiB");
        settings.put("data.memory", "8MiB");
        settings.put("net.idleTimeout", SILENCE.toMillis() + "ms");
        settings.put("net.stallTimeout", STALL.toMillis() + "ms");
        settings.put("task.nodePatience", "5s");
        settings.put("loop.checkpoint", "20ms");
        settings.put(
                "shuffle.spill.dir",
                Files.createDirectories(directory.resolve("spill")).toString());
    }

    /**
     * @param copies    of each named group
     * @param directory of nothing else
     */
    static SimCluster start(int count, int subgroups, int copies, boolean tcp, Path directory) throws IOException {
        SimCluster cluster = new SimCluster(count, subgroups, copies, tcp, directory);
        boolean started = false;
        try {
            IntStream.range(0, count).forEach(node -> cluster.nodes.add(cluster.open(node)));
            cluster.awaitReady();
            started = true;
            return cluster;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
    }

    private Node open(int node) {
        Map<String, String> own = new HashMap<>(settings);
        own.put("node.id", Integer.toString(node));
        own.put("data.dir", data(node).toString());
        return NodeOn.start(NodeConfig.of("simulation", own), new FaultyTransport(node, base, links, nodeOf::get));
    }

    private Path data(int node) {
        return directory.resolve("node-" + node);
    }

    LinkMatrix links() {
        return links;
    }

    int count() {
        return links.nodes();
    }

    SssClient client() {
        return ClientOn.connect(base, addresses.get(0));
    }

    /** Cuts a node from all others, then ends it. What it has written to files stays. */
    void crash(int node) {
        links.setAll(node, Fault.REFUSE);
        Node crashed;
        synchronized (this) {
            crashed = nodes.set(node, null);
        }
        if (crashed != null) {
            crashed.close();
        }
    }

    /** Crashes a node and deletes all of its files: its disk is lost. */
    void lose(int node) {
        crash(node);
        try (Stream<Path> files = Files.walk(data(node))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes a byte of the first block of each subgroup of a group that a node owns; returns how many. */
    int flip(int node, long group) throws IOException {
        int flipped = 0;
        try (Stream<Path> files = Files.list(data(node).resolve("data/groups/" + group))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".sss")).toList()) {
                int subgroup = Integer.parseInt(file.getFileName().toString().split("-", 2)[0]);
                if (subgroup % count() == node) {
                    byte[] bytes = Files.readAllBytes(file);
                    int block = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("SSB\1");
                    bytes[block + BlockFormat.HEADER_BYTES + 1] ^= 1;
                    Files.write(file, bytes);
                    flipped++;
                }
            }
        }
        return flipped;
    }

    /** Starts a node that has crashed; does not wait until it has joined. */
    void restart(int node) {
        links.setAll(node, Fault.PASS);
        synchronized (this) {
            if (nodes.get(node) == null) {
                nodes.set(node, open(node));
            }
        }
    }

    /** Ends all faults, and waits until all nodes serve. */
    void heal() {
        links.heal();
        IntStream.range(0, count()).forEach(this::restart);
        awaitReady();
    }

    private synchronized void awaitReady() {
        nodes.forEach(node -> node.awaitReady(PATIENCE));
    }

    List<NodeData> dataOfNodes() {
        return dataOfNodes(count(), directory);
    }

    /** The directories of the nodes of a cluster that has ended. */
    static List<NodeData> dataOfNodes(int count, Path directory) {
        return IntStream.range(0, count)
                .mapToObj(node -> new NodeData(node, directory.resolve("node-" + node)))
                .toList();
    }

    /** What data servers, tasks and shuffles have left in directories: groups by number, and any other file. */
    List<String> leftovers(List<Long> groups) {
        return dataOfNodes().stream()
                .flatMap(node -> Stream.of("data/groups", "data/merge", "tmp", "held")
                        .map(name -> node.directory().resolve(name)))
                .filter(Files::exists)
                .flatMap(SimCluster::list)
                .filter(path -> !path.getFileName().toString().startsWith("of-")) // the lock of a process
                .filter(path -> groups.stream()
                        .noneMatch(id -> path.getFileName().toString().equals(id.toString())))
                .map(path -> directory.relativize(path).toString())
                .toList();
    }

    private static Stream<Path> list(Path path) {
        try (Stream<Path> files = Files.list(path)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the nodes without faults. */
    @Override
    public synchronized void close() {
        nodes.stream().filter(node -> node != null).forEach(Node::close);
        nodes.clear();
        links.close();
        base.close();
    }
}
