package org.sss.http.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.client.SssClient;
import org.sss.client.link.ClusterLink;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ServerVerbs;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.SecurityDirectory;

/** A cluster on loopback with tokens, whose node 0 serves the page; and a client that may do all. One thread. */
final class PageCluster implements AutoCloseable {
    private static final Duration WAIT = Duration.ofSeconds(60);

    final SssClient client;
    private final List<Node> nodes = new ArrayList<>();
    private final SecurityDirectory security;
    private final NodeConfig config;

    PageCluster(Path directory, int size) throws IOException {
        List<Integer> ports = FreePorts.take(3 * size);
        String addresses = IntStream.range(0, size)
                .mapToObj(node -> "127.0.0.1:" + ports.get(3 * node) + ":" + ports.get(3 * node + 1))
                .collect(Collectors.joining(","));
        List<NodeConfig> configs = IntStream.range(0, size)
                .mapToObj(node -> config(directory, node, addresses, ports.get(3 * node + 2)))
                .toList();
        config = configs.get(0);
        configs.forEach(one -> nodes.add(Node.start(one)));
        nodes.get(0).awaitReady(WAIT);
        security = SecurityDirectory.open(directory.resolve("security"));
        client = client(security.adminToken());
    }

    private static NodeConfig config(Path directory, int node, String addresses, int httpPort) {
        return NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        Integer.toString(node),
                        "cluster.nodes",
                        addresses,
                        "data.dir",
                        directory.resolve("n" + node).toString(),
                        "security.dir",
                        directory.resolve("security").toString(),
                        "http.port",
                        Integer.toString(httpPort),
                        "cluster.subgroups",
                        "8",
                        "task.threads",
                        "2",
                        "net.io",
                        "nio"));
    }

    private SssClient client(TokenFile token) {
        return SssClient.over(new ClusterLink(
                new AuthTransport(new TcpTransport(), () -> token),
                config.self().server()));
    }

    TokenFile admin() {
        return security.adminToken();
    }

    TokenFile token(Role role, String... groups) {
        Token token = Token.random(security.realm());
        long now = System.currentTimeMillis();
        TokenEntry entry = TokenEntry.of(token, "", role, List.of(groups), Principal.DEFAULT_SHARE, now, 0);
        security.changeTokens(before -> {
            List<TokenEntry> after = new ArrayList<>(before);
            after.add(entry);
            return after;
        });
        return new TokenFile(List.of(new TokenFile.Entry(token, List.of())));
    }

    void revoke(TokenFile file) {
        String id = file.entries().get(0).token().id();
        security.changeTokens(before ->
                before.stream().filter(entry -> !entry.id().equals(id)).toList());
    }

    /** The address of the page with a ticket of the owner of {@code token}, which is valid once. */
    String address(TokenFile token) {
        ClusterLink link = new ClusterLink(
                new AuthTransport(new TcpTransport(), () -> token),
                config.self().server());
        try (link) {
            ServerVerbs.PageTicket ticket =
                    link.ask(ServerVerbs.HTTP_TICKET, new ServerVerbs.Nothing(), ServerVerbs.PageTicket.class);
            return ticket.url() + "#" + ticket.ticket();
        }
    }

    void stop(int node) {
        nodes.get(node).close();
    }

    @Override
    public void close() {
        client.close();
        nodes.forEach(Node::close);
    }
}
