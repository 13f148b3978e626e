package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.client.SssClient;
import org.sss.client.link.ClusterLink;
import org.sss.http.server.Request;
import org.sss.http.session.Clients;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Transport;
import org.sss.server.node.EmbeddedCluster;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.HttpNode;

/** A cluster in this process with its API. One thread at a time. */
final class ApiCluster implements AutoCloseable {
    static final Principal ADMIN = new Principal("token of admin", Role.ADMIN, List.of(), 75);
    static final Principal READER = new Principal("token of reader", Role.READ, List.of(), 75);
    /** May use groups that start with {@code mine.} only. */
    static final Principal RESTRICTED = new Principal("token of guest", Role.WRITE, List.of("mine."), 75);

    final ApiDocument document = new ApiDocument();
    /** Operations that were compared with the document. */
    final Set<String> checked = new TreeSet<>();

    final SssClient client;
    final Api api;
    private final EmbeddedCluster cluster;
    private final Clients clients;

    ApiCluster(Path directory, int nodes) {
        cluster = EmbeddedCluster.start(
                nodes, directory, EmbeddedConfig.defaults().withTaskThreads(2).withSyncsCommits(false));
        client = SssClient.over(new ClusterLink(cluster.transport(), cluster.coordinator()));
        HttpNode node = node(cluster.transport(), nodes);
        clients = new Clients(node);
        api = new Api(node, clients);
    }

    /** Node 0 as far as the API asks it. */
    private static HttpNode node(Transport transport, int nodes) {
        return (HttpNode) Proxy.newProxyInstance(
                HttpNode.class.getClassLoader(),
                new Class<?>[] {HttpNode.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "config" -> config(nodes);
                    case "transport" -> transport.as(Peer.within((Principal) arguments[0]));
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    private static NodeConfig config(int nodes) {
        String addresses = IntStream.range(0, nodes)
                .mapToObj(node -> "embedded-" + node + ":21200:21201")
                .collect(Collectors.joining(","));
        return NodeConfig.of("a test", Map.of("node.id", "0", "cluster.nodes", addresses, "data.dir", "unused"));
    }

    /**
     * Sends a request and compares the answer with the document.
     *
     * @param path  of the document, with {@code {}} for each of {@code names}
     * @param query such as {@code limit=3&from=x}, not encoded
     */
    FakeResponse ask(Principal caller, String method, String path, String query, String body, String... names)
            throws IOException {
        FakeResponse response = new FakeResponse();
        handle(response, caller, method, path, query, body, names);
        String operation = method.toLowerCase(java.util.Locale.ROOT);
        String pattern = documented(path);
        JsonNode content = document.answer(pattern, operation, response.status).get("content");
        String type = response.type.replaceAll(";.*", "");
        assertThat(content.has(type)).as(type).isTrue();
        if (type.equals("application/json")) {
            document.check(content.get(type).get("schema"), response.text());
        }
        checked.add(operation + " " + pattern);
        return response;
    }

    void handle(
            FakeResponse response,
            Principal caller,
            String method,
            String path,
            String query,
            String body,
            String... names)
            throws IOException {
        List<String> segments = new ArrayList<>(List.of("api", "v1"));
        int name = 0;
        for (String segment : path.substring(1).split("/")) {
            segments.add(segment.equals("{}") ? names[name++] : segment);
        }
        Map<String, String> parameters = new java.util.HashMap<>();
        Stream.of(query.split("&"))
                .filter(one -> !one.isEmpty())
                .map(one -> one.split("=", 2))
                .forEach(one -> parameters.put(one[0], one[1]));
        api.handle(
                new Request(method, segments, parameters, Map.of(), body.getBytes(StandardCharsets.UTF_8), caller),
                response);
    }

    private static String documented(String path) {
        return path.startsWith("/workflows") ? path.replace("{}", "{id}") : path.replace("{}", "{name}");
    }

    JsonNode get(Principal caller, String path, String query, String... names) throws IOException {
        return Json.mapper().readTree(ask(caller, "GET", path, query, "", names).text());
    }

    JsonNode get(String path, String query, String... names) throws IOException {
        return get(ADMIN, path, query, names);
    }

    @Override
    public void close() {
        api.close();
        clients.close();
        client.close();
        cluster.close();
    }
}
