package org.sss.http.metrics;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.client.SssClient;
import org.sss.client.link.ClusterLink;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Nodes in this process, on loopback without security, and what their metrics show. One thread. */
final class MeteredCluster implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final Path directory;
    private final int count;
    private final List<Integer> ports;
    private final Map<Integer, Node> nodes = new HashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private SssClient client;

    MeteredCluster(Path directory, int count) throws IOException {
        this.directory = directory;
        this.count = count;
        ports = FreePorts.take(3 * count);
        boolean started = false;
        try {
            IntStream.range(0, count).forEach(this::start);
            nodes.values().forEach(node -> node.awaitReady(WAIT));
            client = SssClient.over(
                    new ClusterLink(new TcpTransport(), config(0).self().server()));
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    private NodeConfig config(int id) {
        Map<String, String> settings = new HashMap<>();
        settings.put("node.id", "" + id);
        settings.put(
                "cluster.nodes",
                IntStream.range(0, count)
                        .mapToObj(i -> "127.0.0.1:" + ports.get(3 * i) + ":" + ports.get(3 * i + 1))
                        .collect(Collectors.joining(",")));
        settings.put("data.dir", data(id).toString());
        settings.put("security", "off");
        settings.put("durability", "none");
        settings.put("http.port", "" + ports.get(3 * id + 2));
        settings.put("task.threads", "1");
        settings.put("task.buffer", "1MiB");
        settings.put("net.io", "nio");
        return NodeConfig.of("test", settings);
    }

    Path data(int id) {
        return directory.resolve("n" + id);
    }

    NodeAddress server(int id) {
        return config(id).self().server();
    }

    Node start(int id) {
        Node node = Node.start(config(id));
        nodes.put(id, node);
        return node;
    }

    void stop(int id) {
        nodes.remove(id).close();
    }

    SssClient client() {
        return client;
    }

    Exposition metrics(int node) {
        URI address = URI.create("http://127.0.0.1:" + ports.get(3 * node + 2) + "/metrics");
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(answer + ": " + answer.body());
            }
            return new Exposition(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException("no answer of " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        nodes.values().forEach(Node::close);
    }
}
