package org.sss.server.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.SecurityDirectory;

/** A cluster of one node on loopback, over TCP and with tokens, and clients with different tokens. One thread. */
final class SecuredNode implements AutoCloseable {
    private final Node node;
    private final NodeConfig config;
    private final SecurityDirectory security;
    private final List<Transport> transports = new ArrayList<>();

    SecuredNode(Path directory) throws IOException {
        List<Integer> ports = FreePorts.take(2);
        Path files = directory.resolve("security");
        config = NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        "127.0.0.1:" + ports.get(0) + ":" + ports.get(1),
                        "data.dir",
                        directory.resolve("n0").toString(),
                        "security.dir",
                        files.toString(),
                        "task.threads",
                        "1",
                        "task.buffer",
                        "1MiB",
                        "net.io",
                        "nio"));
        node = Node.start(config);
        node.awaitReady(TestClient.WAIT);
        security = SecurityDirectory.open(files);
    }

    NodeAddress server() {
        return config.self().server();
    }

    NodeAddress data() {
        return config.self().data();
    }

    TokenFile admin() {
        return security.adminToken();
    }

    TokenFile ofNodes() {
        return security.nodeToken();
    }

    TokenFile token(Role role, String... groups) {
        return token(role, Principal.DEFAULT_SHARE, 0, groups);
    }

    /** @param expiresMillis time since 1970, or 0 */
    TokenFile token(Role role, int share, long expiresMillis, String... groups) {
        Token token = Token.random(security.realm());
        change(TokenEntry.of(token, "", role, List.of(groups), share, System.currentTimeMillis(), expiresMillis), null);
        return new TokenFile(List.of(new TokenFile.Entry(token, List.of())));
    }

    void revoke(TokenFile file) {
        change(null, id(file));
    }

    private void change(TokenEntry added, String removed) {
        security.changeTokens(before -> {
            List<TokenEntry> after = new ArrayList<>(before);
            after.removeIf(entry -> entry.id().equals(removed));
            if (added != null) {
                after.add(added);
            }
            return after;
        });
    }

    static String id(TokenFile file) {
        return file.entries().get(0).token().id();
    }

    /** A transport that is closed with this. */
    Transport transport(TokenFile token) {
        Transport transport = new AuthTransport(new TcpTransport(), () -> token);
        transports.add(transport);
        return transport;
    }

    TestClient client(TokenFile token) {
        return new TestClient(transport(token), server());
    }

    @Override
    public void close() {
        transports.forEach(Transport::close);
        node.close();
    }
}
