package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpSecurity;
import org.sss.net.transport.tcp.TcpTransport;

class AuthTest {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Verb READ = Verb.ofGroups("read", Role.READ);
    private static final Verb STATUS = Verb.of("status", Role.READ);
    private static final Verb WRITE = Verb.ofGroups("write", Role.WRITE);

    private final TestTokens tokens = new TestTokens();
    private final Transport node = new TcpTransport(TcpConfig.DEFAULTS.withThreads(1), TcpSecurity.tokens());
    private final Transport plain = new TcpTransport(TcpConfig.DEFAULTS.withThreads(1));
    private final RpcService verbs = new RpcService(ForkJoinPool.commonPool())
            .onCaller(READ, String.class, (group, caller) -> {
                caller.checkGroup(group);
                return caller.name();
            })
            .on(STATUS, String.class, text -> text)
            .on(WRITE, String.class, text -> text);
    private NodeAddress address;

    @BeforeEach
    void listen() {
        address = listen(8);
    }

    @AfterEach
    void close() {
        plain.close();
        node.close();
    }

    @Test
    void tokenOpensVerbsOfItsRole() {
        Token reader = tokens.add(Role.READ);
        Connection connection = connect(reader);
        assertThat(call(connection, READ, "x")).isEqualTo("token " + reader.id() + " (test)");
        assertThat(error(ErrorCode.FORBIDDEN, () -> call(connection, WRITE, "x")))
                .hasMessageContaining("'write' needs role write")
                .hasMessageContaining("has role read");
        assertThat(call(connect(tokens.add(Role.ADMIN)), WRITE, "x")).isEqualTo("x");
    }

    @Test
    void tokenOfGroupsOpensOnlyThese() {
        Connection connection = connect(tokens.add(Role.WRITE, "sales.", "hr."));
        assertThat(call(connection, READ, "sales.may")).contains("token");
        assertThat(error(ErrorCode.FORBIDDEN, () -> call(connection, READ, "salt")))
                .hasMessageContaining("group 'salt'")
                .hasMessageContaining("sales.*, hr.*");
        assertThat(error(ErrorCode.FORBIDDEN, () -> call(connection, STATUS, "x")))
                .hasMessageContaining("restricted to sales.*");
    }

    @Test
    void nothingIsAnsweredWithoutToken() {
        Connection connection = plain.connect(address, WAIT);
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> call(connection, READ, "x")))
                .hasMessageContaining("SSS_TOKEN_FILE");
    }

    @Test
    void rejectsUnknownToken() {
        tokens.add(Role.READ);
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(Token.random(tokens.realm))))
                .hasMessageContaining("does not know the token");
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(Token.random(Token.newRealm()))))
                .hasMessageContaining("no token of this cluster");
    }

    @Test
    void rejectsTokenWithWrongSecret() {
        Token known = tokens.add(Role.READ);
        Token forged = Token.parse(known.text().substring(0, known.text().length() - 43)
                + Token.random(tokens.realm).text().substring(47));
        assertThat(forged.id()).isEqualTo(known.id());
        error(ErrorCode.UNAUTHENTICATED, () -> connect(forged));
    }

    @Test
    void rejectsExpiredToken() {
        Token token = Token.random(tokens.realm);
        tokens.next.add(TokenEntry.of(token, "", Role.READ, List.of(), 100, 0, System.currentTimeMillis() - 1));
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(token)))
                .hasMessageContaining("token " + token.id() + " has expired");
    }

    /** Its owner can compute a proof, as the cluster stores a hash of what that is made of. */
    @Test
    void rejectsTokenForHttp() {
        BearerToken bearer = BearerToken.random();
        tokens.next.add(TokenEntry.of(bearer, "", Role.READ, List.of(), 100, 0, 0));
        Token same = Token.parse(
                "sss1." + tokens.realm + "." + bearer.id() + bearer.text().substring(14));
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(same)))
                .hasMessageContaining("token " + bearer.id() + " is for HTTP only");
    }

    @Test
    void acceptsTokenThatWasMadeJustNow() {
        Token token = Token.random(tokens.realm);
        tokens.next.add(TokenEntry.of(token, "test", Role.READ, List.of(), 100, 0, 0));
        assertThat(call(connect(token), READ, "x")).contains(token.id());
    }

    @Test
    void closesConnectionsOfRevokedToken() {
        Token token = tokens.add(Role.READ);
        Token other = tokens.add(Role.READ);
        Connection revoked = connect(token);
        Connection kept = connect(other);
        tokens.next.removeIf(entry -> entry.id().equals(token.id()));
        tokens.read();
        await().atMost(WAIT).until(() -> !revoked.isOpen());
        assertThat(error(ErrorCode.NODE_UNREACHABLE, () -> call(revoked, READ, "x"))
                        .getCause())
                .hasMessageContaining("was closed by it: " + token + " has expired, or was revoked or changed");
        assertThat(call(kept, READ, "x")).contains(other.id());
        error(ErrorCode.UNAUTHENTICATED, () -> connect(token));
    }

    @Test
    void clientUsesAReplacedTokenBeforeTheOldOneIsRevoked() {
        AtomicReference<Token> file = new AtomicReference<>(tokens.add(Role.READ));
        try (Connections connections =
                new Connections(new AuthTransport(plain, () -> TestTokens.file(file.get())), WAIT)) {
            Connection first = connections.to(address);
            Token next = tokens.add(Role.READ);
            assertThat(connections.to(address)).isSameAs(first);
            file.set(next);
            await().atMost(WAIT)
                    .until(() -> call(connections.to(address), READ, "x").contains(next.id()));
            assertThat(connections.to(address)).isNotSameAs(first);
            assertThat(call(first, READ, "x")).as("streams under way continue").doesNotContain(next.id());
        }
    }

    @Test
    void clientRejectsProgramThatDoesNotKnowTheToken() {
        Token token = tokens.add(Role.READ);
        TestTokens squatters = new TestTokens(tokens.realm);
        Token guessed = Token.random(tokens.realm);
        TokenEntry entry = TokenEntry.of(token, "", Role.READ, List.of(), 100, 0, 0);
        squatters.next.add(new TokenEntry(
                entry.id(),
                "",
                Role.READ,
                List.of(),
                100,
                0,
                0,
                new TokenEntry.Verifier(
                        entry.verifier().stored(),
                        TokenEntry.of(guessed, "", Role.READ, List.of(), 100, 0, 0)
                                .verifier()
                                .server())));
        squatters.read();
        NodeAddress squatted = node.listen(new NodeAddress("127.0.0.1", 0), new AuthService(verbs, squatters, 8))
                .address();
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(token, squatted)))
                .hasMessageContaining("is not a node of the cluster");
    }

    @Test
    void clientWithTokenRejectsListenerWithoutSecurity() {
        NodeAddress open = plain.listen(new NodeAddress("127.0.0.1", 0), verbs).address();
        assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(tokens.add(Role.READ), open)))
                .hasMessageContaining("SSS_SECURITY=off");
    }

    @Test
    void slowListenerIsATimeoutAndNotAWrongToken() {
        NodeAddress silent =
                plain.listen(new NodeAddress("127.0.0.1", 0), new Acceptor()).address();
        Token token = tokens.add(Role.READ);
        SssException slow = error(
                ErrorCode.TIMEOUT,
                () -> new AuthTransport(plain, () -> TestTokens.file(token)).connect(silent, Duration.ofMillis(300)));
        assertThat(slow)
                .hasMessageContaining("the handshake was not complete within 300 ms")
                .hasMessageContaining("overloaded")
                .hasMessageNotContaining("-")
                .hasMessageNotContaining("SSS_TOKEN_FILE");
    }

    /** A listener ends the connection of a client that is slow to prove its token; the next attempt is in time. */
    @Test
    void clientThatWasTooSlowForTheListenerConnectsAgain() {
        Token token = tokens.add(Role.READ);
        AtomicInteger attempts = new AtomicInteger();
        NodeAddress slow = plain.listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> {
                    if (attempts.incrementAndGet() < 3) {
                        stream.peer()
                                .disconnect(
                                        new SssException(ErrorCode.TIMEOUT, "no proof of a token came within 8000 ms"));
                        return new Recorder();
                    }
                    throw Unauthenticated.error("this time it came");
                })
                .address();
        try (Connections connections = new Connections(new AuthTransport(plain, () -> TestTokens.file(token)), WAIT)) {
            assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connections.to(slow)))
                    .hasMessageContaining("this time it came");
        }
        assertThat(attempts).hasValue(3);
    }

    @Test
    void clientPreparesTheProofBeforeItConnects() {
        Token token = tokens.add(Role.READ);
        TokenFile file = TestTokens.file(token);
        file.prepareProofs();
        assertThat(token.keys()).isSameAs(token.keys());
    }

    /** As by a program of another user at the port, or at the address, of a node that is stopped. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2"})
    void rejectsHandshakeThatAnotherProgramRelays(String host) throws IOException {
        int port = host.equals("127.0.0.1") ? 0 : address.port();
        try (TcpRelay relay = new TcpRelay(new NodeAddress(host, port), address)) {
            Token token = tokens.add(Role.ADMIN);
            assertThat(error(ErrorCode.UNAUTHENTICATED, () -> connect(token, relay.address())))
                    .hasMessageContaining("was made for " + relay.address() + " without TLS, and this is " + address)
                    .hasMessageContaining("relays it");
        }
    }

    @Test
    void nodeNamesTheVersionsToAClientOfAnotherVersion() {
        Connection connection = plain.connect(address, WAIT);
        byte[] first = "{\"version\":1,\"nonce\":\"AAAA\",\"port\":1}".getBytes(StandardCharsets.UTF_8);
        try (DataQueue stream = DataQueue.open(connection, Handshake.AUTH, Message.of(first))) {
            assertThat(error(ErrorCode.PROTOCOL, () -> stream.take(WAIT)))
                    .hasMessageContaining("version 1 of the handshake 'auth'")
                    .hasMessageContaining("this node version 2")
                    .hasMessageContaining("the same version of SSS");
        }
    }

    /** Its version 1 reads version and port of the header, and answers this. */
    @Test
    void clientNamesTheVersionsOfAnOlderNode() {
        NodeAddress old = plain.listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> {
                    assertThat(new String(header.bytes(), StandardCharsets.UTF_8))
                            .contains("\"version\":2", "\"port\":");
                    throw Unauthenticated.error(
                            "version 2 of 'auth' is unknown; use the same version of SSS as the cluster");
                })
                .address();
        assertThat(error(ErrorCode.PROTOCOL, () -> connect(tokens.add(Role.READ), old)))
                .hasMessageContaining("an older version of the handshake 'auth' than 2");
    }

    @Test
    void limitsConnectionsOfOneToken() {
        Token token = Token.random(tokens.realm);
        tokens.next.add(TokenEntry.of(token, "", Role.READ, List.of(), 50, 0, 0));
        NodeAddress small = listen(4);
        connect(token, small);
        Connection second = connect(token, small);
        assertThat(error(ErrorCode.OVERLOADED, () -> connect(token, small)))
                .hasMessageContaining("2 of 4 are its share of 50 %")
                .hasMessageContaining("--share");
        connect(tokens.add(Role.READ), small);
        second.close();
        await().atMost(WAIT)
                .ignoreExceptions()
                .untilAsserted(() -> connect(token, small).close());
    }

    /** The quotas of the first token would otherwise be used by one connection and freed by another. */
    @Test
    void connectionAuthenticatesOnce() {
        Token reader = tokens.add(Role.READ);
        Token admin = tokens.add(Role.ADMIN);
        Connection connection = plain.connect(address, WAIT);
        Handshake.Hello hello = Handshake.Hello.to(connection.listener());
        try (DataQueue first = DataQueue.open(connection, Handshake.AUTH, Message.of(Json.write(hello)));
                DataQueue second = DataQueue.open(connection, Handshake.AUTH, Message.of(Json.write(hello)))) {
            prove(first, hello, reader);
            assertThat(first.awaitEnd(WAIT).bytes()).isNotEmpty();
            prove(second, hello, admin);
            assertThat(error(ErrorCode.UNAUTHENTICATED, () -> second.awaitEnd(WAIT)))
                    .hasMessageContaining("has authenticated already, as token " + reader.id());
        }
        error(ErrorCode.FORBIDDEN, () -> call(connection, WRITE, "x"));
        connection.close();
    }

    private static void prove(DataQueue stream, Handshake.Hello hello, Token token) {
        ByteBuf frame = stream.take(WAIT);
        Handshake.Challenge challenge =
                Json.read(ByteBufUtil.getBytes(frame), Handshake.Challenge.class, "the challenge");
        frame.release();
        byte[] proof = token.keys().proof(Handshake.transcript(hello, challenge, token.id()));
        stream.stream().send(Unpooled.wrappedBuffer(Json.write(new Handshake.Proof(token.id(), proof))));
    }

    private NodeAddress listen(int maxConnections) {
        return node.listen(new NodeAddress("127.0.0.1", 0), new AuthService(verbs, tokens, maxConnections))
                .address();
    }

    private Connection connect(Token token) {
        return connect(token, address);
    }

    private Connection connect(Token token, NodeAddress to) {
        return new AuthTransport(plain, () -> TestTokens.file(token)).connect(to, WAIT);
    }

    private static String call(Connection connection, Verb verb, String text) {
        return Rpc.call(connection, verb, text, String.class, WAIT);
    }

    private static SssException error(ErrorCode code, ThrowingCallable call) {
        SssException error = catchThrowableOfType(SssException.class, call);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).isEqualTo(code);
        return error;
    }
}
