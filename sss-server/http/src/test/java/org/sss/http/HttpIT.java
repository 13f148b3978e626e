package org.sss.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.BearerToken;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.PageTicket;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Rpc;
import org.sss.net.testing.FreePorts;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.SecurityDirectory;

/** Two nodes on loopback: with tokens, and sessions of browsers. */
class HttpIT {
    private static final Duration WAIT = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static List<Integer> ports;
    private static Node first;
    private static Node second;
    private static SecurityDirectory security;

    @BeforeAll
    static void start() throws IOException {
        ports = FreePorts.take(6);
        first = Node.start(config(0, "on"));
        first.awaitReady(WAIT);
        second = Node.start(config(1, "on"));
        second.awaitReady(WAIT);
        security = SecurityDirectory.open(directory.resolve("security"));
    }

    private static NodeConfig config(int node, String http) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "node.id",
                Integer.toString(node),
                "cluster.nodes",
                "127.0.0.1:" + ports.get(0) + ":" + ports.get(1) + ",127.0.0.1:" + ports.get(2) + ":" + ports.get(3),
                "data.dir",
                directory.resolve("n" + node).toString(),
                "security.dir",
                directory.resolve("security").toString(),
                "task.threads",
                "1",
                "task.buffer",
                "1MiB",
                "net.io",
                "nio"));
        settings.put("http.port", http.equals("on") ? ports.get(4 + node).toString() : http);
        return NodeConfig.of("test", settings);
    }

    @AfterAll
    static void stop() {
        second.close();
        first.close();
    }

    private static <T> T asked(Role role, List<String> groups, Asking<T> asking) {
        Token token = Token.random(security.realm());
        add(TokenEntry.of(token, "", role, groups, 75, 0, 0));
        TokenFile file = new TokenFile(List.of(new TokenFile.Entry(token, List.of())));
        try (Transport transport = new AuthTransport(new TcpTransport(), () -> file);
                Connection connection = transport.connect(new NodeAddress("127.0.0.1", ports.get(0)), WAIT)) {
            return asking.of(connection);
        }
    }

    /** A call of a test. */
    private interface Asking<T> {
        T of(Connection connection);
    }

    private static PageTicket ticket(Role role, String... groups) {
        return asked(
                role,
                List.of(groups),
                connection -> Rpc.call(connection, ServerVerbs.HTTP_TICKET, new Nothing(), PageTicket.class, WAIT));
    }

    private static void add(TokenEntry entry) {
        security.changeTokens(before -> {
            List<TokenEntry> after = new ArrayList<>(before);
            after.add(entry);
            return after;
        });
    }

    private static HttpRequest.Builder to(int node, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(4 + node) + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void aTokenOpensThePage() throws Exception {
        PageTicket page = ticket(Role.READ, "sales.");
        assertThat(page.url()).isEqualTo("http://127.0.0.1:" + ports.get(4) + "/");
        HttpResponse<String> opened =
                send(to(0, "/session").POST(BodyPublishers.ofString("{\"ticket\":\"" + page.ticket() + "\"}")));
        assertThat(opened.statusCode()).isEqualTo(200);
        String cookie = opened.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
        assertThat(cookie).startsWith("sss-" + ports.get(4) + "=");
        String principal =
                new ObjectMapper().readTree(opened.body()).get("principal").asText();
        assertThat(send(to(0, "/session").header("Cookie", cookie)).body()).contains(principal, "\"sales.\"");
        assertThat(send(to(0, "/session")).statusCode()).isEqualTo(401);
        Path audit = directory.resolve("n0/audit.log");
        Awaitility.await()
                .until(() -> Files.readString(audit).contains("\"verb\":\"http.session\"")
                        && Files.readString(audit).contains("\"verb\":\"http.ticket\""));
        String id = principal.split(" ")[1];
        security.changeTokens(before ->
                before.stream().filter(entry -> !entry.id().equals(id)).toList());
        Awaitility.await()
                .until(() -> send(to(0, "/session").header("Cookie", cookie)).statusCode() == 401);
    }

    @Test
    void onlyTokensOfUsersGetATicket() {
        TokenFile nodes = security.nodeToken();
        try (Transport transport = new AuthTransport(new TcpTransport(), () -> nodes);
                Connection connection = transport.connect(new NodeAddress("127.0.0.1", ports.get(0)), WAIT)) {
            assertThatThrownBy(
                            () -> Rpc.call(connection, ServerVerbs.HTTP_TICKET, new Nothing(), PageTicket.class, WAIT))
                    .hasMessageContaining("sessions are for owners of tokens");
        }
    }

    @Test
    void otherPortsRefuseTokensForHttp() {
        BearerToken bearer = BearerToken.random();
        add(TokenEntry.of(bearer, "", Role.ADMIN, List.of(), 75, 0, 0));
        Token same = Token.parse("sss1." + security.realm() + bearer.text().substring("sssh1".length()));
        TokenFile file = new TokenFile(List.of(new TokenFile.Entry(same, List.of())));
        try (Transport transport = new AuthTransport(new TcpTransport(), () -> file)) {
            assertThatThrownBy(() -> transport.connect(new NodeAddress("127.0.0.1", ports.get(0)), WAIT))
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("is for HTTP only");
        }
    }

    @Test
    void aMonitorReadsMetricsOfAllNodes() throws Exception {
        BearerToken monitor = BearerToken.random();
        add(TokenEntry.of(monitor, "prometheus", Role.MONITOR, List.of(), 75, 0, 0));
        for (int node = 0; node < 2; node++) {
            assertThat(send(to(node, "/metrics").header("Authorization", "Bearer " + monitor.text()))
                            .body())
                    .contains("# TYPE sss_");
            assertThat(send(to(node, "/metrics")).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void allNodesAnswerProbesAndNodeZeroHasThePage() throws Exception {
        for (int node = 0; node < 2; node++) {
            assertThat(send(to(node, "/healthz")).body()).isEqualTo("ok\n");
            assertThat(send(to(node, "/readyz")).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> elsewhere = send(to(1, "/"));
        assertThat(elsewhere.statusCode()).isEqualTo(421);
        assertThat(elsewhere.body()).contains("the page and its API are on node 0");
        HttpResponse<String> missing = send(to(0, "/no/../../file.js"));
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.headers().firstValue("content-security-policy")).isPresent();
    }
}
