package org.sss.net.auth;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * Answers only peers that have proved who they are: by a certificate, or by a token on the stream {@code auth}. Closes the
 * connections of tokens that were revoked or have expired. Uses no threads. Thread-safe.
 */
public final class AuthService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(AuthService.class);
    private static final LimitedLog REJECTED = new LimitedLog(LOG, "peers that did not authenticate");
    private static final LimitedLog DISCONNECTED = new LimitedLog(LOG, "peers whose tokens ended");

    private final Service service;
    private final TokenSource tokens;
    private final int port;
    private final PeerLimit connections;
    private volatile Consumer<Peer> accepted = peer -> { };
    private final Set<ProvedPeer> peers = ConcurrentHashMap.newKeySet();

    /** A connection and the token by which it has authenticated. */
    private record ProvedPeer(Peer peer, TokenEntry token) {
    }

    /**
     * @param port to which clients must have connected; 0 if they must have connected with TLS
     * @param maxConnections of all tokens, of which each has its share
     */
    public AuthService(Service service, TokenSource tokens, int port, int maxConnections) {
        this.service = service;
        this.tokens = tokens;
        this.port = port;
        connections = new PeerLimit("connections open", maxConnections, maxConnections);
        tokens.onRead(this::closeInvalid);
    }

    /** Sets what is called, on an event loop or a thread that reads tokens, when a peer has proved its token. */
    public AuthService onAccept(Consumer<Peer> action) {
        accepted = action;
        return this;
    }

    @Override
    public StreamHandler open(String verb, byte[] header, Stream stream) {
        Peer peer = stream.peer();
        if (peer.principal() != null) {
            return service.open(verb, header, stream);
        }
        if (!verb.equals(Handshake.AUTH.name())) {
            throw Unauthenticated.noToken();
        }
        Handshake.Hello hello = Json.read(header, Handshake.Hello.class, "the header of 'auth'");
        if (hello.version() != Handshake.VERSION || hello.nonce().length != Handshake.NONCE_BYTES) {
            throw Unauthenticated.error("version " + hello.version() + " of 'auth' is unknown; use the same version of SSS as the cluster");
        }
        if (hello.port() != port) {
            throw Unauthenticated.error("the handshake was made for " + listener(hello.port()) + ", and this is " + listener(port) + "; connect to the node"
                    + " itself, or forward a port of the same number");
        }
        return new ServedHandshake(this, tokens, hello, stream);
    }

    private static String listener(int port) {
        return port == 0 ? "a listener with TLS" : "port " + port + " without TLS";
    }

    /** The peer has proved that it owns {@code token}. */
    void accept(Peer peer, TokenEntry token) {
        Principal principal = token.principal();
        connections.take(peer, principal, 1);
        if (!peer.authenticated(principal)) {
            connections.free(peer, principal, 1);
            throw Unauthenticated.error("the connection has authenticated already, as " + peer.principal().name());
        }
        ProvedPeer proved = new ProvedPeer(peer, token);
        peers.add(proved);
        peer.whenClosed(() -> {
            connections.free(peer, principal, 1);
            peers.remove(proved);
        });
        if (check(proved)) {
            accepted.accept(peer);
        }
    }

    /** Logs the failed handshake. */
    void report(Peer peer, SssException why) {
        REJECTED.warn(peer, "Rejecting {}: {}", peer, why.getMessage());
    }

    private void closeInvalid() {
        peers.forEach(this::check);
    }

    /** Closes the connection of a token that is not valid any more, or not known to be; returns whether it stays. */
    private boolean check(ProvedPeer proved) {
        TokenEntry now;
        try {
            now = tokens.current().find(proved.token().id());
        } catch (SssException unknown) {
            close(proved, unknown);
            return false;
        }
        boolean isValid = now != null && !now.isExpired(System.currentTimeMillis()) && now.principal().equals(proved.token().principal());
        if (!isValid) {
            close(proved, Unauthenticated.error(proved.token() + " has expired, or was revoked or changed"));
        }
        return isValid;
    }

    private static void close(ProvedPeer proved, SssException reason) {
        DISCONNECTED.warn(proved.peer(), "Disconnecting {}: {}", proved.peer(), reason.getMessage());
        proved.peer().disconnect(reason);
    }
}
