package org.sss.client.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.Grouping;
import org.sss.client.LocalCluster;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/**
 * One to four nodes of this JVM with any settings that results do not depend on, above all with so little memory that
 * tuples are cut into many runs. One thread.
 */
final class RandomCluster implements AutoCloseable {
    private static final int MAX_NODES = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Random random;
    private final Path directory;
    private final boolean tcp;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final int count;
    private final List<Node> nodes = new ArrayList<>();
    private SssClient client;

    private RandomCluster(Random random, Path directory) {
        this.random = random;
        this.directory = directory;
        count = 1 + random.nextInt(MAX_NODES);
        tcp = random.nextInt(3) > 0;
        set("task.buffer", "1KiB", "16KiB", "256KiB", "0B");
        set("task.grouping", "auto", "hash", "sort");
        set("task.threads", "1", "2", "3");
        if (tcp) {
            set("storage.layout", "blocks", "blocks", "blocks", "memory", "memory", "tuples");
            set("data.memory", "1KiB", "64KiB", "1MiB", "0B");
            set("cluster.subgroups", "0", Integer.toString(count), "5", "17");
            set("net.io", "auto", "nio");
            set("net.transport", "tcp", "shm");
            set("net.ring.size", "128KiB", "1MiB");
            settings.put("durability", "none");
        }
    }

    /** @param directory of nothing else */
    static RandomCluster start(Random random, Path directory) throws IOException {
        RandomCluster cluster = new RandomCluster(random, directory);
        try {
            cluster.start();
            return cluster;
        } catch (RuntimeException | IOException e) {
            cluster.close();
            throw e;
        }
    }

    private void set(String name, String... values) {
        settings.put(name, values[random.nextInt(values.length)]);
    }

    private void start() throws IOException {
        if (tcp) {
            List<Integer> ports = FreePorts.take(2 * count);
            settings.put(
                    "cluster.nodes",
                    IntStream.range(0, count)
                            .mapToObj(node -> "127.0.0.1:" + ports.get(2 * node) + ":" + ports.get(2 * node + 1))
                            .collect(Collectors.joining(",")));
            for (int node = 0; node < count; node++) {
                Map<String, String> own = new LinkedHashMap<>(settings);
                own.put("node.id", Integer.toString(node));
                own.put(
                        "shuffle.spill.dir",
                        Files.createDirectories(directory.resolve("spill")).toString());
                own.put("data.dir", directory.resolve("node-" + node).toString());
                nodes.add(Node.start(NodeConfig.of("test", own)));
            }
            nodes.forEach(node -> node.awaitReady(PATIENCE));
            client = SssClient.connect("127.0.0.1:" + ports.get(0));
        } else {
            Map<String, Integer> bytes = Map.of("1KiB", 1 << 10, "16KiB", 16 << 10, "256KiB", 256 << 10, "0B", 0);
            client = LocalCluster.start(
                    count,
                    LocalSettings.defaults()
                            .withTaskBufferBytes(bytes.get(settings.get("task.buffer")))
                            .withTaskThreads(Integer.parseInt(settings.get("task.threads")))
                            .withGrouping(Grouping.valueOf(
                                    settings.get("task.grouping").toUpperCase(Locale.ROOT))));
        }
    }

    SssClient client() {
        return client;
    }

    /** Restarts all nodes with the data in their files. Returns true if that is all data. */
    boolean restarted() throws IOException {
        if (!tcp || settings.get("storage.layout").equals("memory")) {
            return false;
        }
        close();
        nodes.clear();
        start();
        return true;
    }

    @Override
    public String toString() {
        return count + (tcp ? " nodes by TCP, " : " nodes in one process, ") + settings;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        nodes.forEach(Node::close);
    }
}
