package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.cli.security.Certificates;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.UserTokens;

/** {@code sss ui}, and a browser that opens its address. */
class UiCommandIT {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Node node;

    @AfterEach
    void close() {
        node.close();
    }

    private void start(List<Integer> ports, String security, String httpPort) {
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
                        security,
                        "http.port",
                        httpPort)));
        node.awaitReady(Duration.ofSeconds(30));
    }

    private int ui(List<Integer> ports) {
        return Main.run(
                new String[] {"ui", "--print", "--cluster", "127.0.0.1:" + ports.get(0)},
                out,
                new PrintStream(err, true, UTF_8),
                false);
    }

    @Test
    void opensThePageWithTheCertificateOfTheNode() throws Exception {
        SecurityDirectory security =
                SecurityDirectory.create(directory.resolve("security"), Certificates::addAuthorityAndNode);
        UserTokens.add(security);
        List<Integer> ports = FreePorts.take(3);
        start(ports, "on", ports.get(2).toString());
        assertThat(ui(ports)).as(err.toString(UTF_8)).isZero();
        String address = out.toString(UTF_8).strip();
        String page = "https://127.0.0.1:" + ports.get(2) + "/";
        assertThat(address).startsWith(page + "#");
        HttpClient browser = trusting(CertificateFile.read(security.file(SecurityDirectory.CA_CERTIFICATE))
                .get(0));
        HttpResponse<String> opened = browser.send(
                HttpRequest.newBuilder(URI.create(page + "session"))
                        .POST(BodyPublishers.ofString(
                                "{\"ticket\":\"" + address.substring(address.indexOf('#') + 1) + "\"}"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(opened.statusCode()).isEqualTo(200);
        assertThat(opened.body()).contains("\"role\":\"admin\"");
        assertThat(opened.headers().firstValue("set-cookie").orElseThrow()).contains("; Secure");
        assertThatThrownBy(() -> browser.send(
                        HttpRequest.newBuilder(URI.create("http" + page.substring("https".length()) + "healthz"))
                                .build(),
                        BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
    }

    private static HttpClient trusting(X509Certificate authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    void needsNoTicketWithoutSecurity() throws Exception {
        List<Integer> ports = FreePorts.take(3);
        start(ports, "off", ports.get(2).toString());
        try (SssClient client = SssClient.connect("127.0.0.1:" + ports.get(0), () -> Credentials.NONE)) {
            assertThat(client.admin().page()).isEqualTo("http://127.0.0.1:" + ports.get(2) + "/");
        }
    }

    @Test
    void saysThatThereIsNoPage() throws Exception {
        List<Integer> ports = FreePorts.take(2);
        start(ports, "auto", "none");
        assertThat(ui(ports)).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("node 0 serves no page: http.port = none");
    }
}
