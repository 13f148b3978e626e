package org.sss.server.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.net.auth.FileRights;
import org.sss.net.control.NodeInfo;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.embedded.EmbeddedNodes;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.config.TaskSettings;
import org.sss.server.security.NodeSecurity;
import org.sss.server.task.spill.JobFileAccess;

/**
 * A whole cluster in this JVM, with real data directories and a transport that passes buffers by reference.
 * Thread-safe. A restart on the same directory with the same number of nodes finds the existing groups.
 */
public final class EmbeddedCluster implements EmbeddedNodes.Cluster {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);

    private final Transport transport;
    private final List<NodeInfo> infos;
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    /** Shared by all nodes: each may use what the others do not need. */
    private final MemoryBudget memory;

    private EmbeddedCluster(Transport transport, List<NodeInfo> infos, long memoryBytes) {
        this.transport = transport;
        this.infos = infos;
        memory = MemoryBudget.shared(memoryBytes > 0 ? memoryBytes : DataServerConfig.defaultMemoryBytes());
    }

    /**
     * @param directory gets a subdirectory for each node
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the directory contains a cluster of another size,
     *     or another user owns it or may write to it; {@link ErrorCode#ALREADY_EXISTS} if it is in use, {@link
     *     ErrorCode#STORAGE}
     */
    public static EmbeddedCluster start(int nodeCount, Path directory, EmbeddedConfig config) {
        if (nodeCount < 1 || nodeCount > 256) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a cluster of " + nodeCount + " nodes; take 1 to 256");
        }
        if (!config.fleeting()) {
            FileRights.ofThisProcess().check("the directory", directory);
        }
        JavaOptions.applyToBuffers();
        List<NodeInfo> infos =
                IntStream.range(0, nodeCount).mapToObj(EmbeddedCluster::info).toList();
        EmbeddedCluster cluster = new EmbeddedCluster(new LocalTransport(), infos, config.memoryBytes());
        JavaOptions.applyToCompiler(cluster);
        try {
            infos.forEach(info -> cluster.nodes.add(Node.start(cluster.setup(info.id(), directory, config))));
            cluster.nodes.forEach(node -> node.awaitReady(START_TIMEOUT));
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static NodeInfo info(int id) {
        String host = "embedded-" + id;
        return new NodeInfo(
                id,
                new NodeAddress(host, NodeAddress.DEFAULT_SERVER_PORT),
                new NodeAddress(host, NodeAddress.DEFAULT_DATA_PORT));
    }

    private NodeSetup setup(int id, Path directory, EmbeddedConfig embedded) {
        int count = infos.size();
        int cores = Runtime.getRuntime().availableProcessors();
        return new NodeSetup(
                config(id, infos, directory, embedded, memory.limitBytes()),
                transport,
                false,
                NodeSecurity.OFF,
                new NodeSetup.Host(
                        embedded.userCode(),
                        (Math.max(count, cores) + count - 1) / count * count,
                        memory,
                        embedded.fleeting()),
                null,
                JobFileAccess.UNCHANGED);
    }

    /** The defaults, except for what {@code embedded} sets and what the process of a client has or allows. */
    static NodeConfig config(int id, List<NodeInfo> nodes, Path directory, EmbeddedConfig embedded, long memoryBytes) {
        Path absolute = directory.toAbsolutePath().normalize();
        int threads = taskThreads(embedded, nodes.size());
        return NodeConfig.of(
                        "the settings of an embedded node",
                        Map.ofEntries(
                                Map.entry("node.id", Integer.toString(id)),
                                Map.entry(
                                        "cluster.nodes",
                                        nodes.stream()
                                                .map(EmbeddedCluster::text)
                                                .collect(Collectors.joining(","))),
                                Map.entry("replication", "1"), // all nodes have one disk
                                Map.entry(
                                        "data.dir",
                                        absolute.resolve("node-" + id).toString()),
                                Map.entry("data.memory", Long.toString(memoryBytes)),
                                Map.entry("durability", embedded.syncsCommits() ? "commit" : "none"),
                                Map.entry("task.threads", Integer.toString(threads)),
                                Map.entry(
                                        "task.buffer",
                                        Long.toString(taskBufferBytes(embedded, threads * nodes.size()))),
                                Map.entry(
                                        "task.grouping",
                                        embedded.grouping().name().toLowerCase(Locale.ROOT)),
                                Map.entry("shuffle.memory.limit", Long.toString(memoryBytes / 2 / nodes.size())),
                                Map.entry(
                                        "shuffle.spill.dir",
                                        spillDirectory(absolute).toString())))
                .withinProcess();
    }

    private static String text(NodeInfo node) {
        return node.server().host() + ":" + node.server().port() + ":"
                + node.data().port();
    }

    /** All nodes of a process share its disk. */
    private static Path spillDirectory(Path directory) {
        try {
            return Files.createDirectories(directory.resolve("shared"));
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot make a directory in " + directory + ": " + e, e);
        }
    }

    private static int taskThreads(EmbeddedConfig config, int nodes) {
        return config.taskThreads() > 0
                ? config.taskThreads()
                : Math.max(1, Runtime.getRuntime().availableProcessors() / nodes);
    }

    private static long taskBufferBytes(EmbeddedConfig config, int allThreads) {
        return config.taskBufferBytes() > 0 ? config.taskBufferBytes() : TaskSettings.defaultBufferBytes(allThreads);
    }

    boolean isOpen() {
        return !closed;
    }

    /** True if a task runs now. */
    boolean isWorking() {
        return nodes.stream().anyMatch(node -> node.runningTasks() > 0);
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public NodeAddress coordinator() {
        return infos.get(0).server();
    }

    /** Ends workflows and stops the nodes, the coordinator first, so that it does not report lost nodes. Idempotent. */
    @Override
    public void close() {
        closed = true;
        nodes.forEach(Node::close);
        transport.close();
    }
}
