package org.sss.net.auth;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Traffic;
import org.sss.net.transport.Transport;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.tls.Origin;

/**
 * A transport whose connections are authenticated by a token before the caller gets them. Tokens are asked for at each
 * connection, and at most each second while one is used, so that they can be replaced while a client runs. Thread-safe;
 * closes the transport below.
 */
public final class AuthTransport implements Transport {
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Transport transport;
    private final Supplier<TokenFile> tokens;
    private final Map<Connection, Proved> proved = new ConcurrentHashMap<>();

    /** The token of a connection, which is compared with the current one from time to time. */
    private final class Proved {
        private final Token token;
        private volatile long checkNanos = System.nanoTime() + CHECK_NANOS;
        private volatile boolean current = true;

        Proved(Token token) {
            this.token = token;
        }

        boolean isCurrent() {
            long now = System.nanoTime();
            if (current && now - checkNanos >= 0) {
                checkNanos = now + CHECK_NANOS;
                current = isLatest();
            }
            return current;
        }

        private boolean isLatest() {
            try {
                return tokens.get()
                        .token(token.realm())
                        .map(latest -> latest.id().equals(token.id()))
                        .orElse(true);
            } catch (SssException e) {
                return true; // the file is being replaced; if not, the next connection reports what is wrong with it
            }
        }
    }

    public AuthTransport(Transport transport, Supplier<TokenFile> tokens) {
        this.transport = transport;
        this.tokens = tokens;
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Listener listen(NodeAddress address, Service service) {
        return transport.listen(address, service);
    }

    /**
     * @throws SssException as {@link Transport#connect}; {@link ErrorCode#UNAUTHENTICATED} if the listener does not
     *     accept the token, or there is none for its cluster. A handshake that takes too long is a TIMEOUT
     */
    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        TokenFile file = tokens.get();
        file.checkMayConnect(address);
        file.prepareProofs();
        long startNanos = System.nanoTime();
        Connection connection = transport.connect(address, timeout);
        if (!file.isFor(address)) {
            return connection; // the listener either needs no token, or says so at the first request
        }
        boolean done = false;
        try {
            Token token = authenticate(connection, file, new Wait(timeout, startNanos));
            connection.authenticated();
            proved.put(connection, new Proved(token));
            connection.onClose(() -> proved.remove(connection));
            done = true;
            return connection;
        } catch (SssException e) {
            throw failed(address, connection, timeout, e);
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    /**
     * A listener that closes the connection during the handshake, for example for a newer one, may accept another one.
     */
    private static SssException failed(NodeAddress address, Connection connection, Duration timeout, SssException e) {
        boolean isLost = !connection.isOpen();
        String why = e.code() != ErrorCode.TIMEOUT || isLost
                ? e.getMessage()
                : "the handshake was not complete within " + timeout.toMillis() + " ms (" + e.getMessage()
                        + "); its machine or this one is overloaded";
        ErrorCode code = e.code() == ErrorCode.NODE_UNREACHABLE && isLost ? ErrorCode.OVERLOADED : e.code();
        return new SssException(code, "cannot connect to " + address + ": " + why, e);
    }

    @Override
    public boolean isCurrent(Connection connection) {
        Proved known = proved.get(connection);
        return known == null || known.isCurrent();
    }

    /** What is left of the time of a handshake. */
    private record Wait(Duration timeout, long startNanos) {
        /** At least a moment, so that the wait fails with its own error. */
        Duration left() {
            return Duration.ofNanos(Math.max(1_000_000, timeout.toNanos() - (System.nanoTime() - startNanos)));
        }
    }

    private static Token authenticate(Connection connection, TokenFile file, Wait wait) {
        Handshake.Hello hello = Handshake.Hello.to(connection.listener());
        try (DataQueue queue = DataQueue.open(connection, Handshake.AUTH, Json.asMessage(hello))) {
            Handshake.Challenge challenge = challenge(queue, wait.left());
            TokenFile.Entry entry = file.entry(challenge.realm())
                    .orElseThrow(() -> Unauthenticated.error("the token file has no token of this" + " cluster (realm "
                            + challenge.realm() + "); " + Unauthenticated.REMEDY));
            checkOrigin(connection, entry);
            Token token = entry.token();
            Keys keys = token.keys();
            byte[] transcript = Handshake.transcript(hello, challenge, token.id());
            queue.stream()
                    .send(Unpooled.wrappedBuffer(
                            Json.message(new Handshake.Proof(token.id(), keys.proof(transcript)))));
            queue.stream().end(new byte[0]);
            Handshake.Welcome welcome =
                    Json.read(queue.awaitEnd(wait.left()), Handshake.Welcome.class, "the welcome of 'auth'");
            if (!MessageDigest.isEqual(welcome.signature(), Keys.hmac(keys.server(), transcript))) {
                throw Unauthenticated.error(
                        "the program at this address does not know the token, so it is not a node of the cluster");
            }
            return token;
        }
    }

    /**
     * TLS has accepted the CAs of all clusters of the token file; a node of one of them must not pose as one of
     * another.
     */
    private static void checkOrigin(Connection connection, TokenFile.Entry entry) {
        List<X509Certificate> chain = connection.certificates();
        if (chain.isEmpty() && !entry.authorities().isEmpty()) {
            throw Unauthenticated.error("the cluster of " + entry.token()
                    + " uses TLS, and the program at this address does not, so it is not a node" + " of that cluster");
        }
        if (!chain.isEmpty() && !Origin.isFrom(chain, entry.authorities())) {
            throw Unauthenticated.error(
                    "the certificate of the program at this address does not come from the CA of the cluster of "
                            + entry.token()
                            + ", so it is not a node of that cluster; if its CA has changed, get a new token file");
        }
    }

    private static Handshake.Challenge challenge(DataQueue queue, Duration left) {
        ByteBuf frame;
        try {
            frame = queue.take(left);
        } catch (SssException e) {
            if (e.code() == ErrorCode.PROTOCOL && e.getMessage().startsWith("verb '")) {
                throw Unauthenticated.error(
                        "the node does not authenticate itself, although the token file has a token for this machine; "
                                + "if the"
                                + " cluster runs with security = off, set SSS_SECURITY=off");
            }
            if (e.getMessage().startsWith("version " + Handshake.VERSION + " of 'auth' is unknown")) {
                throw new SssException(
                        ErrorCode.PROTOCOL,
                        "the node speaks an older version of the handshake 'auth' than " + Handshake.VERSION
                                + ", that of this client; use the same version of SSS as the cluster",
                        e);
            }
            throw e;
        }
        if (frame == null) {
            throw new SssException(ErrorCode.PROTOCOL, "the handshake ended without a challenge");
        }
        try {
            return Json.read(ByteBufUtil.getBytes(frame), Handshake.Challenge.class, "the challenge of 'auth'");
        } finally {
            frame.release();
        }
    }

    @Override
    public Map<NodeAddress, RingCounters.Values> rings() {
        return transport.rings();
    }

    @Override
    public Traffic traffic() {
        return transport.traffic();
    }

    @Override
    public void close() {
        transport.close();
    }
}
