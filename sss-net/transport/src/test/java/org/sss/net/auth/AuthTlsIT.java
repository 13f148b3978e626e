package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpSecurity;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.net.transport.tls.TestCertificates;

/** The handshake of tokens inside of TLS: a node of one cluster cannot relay it to another cluster. */
class AuthTlsIT {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Verb WHO = Verb.ofGroups("who", Role.READ);

    @TempDir
    private Path directory;

    private final List<Transport> transports = new ArrayList<>();
    private final TestCertificates authority = new TestCertificates();
    private final TestCertificates other = new TestCertificates();
    private final TestTokens tokens = new TestTokens();
    private final Token token = tokens.add(Role.ADMIN);
    private NodeAddress node;

    @BeforeEach
    void listen() throws IOException {
        RpcService verbs =
                new RpcService(ForkJoinPool.commonPool()).onCaller(WHO, String.class, (text, caller) -> caller.name());
        node = listen(
                TcpSecurity.nodes(authority.node(directory.resolve("node"), "node-0")),
                new AuthService(verbs, tokens, 8));
    }

    @AfterEach
    void close() {
        transports.forEach(Transport::close);
    }

    @Test
    void clientConnectsWithTheTokensOfSeveralClusters() {
        Token foreign = Token.random(Token.newRealm());
        TokenFile file = new TokenFile(List.of(entry(foreign, other), entry(token, authority)));
        assertThat(Rpc.call(connect(file, node), WHO, "", String.class, WAIT)).contains(token.id());
    }

    @Test
    void clientRejectsANodeOfOneClusterThatPosesAsOneOfAnother() throws IOException {
        TokenFile file = new TokenFile(List.of(entry(token, authority), entry(Token.random(Token.newRealm()), other)));
        TcpSecurity ofOther = TcpSecurity.nodes(other.node(directory.resolve("relay"), "node-0"));
        assertThat(error(ErrorCode.UNAUTHENTICATED, file, relay(ofOther)))
                .contains("was made for a listener with the certificate", "relays it");
        assertThat(error(ErrorCode.UNAUTHENTICATED, file, pose(ofOther)))
                .contains("does not come from the CA of the cluster of " + token);
    }

    /** As if the client had both CAs for the cluster, and by a node of the same cluster. */
    @Test
    void nodeRejectsAProofThatWasMadeForAnotherCertificate() throws IOException {
        TokenFile file = new TokenFile(
                List.of(new TokenFile.Entry(token, List.of(authority.certificate(), other.certificate()))));
        for (TestCertificates relays : List.of(other, authority)) {
            NodeAddress relay = relay(TcpSecurity.nodes(relays.node(directory.resolve("relay"), "node-1")));
            assertThat(error(ErrorCode.UNAUTHENTICATED, file, relay))
                    .contains("was made for a listener with the certificate", "relays it");
        }
    }

    @Test
    void nodeWithTlsRejectsAProofThatWasMadeWithoutTls() throws IOException {
        NodeAddress relay = relay(TcpSecurity.OFF);
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        new TokenFile(List.of(new TokenFile.Entry(token, List.of()))),
                        relay))
                .contains("was made for " + relay + " without TLS, and this is a listener with the certificate");
    }

    @Test
    void clientDoesNotProveATokenOfAClusterWithTlsWithoutIt() throws IOException {
        assertThat(error(
                        ErrorCode.UNAUTHENTICATED,
                        new TokenFile(List.of(entry(token, authority))),
                        pose(TcpSecurity.OFF)))
                .contains("the cluster of " + token + " uses TLS, and the program at this address does not");
    }

    private static TokenFile.Entry entry(Token token, TestCertificates authority) {
        return new TokenFile.Entry(token, List.of(authority.certificate()));
    }

    private Connection connect(TokenFile file, NodeAddress to) {
        return new AuthTransport(transport(TcpSecurity.client(file::authorities)), () -> file).connect(to, WAIT);
    }

    private String error(ErrorCode code, TokenFile file, NodeAddress to) {
        SssException error = catchThrowableOfType(SssException.class, () -> connect(file, to));
        assertThat(error).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error.getMessage();
    }

    private Transport transport(TcpSecurity security) {
        Transport transport = new TcpTransport(TcpConfig.DEFAULTS.withThreads(1), security);
        transports.add(transport);
        return transport;
    }

    private NodeAddress listen(TcpSecurity security, Service service) {
        return transport(security)
                .listen(new NodeAddress("127.0.0.1", 0), service)
                .address();
    }

    /** A program that asks for the proof of a token of the cluster. */
    private NodeAddress pose(TcpSecurity security) {
        return listen(security, (verb, header, stream) -> {
            stream.trySend(
                    Unpooled.wrappedBuffer(Json.write(new Handshake.Challenge(token.realm(), Handshake.nonce()))));
            return new Recorder();
        });
    }

    /** A program that passes the streams of its clients on to the node. */
    private NodeAddress relay(TcpSecurity security) {
        List<X509Certificate> authorities = List.of(authority.certificate());
        Connection upstream = transport(TcpSecurity.client(() -> authorities)).connect(node, WAIT);
        return listen(
                security, (verb, header, stream) -> new Relayed(upstream.open(verb, header, new Relayed(stream))));
    }

    /** What comes on one stream goes to the other. */
    private record Relayed(Stream other) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            if (!other.trySend(data)) {
                data.release();
            }
        }

        @Override
        public void onEnd(Message trailer) {
            other.end(trailer);
        }

        @Override
        public void onError(SssException error) {
            other.fail(error);
        }
    }
}
