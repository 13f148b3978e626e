package org.sss.net.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.sss.net.peer.ListenerId;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Verb;

/** Messages of the stream {@code auth}, as JSON, and what both sides sign. Stateless. */
final class Handshake {
    /** Answered before a peer has a role, so its role is not checked. */
    static final Verb AUTH = Verb.ofGroups("auth", Role.READ);
    /** Version 1 did not name the listener. */
    static final int VERSION = 2;

    static final int NONCE_BYTES = 32;
    /** Longest message in bytes. */
    static final int MAX_BYTES = 2 << 10;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Handshake() {}

    /**
     * The listener as the client sees it, so that no other program can relay the handshake to that.
     *
     * @param port without TLS, else 0
     * @param host numeric, without TLS; null in version 1, as is the next
     * @param certificate SHA-256 of the listener's certificate, with TLS
     */
    record Hello(
            int version,
            byte[] nonce,
            int port,
            @Nullable String host,
            @Nullable byte[] certificate) {
        /** A client that has connected to {@code listener}. */
        static Hello to(ListenerId listener) {
            return new Hello(VERSION, Handshake.nonce(), listener.port(), listener.host(), listener.certificate());
        }

        /** Only of this version. */
        ListenerId listener() {
            return new ListenerId(host, port, certificate);
        }

        boolean isComplete() {
            return nonce.length == NONCE_BYTES && host != null && certificate != null;
        }
    }

    /** @param realm by which the client chooses one of its tokens */
    record Challenge(String realm, byte[] nonce) {}

    /** @param token id of the token */
    record Proof(String token, byte[] proof) {}

    /** @param signature shows that the listener knows the token */
    record Welcome(byte[] signature, String name, Role role) {}

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** Returns what both sides sign: each part after its length. */
    static byte[] transcript(Hello hello, Challenge challenge, String token) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        add(out, ("SSS auth " + hello.version()).getBytes(UTF_8));
        add(out, hello.nonce());
        add(out, hello.host().getBytes(UTF_8));
        add(out, Integer.toString(hello.port()).getBytes(UTF_8));
        add(out, hello.certificate());
        add(out, challenge.realm().getBytes(UTF_8));
        add(out, challenge.nonce());
        add(out, token.getBytes(UTF_8));
        return out.toByteArray();
    }

    private static void add(ByteArrayOutputStream out, byte[] part) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        out.writeBytes(part);
    }
}
