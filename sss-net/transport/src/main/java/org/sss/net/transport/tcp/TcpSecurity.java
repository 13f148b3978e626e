package org.sss.net.transport.tcp;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.tls.Tls;

/**
 * What a {@link TcpTransport} demands of its connections, and how it opens them. Thread-safe.
 *
 * <pre>
 *                accepts                            peers are                    opens
 *   OFF          plain                              anyone                       plain
 *   tokens       plain                              unknown until they proved    plain
 *                                                   a token
 *   nodes        TLS, certificates optional         nodes, by certificate; or    TLS with a certificate
 *                                                   unknown until ... a token
 *   client       plain                              anyone                       elsewhere: TLS if a CA is known
 *                                                                                on loopback: as the listener wishes
 * </pre>
 */
public final class TcpSecurity {
    public static final TcpSecurity OFF = new TcpSecurity(false, null, certificate -> {}, List::of);

    private final boolean authenticates;
    /** Of a node, or null. */
    private final Tls node;

    private final Consumer<X509Certificate> nodeCheck;
    private final Supplier<List<X509Certificate>> authorities;
    /** What was made last for a connection. */
    private volatile Client client;

    /** @param tls null without authorities */
    private record Client(List<X509Certificate> authorities, Tls tls) {}

    private TcpSecurity(
            boolean authenticates,
            Tls node,
            Consumer<X509Certificate> nodeCheck,
            Supplier<List<X509Certificate>> authorities) {
        this.authenticates = authenticates;
        this.node = node;
        this.nodeCheck = nodeCheck;
        this.authorities = authorities;
    }

    /** Without TLS; peers have no principal until {@link org.sss.net.auth.AuthService} has checked their token. */
    public static TcpSecurity tokens() {
        return new TcpSecurity(true, null, certificate -> {}, List::of);
    }

    /** With TLS; peers with a certificate are nodes. */
    public static TcpSecurity nodes(Tls tls) {
        return nodes(tls, certificate -> {});
    }

    /**
     * As {@link #nodes(Tls)}.
     *
     * @param check called at both sides of each new connection with the certificate of the other node, on an event
     *     loop; throws {@link org.sss.api.ErrorCode#UNAUTHENTICATED} if that is not accepted any more. TLS has verified
     *     it
     */
    public static TcpSecurity nodes(Tls tls, Consumer<X509Certificate> check) {
        return new TcpSecurity(true, tls, check, List::of);
    }

    /**
     * Of a client that may know the CA of a cluster.
     *
     * @param authorities asked for at each connection; may be empty
     */
    public static TcpSecurity client(Supplier<List<X509Certificate>> authorities) {
        return new TcpSecurity(false, null, certificate -> {}, authorities);
    }

    /** @throws org.sss.api.SssException if the certificate of another node is not accepted any more */
    void check(X509Certificate certificate) {
        nodeCheck.accept(certificate);
    }

    /** Whether accepted peers must authenticate. */
    boolean authenticates() {
        return authenticates;
    }

    /** Whether this side proves who it is by a token, after the transport has made the connection. */
    boolean provesByToken() {
        return authenticates && node == null;
    }

    /** TLS of accepted connections, or null. */
    Tls accepting() {
        return node;
    }

    /** TLS for a first attempt to connect to {@code address}, or null. */
    Tls connecting(NodeAddress address) {
        if (node != null) {
            return node;
        }
        return address.loopback() ? null : upgrade();
    }

    /** TLS for a listener that requires it, or null if this side does not know the CA. */
    Tls upgrade() {
        List<X509Certificate> known = authorities.get();
        Client last = client;
        if (last == null || !last.authorities().equals(known)) {
            last = new Client(known, known.isEmpty() ? null : Tls.client(known));
            client = last;
        }
        return last.tls();
    }
}
