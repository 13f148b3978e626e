package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.cli.security.Certificates;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.SecurityDirectory;

/** Prometheus itself, where it is installed, with the configuration in {@code conf}: TLS, and a token for it. */
class PrometheusIT {
    private static final Path CONF = Path.of("../../conf/prometheus");
    private static final Duration WAIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Node node;
    private Process prometheus;

    @AfterEach
    void stop() throws InterruptedException {
        if (prometheus != null) {
            prometheus.destroy();
            prometheus.waitFor();
        }
        if (node != null) {
            node.close();
        }
    }

    @Test
    void scrapesWithTlsAndTheTokenOfTheRoleMonitor() throws Exception {
        boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "prometheus")));
        assumeTrue(isThere, "prometheus is not installed; it is in the package 'prometheus' of Debian");
        SecurityDirectory.create(directory.resolve("security"), Certificates::addAuthorityAndNode);
        makeToken();
        List<Integer> ports = FreePorts.take(4);
        startNode(ports);
        startPrometheus(ports.get(3), ports.get(2));
        await().atMost(WAIT).until(() -> ask(ports.get(3), "up{job=\"sss\"}").contains("\"1\"]"));
        assertThat(ask(ports.get(3), "sss_nodes{state=\"up\"}")).contains("\"node\":\"0\"", "\"1\"]");
        assertThat(ask(ports.get(3), "sss_expiry_timestamp_seconds"))
                .contains("\"kind\":\"certificate\"", "\"kind\":\"ca\"");
        String rules = get(URI.create("http://127.0.0.1:" + ports.get(3) + "/api/v1/rules"));
        assertThat(rules).contains("SssNodeDown", "SssJobsFailing").doesNotContain("\"health\":\"err\"");
    }

    private void makeToken() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] command = {
            "security",
            "token",
            "--dir",
            directory.resolve("security").toString(),
            "--role",
            "monitor",
            "--http",
            "--output-file",
            directory.resolve("sss-token").toString()
        };
        int code = Main.run(command, new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        assertThat(code).as(err.toString(UTF_8)).isZero();
    }

    private void startNode(List<Integer> ports) {
        node = Node.start(NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        "127.0.0.1:" + ports.get(0) + ":" + ports.get(1),
                        "data.dir",
                        directory.resolve("n0").toString(),
                        "security.dir",
                        directory.resolve("security").toString(),
                        "security",
                        "on",
                        "http.port",
                        ports.get(2).toString())));
        node.awaitReady(WAIT);
    }

    /** With the example, but for paths, ports and the interval. */
    private void startPrometheus(int port, int scraped) throws IOException {
        Path authority = directory.resolve("security").resolve(SecurityDirectory.CA_CERTIFICATE);
        String config = Files.readString(CONF.resolve("prometheus.yml.example"))
                .replace("scrape_interval: 15s", "scrape_interval: 200ms")
                .replace(
                        "/etc/prometheus/sss-token",
                        directory.resolve("sss-token").toString())
                .replace("/etc/prometheus/sss-ca.pem", authority.toString())
                .replaceAll("(?m)^ *- (beta|gamma)\\.example\\.org:.*\\n", "")
                .replace("alpha.example.org:21202", "127.0.0.1:" + scraped);
        Path file = Files.writeString(directory.resolve("prometheus.yml"), config);
        Files.copy(CONF.resolve("sss-alerts.yml"), directory.resolve("sss-alerts.yml"));
        prometheus = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
    }

    private String ask(int port, String query) {
        return get(URI.create("http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, UTF_8)));
    }

    /** Returns the error while it does not listen yet. */
    private String get(URI address) {
        try {
            return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
