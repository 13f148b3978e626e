package org.sss.net.auth;

import java.security.cert.X509Certificate;
import java.util.Arrays;
import org.sss.api.SssException;
import org.sss.net.peer.ListenerId;
import org.sss.net.rpc.Json;

/** The messages of a client with TLS that authenticates, for tests that change them. Stateless. */
public final class ClientMessages {
    private ClientMessages() {}

    /** The header of {@code auth} at the listener with {@code certificate}. */
    public static byte[] hello(X509Certificate certificate) {
        return Json.write(Handshake.Hello.to(ListenerId.of(certificate)));
    }

    /**
     * The answer to {@code challenge}.
     *
     * @param hello as sent
     * @throws SssException if {@code challenge} is malformed
     */
    public static byte[] proof(Token token, byte[] hello, byte[] challenge) {
        byte[] transcript = Handshake.transcript(
                Json.read(hello, Handshake.Hello.class, "the header"),
                Json.read(challenge, Handshake.Challenge.class, "the challenge"),
                token.id());
        return Json.write(new Handshake.Proof(token.id(), token.keys().proof(transcript)));
    }

    /** Returns whether both are read as the same proof. */
    public static boolean isSame(byte[] proof, byte[] other) {
        try {
            Handshake.Proof a = Json.read(proof, Handshake.Proof.class, "a proof");
            Handshake.Proof b = Json.read(other, Handshake.Proof.class, "a proof");
            return a.token().equals(b.token()) && Arrays.equals(a.proof(), b.proof());
        } catch (SssException notAProof) {
            return false;
        }
    }
}
