package org.sss.net.auth;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** The listener's side of one handshake. Runs in callbacks, and on the thread that refreshes the tokens. */
final class ServedHandshake implements StreamHandler {
    private final AuthService service;
    private final TokenSource tokens;
    private final Handshake.Hello hello;
    private final Stream stream;
    private final Handshake.Challenge challenge;
    private final AtomicBoolean proved = new AtomicBoolean();

    ServedHandshake(AuthService service, TokenSource tokens, Handshake.Hello hello, Stream stream) {
        this.service = service;
        this.tokens = tokens;
        this.hello = hello;
        this.stream = stream;
        challenge = new Handshake.Challenge(tokens.current().realm(), Handshake.nonce());
        ByteBuf frame = Unpooled.wrappedBuffer(Json.message(challenge));
        if (!stream.trySend(frame)) {
            frame.release();
            throw Unauthenticated.error("the peer has no credit for the challenge");
        }
    }

    @Override
    public void onData(ByteBuf data) {
        byte[] message = ByteBufUtil.getBytes(data);
        data.release();
        if (message.length > Handshake.MAX_BYTES || !proved.compareAndSet(false, true)) {
            throw Unauthenticated.error("a handshake has one proof of at most " + Handshake.MAX_BYTES + " bytes");
        }
        Handshake.Proof proof = Json.read(message, Handshake.Proof.class, "the proof of 'auth'");
        TokenEntry known = tokens.current().find(proof.token());
        if (known != null) {
            check(proof, known);
        } else {
            tokens.refreshed()
                    .whenComplete((table, error) -> check(proof, table == null ? null : table.find(proof.token())));
        }
    }

    private void check(Handshake.Proof proof, TokenEntry token) {
        Peer peer = stream.peer();
        try {
            if (token != null && token.isForHttp()) {
                throw Unauthenticated.error(token + " is for HTTP only; " + Unauthenticated.REMEDY);
            }
            byte[] transcript = Handshake.transcript(hello, challenge, proof.token());
            if (token == null || !Keys.isProof(proof.proof(), token.verifier().stored(), transcript)) {
                throw Unauthenticated.error("this cluster does not know the token" + printable(proof.token())
                        + ", or it was revoked; " + Unauthenticated.REMEDY);
            }
            if (token.isExpired(System.currentTimeMillis())) {
                throw Unauthenticated.error(token
                        + " has expired; ask the administrator of the cluster for another one ('sss security token')");
            }
            service.accept(peer, token);
            stream.end(Json.asMessage(new Handshake.Welcome(
                    Keys.hmac(token.verifier().server(), transcript),
                    token.principal().name(),
                    token.role())));
        } catch (SssException e) {
            service.report(peer, e);
            stream.fail(e);
        }
    }

    /** The id comes from the peer. */
    private static String printable(String id) {
        return Token.isId(id) ? " " + id : "";
    }

    @Override
    public void onEnd(Message trailer) {
        // The proof is the message before it; without one the deadline for unauthenticated connections applies.
    }

    @Override
    public void onError(SssException error) {
        // The connection is closed when its time to authenticate is over.
    }
}
