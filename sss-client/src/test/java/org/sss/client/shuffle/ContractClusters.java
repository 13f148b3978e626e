package org.sss.client.shuffle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sss.client.LocalCluster;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/**
 * Clusters in this process, whose nodes speak {@code -Dsss.transport=local} (the default), {@code tcp} or {@code shm}.
 * They stop after each test; clients are closed by their tests. One thread at a time.
 */
final class ContractClusters implements AfterEachCallback {
    private static final String LOCAL = "local";
    private static final String TRANSPORT = System.getProperty("sss.transport", LOCAL);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<Node> nodes = new ArrayList<>();
    private Path directory;

    /** For functions that share variables with their test: other clusters load classes of their own. */
    static void assumeFunctionsSeeVariables() {
        assumeTrue(TRANSPORT.equals(LOCAL), "functions have classes of their own");
    }

    SssClient start(int count) {
        return start(count, 0);
    }

    SssClient start(int count, long memoryBytes) {
        if (TRANSPORT.equals(LOCAL)) {
            return LocalCluster.start(count, LocalSettings.defaults().withMemoryBytes(memoryBytes));
        }
        return start(count, TRANSPORT, memoryBytes / count);
    }

    /** Nodes that do not share memory, which nodes of a {@link LocalCluster} do. */
    SssClient startWithOwnMemory(int count, long memoryBytes) {
        return start(count, TRANSPORT.equals(LOCAL) ? "tcp" : TRANSPORT, memoryBytes);
    }

    private SssClient start(int count, String transport, long memoryBytesOfNode) {
        try {
            directory = Files.createTempDirectory("sss-contract");
            return start(FreePorts.take(2 * count), transport, memoryBytesOfNode);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SssClient start(List<Integer> ports, String transport, long memoryBytesOfNode) throws IOException {
        int count = ports.size() / 2;
        Map<String, String> settings = new LinkedHashMap<>(Map.of(
                "net.transport",
                transport,
                "net.ring.size",
                "1MiB",
                "durability",
                "none",
                "data.memory",
                memoryBytesOfNode + "B"));
        settings.put("net.transport.required", Boolean.toString(!transport.equals("tcp")));
        settings.put(
                "shuffle.spill.dir",
                Files.createDirectories(directory.resolve("spill")).toString());
        settings.put(
                "cluster.nodes",
                IntStream.range(0, count)
                        .mapToObj(node -> "127.0.0.1:" + ports.get(2 * node) + ":" + ports.get(2 * node + 1))
                        .collect(Collectors.joining(",")));
        for (int node = 0; node < count; node++) {
            settings.put("node.id", Integer.toString(node));
            settings.put("data.dir", directory.resolve("node-" + node).toString());
            nodes.add(Node.start(NodeConfig.of("test", settings)));
        }
        nodes.forEach(node -> node.awaitReady(PATIENCE));
        return SssClient.connect("127.0.0.1:" + ports.get(0));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        nodes.forEach(Node::close);
        nodes.clear();
        if (directory != null) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            directory = null;
        }
    }
}
