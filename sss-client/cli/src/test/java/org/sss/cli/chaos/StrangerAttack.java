package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Random;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.sss.api.SssException;
import org.sss.net.auth.ClientMessages;
import org.sss.net.auth.Token;

/** A peer that has TLS and no valid token. One thread. */
final class StrangerAttack implements Attack {
    private static final int ANSWER_MILLIS = 30;
    private static final int HANDSHAKE_MILLIS = 5000;
    private static final int MANY = 3000;

    private final int port;
    private final SSLContext context = RawTls.context();
    private final VerbInputs verbs;
    private final Token known;
    private final Random random;
    private final ByteChanges changes;
    private final Findings findings;

    /** @param known a valid token, to make wrong proofs from */
    StrangerAttack(int port, VerbInputs verbs, Token known, Random random, Findings findings) {
        this.port = port;
        this.verbs = verbs;
        this.known = known;
        this.random = random;
        this.findings = findings;
        changes = new ByteChanges(random);
    }

    @Override
    public void attack(Parked parked) throws IOException {
        RawPeer peer = new RawPeer(parked.add(new RawTls(port, context, UnaryOperator.identity())));
        if (random.nextInt(10) == 0) {
            peer.tls().sendRaw(changes.maybe(RawPeer.join(RawPeer.preface(), request(1))));
            return;
        }
        peer.tls().handshake(HANDSHAKE_MILLIS);
        peer.send(random.nextInt(10) == 0 ? changes.changed(RawPeer.preface()) : RawPeer.preface());
        for (int i = random.nextInt(6); i >= 0; i--) {
            step(peer);
        }
    }

    private void step(RawPeer peer) throws IOException {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> authenticate(peer);
            case 3 -> peer.send(request(peer.nextStream()));
            case 4 -> peer.send(changes.changed(request(peer.nextStream())));
            case 5 -> peer.send(changes.bytes(random.nextInt(6000)));
            case 6 -> flood(peer);
            default -> listen(peer, 0);
        }
    }

    private byte[] request(int stream) {
        VerbInputs.Input input = verbs.next();
        return RawPeer.join(
                RawPeer.open(stream, input.verb(), new byte[0]),
                RawPeer.frame(RawPeer.DATA, stream, input.body()),
                RawPeer.frame(RawPeer.END, stream, new byte[0]));
    }

    private void flood(RawPeer peer) throws IOException {
        byte[] frame = random.nextBoolean()
                ? RawPeer.frame(RawPeer.PING, 0, new byte[0])
                : RawPeer.frame(RawPeer.CREDIT, 1, new byte[] {0, 0, 0, 1});
        for (int i = random.nextInt(1 + random.nextInt(MANY)); i > 0; i--) {
            peer.send(frame);
        }
    }

    private void authenticate(RawPeer peer) throws IOException {
        int stream = peer.nextStream();
        byte[] hello = ClientMessages.hello(peer.tls().certificate());
        peer.send(RawPeer.open(stream, "auth", random.nextInt(4) == 0 ? changes.changed(hello) : hello));
        byte[] challenge = listen(peer, stream);
        if (challenge != null) {
            peer.send(
                    RawPeer.frame(RawPeer.DATA, stream, proof(hello, challenge)),
                    RawPeer.frame(RawPeer.END, stream, new byte[0]));
            listen(peer, stream);
        }
    }

    /** One that is not valid. */
    private byte[] proof(byte[] hello, byte[] challenge) throws IOException {
        try {
            byte[] right = ClientMessages.proof(known, hello, challenge);
            byte[] proof = random.nextInt(3) == 0
                    ? ClientMessages.proof(Token.random(known.realm()), hello, challenge)
                    : changes.changed(right);
            return ClientMessages.isSame(proof, right) ? new byte[1] : proof;
        } catch (SssException malformed) {
            throw new IOException(malformed);
        }
    }

    /** Returns the data of {@code stream} that arrived; null if there is none. */
    private byte[] listen(RawPeer peer, int stream) throws IOException {
        byte[] data = null;
        for (RawPeer.Frame frame : peer.receive(ANSWER_MILLIS)) {
            if (frame.type() == RawPeer.FAIL) {
                findings.answer(frame.code());
                if (frame.code().equals("INTERNAL")) {
                    findings.problem(frame.message());
                }
            } else if (frame.type() == RawPeer.END) {
                findings.problem("a peer without a token got an answer: " + new String(frame.payload(), UTF_8));
            } else if (frame.type() == RawPeer.DATA && frame.stream() == stream) {
                data = frame.payload();
                findings.answer("challenge");
            } else if (frame.type() == RawPeer.DATA) {
                findings.answer("challenge of an earlier stream");
            }
        }
        return data;
    }
}
