package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.testing.ErrorLog;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tls.TestCertificates;
import org.sss.net.transport.tls.Tls;

class TlsIT {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Verb WHO = Verb.of("who", Role.NODE);
    private static final TcpConfig CONFIG = TcpConfig.DEFAULTS.withThreads(1);

    @TempDir
    private Path directory;

    private final TestCertificates authority = new TestCertificates();
    private final List<Transport> transports = new ArrayList<>();
    private final RpcService service =
            new RpcService(ForkJoinPool.commonPool()).onCaller(WHO, String.class, (text, caller) -> caller.name());
    private NodeAddress address;

    @BeforeEach
    void listen() throws Exception {
        address = listen(TcpSecurity.nodes(authority.node(directory.resolve("node-0"), "node-0")));
    }

    @AfterEach
    void close() {
        transports.forEach(Transport::close);
    }

    @Test
    void nodeIsKnownByItsCertificate() throws Exception {
        Connection connection = connect(TcpSecurity.nodes(authority.node(directory.resolve("node-1"), "node-1")));
        assertThat(Rpc.call(connection, WHO, "", String.class, WAIT)).isEqualTo("node node-1");
    }

    @Test
    void bothSidesMayRejectTheCertificateOfANode() throws Exception {
        Consumer<X509Certificate> check = certificate -> {
            if (certificate.getSubjectX500Principal().getName().contains("node-1")) {
                throw Unauthenticated.error("node-1 is not wanted");
            }
        };
        address = listen(TcpSecurity.nodes(authority.node(directory.resolve("node-0"), "node-0"), check));
        Connection connection = connect(TcpSecurity.nodes(authority.node(directory.resolve("node-1"), "node-1")));
        await().atMost(WAIT).until(() -> !connection.isOpen());
        assertThat(catchThrowableOfType(SssException.class, () -> Rpc.call(connection, WHO, "", String.class, WAIT))
                        .getCause())
                .hasMessageContaining("was closed by it: node-1 is not wanted");
        address = listen(TcpSecurity.nodes(authority.node(directory.resolve("node-1"), "node-1")));
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        () -> connect(TcpSecurity.nodes(authority.node(directory.resolve("node-0"), "node-0"), check))))
                .contains("node-1 is not wanted");
    }

    @Test
    void clientWithTheAuthorityConnectsOnLoopbackAfterThePlainAttempt() {
        Connection connection = connect(TcpSecurity.client(() -> List.of(authority.certificate())));
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> Rpc.call(connection, WHO, "", String.class, WAIT)))
                .contains("requires a token", "SSS_TOKEN_FILE");
    }

    @Test
    void plainClientLearnsThatTlsIsRequired() {
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(TcpSecurity.OFF)))
                .contains("requires TLS and a token", "SSS_TOKEN_FILE");
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(TcpSecurity.client(List::of))))
                .contains("SSS_TOKEN_FILE");
    }

    @Test
    void nodeRejectsPlainListener() throws Exception {
        address = listen(TcpSecurity.OFF);
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        () -> connect(TcpSecurity.nodes(authority.node(directory.resolve("node-1"), "node-1")))))
                .contains("does not use TLS", "security = on");
    }

    @Test
    void rejectsListenerOfAnotherAuthority() throws Exception {
        TestCertificates other = new TestCertificates();
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        () -> connect(TcpSecurity.client(() -> List.of(other.certificate())))))
                .contains("does not come from the CA of this cluster");
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        () -> connect(TcpSecurity.nodes(other.node(directory.resolve("other"), "node-1")))))
                .contains("does not come from the CA of this cluster");
    }

    /** With a CA file of both clusters, as during a change of the CA that has not reached all nodes. */
    @Test
    void listenerRejectsCertificateOfAnotherAuthority() throws Exception {
        TestCertificates other = new TestCertificates();
        other.write(directory.resolve("forged"), "node-1", Instant.now().plus(Duration.ofDays(1)));
        Files.write(
                directory.resolve("forged/ca.crt"),
                Files.readAllBytes(directory.resolve("node-0/ca.crt")),
                StandardOpenOption.APPEND);
        Tls forged = TestCertificates.tls(directory.resolve("forged"));
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(TcpSecurity.nodes(forged))))
                .contains("does not accept the certificate of this side");
    }

    @Test
    void rejectsFilesThatDoNotBelongTogether() throws Exception {
        new TestCertificates()
                .write(directory.resolve("other"), "node-1", Instant.now().plus(Duration.ofDays(1)));
        for (String[] file : new String[][] {
            {"ca.crt", "does not come from a CA of"}, {"node.key", "is not the key of the certificate"}
        }) {
            authority.write(directory.resolve("mixed"), "node-1", Instant.now().plus(Duration.ofDays(1)));
            Files.copy(
                    directory.resolve("other").resolve(file[0]),
                    directory.resolve("mixed").resolve(file[0]),
                    StandardCopyOption.REPLACE_EXISTING);
            assertThat(error(ErrorCode.INVALID_ARGUMENT, () -> TestCertificates.tls(directory.resolve("mixed"))))
                    .contains(file[1]);
        }
    }

    @Test
    void keepsTheCertificateWhileFilesAreReplacedOneByOne() throws Exception {
        Files.move(directory.resolve("node-0/node.key"), directory.resolve("old.key"));
        authority.write(directory.resolve("node-0"), "renamed", Instant.now().plus(Duration.ofDays(1)));
        Path renewed = directory.resolve("node-0/node.key");
        Files.move(renewed, directory.resolve("new.key"));
        Files.move(directory.resolve("old.key"), renewed);
        assertThat(connect(TcpSecurity.client(() -> List.of(authority.certificate())))
                        .isOpen())
                .isTrue();
        Files.move(directory.resolve("new.key"), renewed, StandardCopyOption.REPLACE_EXISTING);
        assertThat(connect(TcpSecurity.client(() -> List.of(authority.certificate())))
                        .isOpen())
                .isTrue();
    }

    @Test
    void peerThatTricklesItsHandshakeIsDisconnected() throws Exception {
        Transport transport = new TcpTransport(
                CONFIG.withTimeouts(CONFIG.idleTimeout(), Duration.ofMillis(500)),
                TcpSecurity.nodes(TestCertificates.tls(directory.resolve("node-0"))));
        transports.add(transport);
        NodeAddress impatient =
                transport.listen(new NodeAddress("127.0.0.1", 0), service).address();
        try (Socket socket = new Socket(impatient.host(), impatient.port())) {
            socket.getOutputStream().write(new byte[] {22, 3, 1, 1, 0});
            await().atMost(WAIT).pollInterval(Duration.ofMillis(50)).until(() -> {
                try {
                    socket.getOutputStream().write(0);
                    return false;
                } catch (SocketException closed) {
                    return true;
                }
            });
        }
    }

    @Test
    void clientWithTlsAtAPlainListenerIsExplainedAtBothSides() throws Exception {
        address = listen(TcpSecurity.OFF);
        try (ErrorLog log = ErrorLog.open(Level.WARN)) {
            TcpSecurity node = TcpSecurity.nodes(authority.node(directory.resolve("node-1"), "node-1"));
            assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(node))).contains(address.toString());
            List<String> logged = new ArrayList<>();
            await().atMost(WAIT)
                    .until(() -> logged.addAll(log.take())
                            | logged.stream().anyMatch(line -> line.contains("it uses TLS, and this listener")));
        }
    }

    @Test
    void rejectsExpiredCertificate() throws Exception {
        authority.write(directory.resolve("old"), "node-0", Instant.now().minusSeconds(60));
        address = listen(TcpSecurity.nodes(TestCertificates.tls(directory.resolve("old"))));
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        () -> connect(TcpSecurity.client(() -> List.of(authority.certificate())))))
                .contains("not valid at the time of this machine", "--renew");
    }

    @Test
    void rejectsOlderProtocol() throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(null, new TrustManager[] {new TrustAll()}, new SecureRandom());
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(address.host(), address.port())) {
            socket.setSoTimeout((int) WAIT.toMillis());
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThat(catchThrowableOfType(SSLException.class, socket::startHandshake))
                    .hasMessageContaining("protocol_version");
        }
    }

    @Test
    void usesRenewedCertificateForNewConnections() throws Exception {
        Connection before = connect(TcpSecurity.nodes(TestCertificates.tls(directory.resolve("node-0"))));
        TestCertificates next = new TestCertificates();
        next.write(directory.resolve("node-0"), "renamed", Instant.now().plus(Duration.ofDays(1)));
        Connection after = connect(TcpSecurity.client(() -> List.of(next.certificate())));
        assertThat(after.isOpen()).isTrue();
        assertThat(Rpc.call(before, WHO, "", String.class, WAIT)).isEqualTo("node node-0");
    }

    @Test
    void keepsTheCertificateWhenTheNewFileIsDamaged() throws Exception {
        Files.writeString(directory.resolve("node-0/node.crt"), "damaged");
        assertThat(connect(TcpSecurity.client(() -> List.of(authority.certificate())))
                        .isOpen())
                .isTrue();
    }

    @Test
    void peerThatSendsMoreThanAllowedWithoutTokenIsDisconnected() throws Exception {
        address = listen(TcpSecurity.tokens());
        try (Socket socket = new Socket(address.host(), address.port())) {
            socket.setSoTimeout((int) WAIT.toMillis());
            socket.getOutputStream().write("SSS1".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(new byte[] {0, 1, 0, 0, 0, 16, 0, 0, 0, 0, 31, 64});
            socket.getOutputStream().write(new byte[] {0, 0, 32, 0, 1, 0, 0, 0, 0, 0, 0, 1});
            socket.getOutputStream().write(new byte[8 << 10]);
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .hasSizeLessThan(1_000)
                    .contains(
                            "UNAUTHENTICATED",
                            "more than 4096 bytes came before the proof of a token",
                            "SSS_TOKEN_FILE");
        }
    }

    @Test
    void nothingIsSentBeforeTheTlsOfThePeer() throws Exception {
        Transport transport = new TcpTransport(
                CONFIG.withTimeouts(Duration.ofMillis(200), Duration.ofMillis(500)),
                TcpSecurity.nodes(TestCertificates.tls(directory.resolve("node-0"))));
        transports.add(transport);
        NodeAddress impatient =
                transport.listen(new NodeAddress("127.0.0.1", 0), service).address();
        try (Socket socket = new Socket(impatient.host(), impatient.port())) {
            socket.setSoTimeout((int) WAIT.toMillis());
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void peerThatDoesNotAuthenticateIsDisconnected() throws Exception {
        Transport transport = new TcpTransport(
                CONFIG.withTimeouts(CONFIG.idleTimeout(), Duration.ofMillis(300)), TcpSecurity.tokens());
        transports.add(transport);
        NodeAddress impatient =
                transport.listen(new NodeAddress("127.0.0.1", 0), service).address();
        Transport plain = new TcpTransport(CONFIG);
        transports.add(plain);
        Connection connection = plain.connect(impatient, WAIT);
        await().atMost(WAIT).until(() -> !connection.isOpen());
        SssException closed =
                catchThrowableOfType(SssException.class, () -> Rpc.call(connection, WHO, "", String.class, WAIT));
        assertThat(closed.getCause())
                .hasMessageContaining("was closed by it: no proof of a token came within 300 ms")
                .hasMessageContaining("overloaded")
                .hasMessageNotContaining("SSS_TOKEN_FILE");
    }

    private NodeAddress listen(TcpSecurity security) {
        Transport transport = new TcpTransport(CONFIG, security);
        transports.add(transport);
        return transport.listen(new NodeAddress("127.0.0.1", 0), service).address();
    }

    private Connection connect(TcpSecurity security) {
        Transport transport = new TcpTransport(CONFIG, security);
        transports.add(transport);
        return transport.connect(address, WAIT);
    }

    private static String error(ErrorCode code, ThrowingCallable call) {
        SssException error = catchThrowableOfType(SssException.class, call);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error.getMessage();
    }

    /** Of a client that does not care. */
    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // accepts all
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // accepts all
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
