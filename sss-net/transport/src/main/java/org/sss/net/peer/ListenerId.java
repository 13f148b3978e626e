package org.sss.net.peer;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A listener as both ends of a connection see it, so that a program between them, which the client takes for the
 * listener, shows: with TLS its certificate, else the address of its socket. Immutable.
 *
 * @param host numeric address; empty with TLS, and if unknown
 * @param port 0 with TLS
 * @param certificate SHA-256 of the certificate, as in {@code tls-server-end-point} of RFC 5929; empty without TLS
 */
public record ListenerId(String host, int port, byte[] certificate) {
    /** Of a connection inside this process, or without a known address. */
    public static final ListenerId UNKNOWN = new ListenerId("", 0, new byte[0]);

    private static final int SHOWN_BYTES = 8;

    /** Of a listener without TLS. */
    public static ListenerId at(SocketAddress address) {
        return address instanceof InetSocketAddress inet && !inet.isUnresolved()
                ? new ListenerId(inet.getAddress().getHostAddress(), inet.getPort(), new byte[0])
                : UNKNOWN;
    }

    /** Of a listener with TLS. */
    public static ListenerId of(X509Certificate certificate) {
        try {
            return new ListenerId("", 0, MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256, and a verified certificate has an encoding", e);
        }
    }

    private boolean hasTls() {
        return certificate.length > 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ListenerId that
                && host.equals(that.host)
                && port == that.port
                && Arrays.equals(certificate, that.certificate);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(certificate) + 31 * (host.hashCode() + 31 * port);
    }

    @Override
    public String toString() {
        return !hasTls()
                ? host + ":" + port + " without TLS"
                : "a listener with the certificate "
                        + HexFormat.of().formatHex(certificate, 0, Math.min(certificate.length, SHOWN_BYTES)) + "...";
    }
}
