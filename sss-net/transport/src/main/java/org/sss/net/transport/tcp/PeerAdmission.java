package org.sss.net.transport.tcp;

import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import java.security.cert.X509Certificate;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;

/**
 * Admits the peer of a connection. A peer that has connected may send little, and has a limited time, until it has
 * proved who it is: by the certificate of a node, or by a token. Belongs to the event loop.
 */
final class PeerAdmission {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAdmission.class);
    /** What a peer may send before it has proved who it is. */
    private static final int MAX_BYTES = 4 << 10;

    private final TcpConnection connection;
    private final TcpSecurity security;
    private final boolean accepted;
    private final long limitMillis;
    private final PeerLines lines;
    private Future<?> deadline;
    private int bytes;

    /**
     * @param accepted whether the peer has connected; the connecting side limits the time in its {@link Connector}
     * @param limitMillis for preface and proof
     */
    PeerAdmission(TcpConnection connection, TcpSecurity security, boolean accepted, long limitMillis, PeerLines lines) {
        this.connection = connection;
        this.security = security;
        this.accepted = accepted;
        this.limitMillis = limitMillis;
        this.lines = lines;
    }

    /** Counts from the start, also while TLS is being set up. */
    void start(EventExecutor loop) {
        if (accepted) {
            deadline = loop.schedule(this::checkDone, limitMillis, TimeUnit.MILLISECONDS);
        }
    }

    /** The connection is closed. */
    void end() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** @throws SssException {@link ErrorCode#UNAUTHENTICATED} if the peer has sent too much without a proof */
    void received(int count) {
        if (connection.limited().principal() == null) {
            bytes += count;
            if (bytes > MAX_BYTES) {
                throw Unauthenticated.error("more than " + MAX_BYTES + " bytes came before the proof of a token; "
                        + Unauthenticated.REMEDY);
            }
        }
    }

    /**
     * TLS has been set up, and has verified the certificate of the peer, if there is one: that of a node.
     *
     * @throws SssException {@link ErrorCode#UNAUTHENTICATED} if it is not accepted any more
     */
    void receivedCertificate(SslHandler tls) {
        try {
            X509Certificate node = (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
            security.check(node);
            if (accepted) {
                String name = node.getSubjectX500Principal().getName();
                connection
                        .limited()
                        .certified(
                                Principal.node(name.replaceFirst("^.*CN=([^,]*).*$", "$1")),
                                node.getSerialNumber().toString(16));
            }
        } catch (SSLPeerUnverifiedException e) {
            LOG.debug("The {} has no certificate", connection);
        }
    }

    private void checkDone() {
        if (!connection.handshake().isDone()) {
            lines.silent()
                    .warn(
                            connection.limited(),
                            "Closing the {}: it sent no preface within {} ms",
                            connection,
                            limitMillis);
            connection.close(new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    connection.peer() + " sent no preface within " + limitMillis + " ms; is that port a node of SSS?"));
        } else if (connection.limited().principal() == null) {
            lines.silent()
                    .warn(
                            connection.limited(),
                            "Closing the {}: it did not authenticate within {} ms",
                            connection,
                            limitMillis);
            connection.dismiss(SssException.withoutTrace(
                    ErrorCode.TIMEOUT,
                    "no proof of a token came within " + limitMillis
                            + " ms; the machine of the client or that of the node is overloaded"));
        }
    }
}
