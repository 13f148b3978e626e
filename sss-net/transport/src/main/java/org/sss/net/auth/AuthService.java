package org.sss.net.auth;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.ListenerId;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * Answers only peers that have proved who they are: by a certificate, or by a token on the stream {@code auth}. Closes
 * the connections of tokens that were revoked or have expired. Uses no threads. Thread-safe.
 */
public final class AuthService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(AuthService.class);
    private static final LimitedLog REJECTED = new LimitedLog(LOG, "peers that did not authenticate");
    private static final LimitedLog DISCONNECTED = new LimitedLog(LOG, "peers whose tokens ended");

    private final Service service;
    private final TokenSource tokens;
    private final PeerLimit connections;
    private final LongAdder rejected = new LongAdder();
    private volatile Consumer<Peer> accepted = peer -> {};
    private final Set<ProvedPeer> peers = ConcurrentHashMap.newKeySet();

    /** A connection and the token by which it has authenticated. */
    private record ProvedPeer(Peer peer, TokenEntry token) {}

    /** @param maxConnections of all tokens, of which each has its share */
    public AuthService(Service service, TokenSource tokens, int maxConnections) {
        this.service = service;
        this.tokens = tokens;
        connections = new PeerLimit("connections open", maxConnections, maxConnections);
        tokens.onRead(this::closeInvalid);
    }

    /** Sets what is called, on an event loop or a thread that reads tokens, when a peer has proved its token. */
    public AuthService onAccept(Consumer<Peer> action) {
        accepted = action;
        return this;
    }

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        Peer peer = stream.peer();
        if (peer.principal() != null) {
            return service.open(verb, header, stream);
        }
        if (!verb.equals(Handshake.AUTH.name())) {
            rejected.increment();
            throw Unauthenticated.noToken();
        }
        Handshake.Hello hello = Json.read(header, Handshake.Hello.class, "the header of 'auth'");
        checkVersion(hello);
        ListenerId here = peer.listener();
        if (!hello.listener().equals(here)) {
            throw Unauthenticated.error("the handshake was made for " + hello.listener() + ", and this is " + here
                    + ": a program between the client"
                    + " and this node relays it; connect to the node itself, or forward its port at the same "
                    + "address and number");
        }
        return new ServedHandshake(this, tokens, hello, stream);
    }

    private static void checkVersion(Handshake.Hello hello) {
        if (hello.version() != Handshake.VERSION) {
            throw SssException.withoutTrace(
                    ErrorCode.PROTOCOL,
                    "this peer speaks version " + hello.version() + " of the handshake 'auth', and this"
                            + " node version " + Handshake.VERSION + "; use the same version of SSS as the cluster");
        }
        if (!hello.isComplete()) {
            throw Unauthenticated.error("the header of 'auth' lacks the listener, or its nonce has not "
                    + Handshake.NONCE_BYTES + " bytes");
        }
    }

    /** Returns how often peers had no token, or one that was not accepted. */
    public long rejected() {
        return rejected.sum();
    }

    /** The peer has proved that it owns {@code token}. */
    void accept(Peer peer, TokenEntry token) {
        Principal principal = token.principal();
        connections.take(peer, principal, 1);
        if (!peer.authenticated(principal)) {
            connections.free(peer, principal, 1);
            throw Unauthenticated.error("the connection has authenticated already, as "
                    + peer.principal().name());
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
        rejected.increment();
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
        boolean isValid = now != null
                && !now.isExpired(System.currentTimeMillis())
                && now.principal().equals(proved.token().principal());
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
