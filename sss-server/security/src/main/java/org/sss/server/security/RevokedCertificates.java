package org.sss.server.security;

import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.transport.Service;

/**
 * Refuses peers whose certificates were revoked: at each new connection, at both sides, and connections that are open
 * when the table is read. Thread-safe.
 */
final class RevokedCertificates implements Consumer<X509Certificate> {
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
    private volatile Set<String> serials = Set.of();

    /** @param revoked serial numbers in hex */
    void set(Set<String> revoked) {
        if (!revoked.equals(serials)) {
            serials = Set.copyOf(revoked);
            peers.forEach(this::check);
        }
    }

    /** Called at a new connection, on an event loop. */
    @Override
    public void accept(X509Certificate certificate) {
        String serial = CertificateFile.serial(certificate);
        if (serials.contains(serial)) {
            throw Unauthenticated.error("the certificate of " + CertificateFile.name(certificate) + " (serial " + serial
                    + ") was revoked;" + " make another one by 'sss security node NAME --renew'");
        }
    }

    private void check(Peer peer) {
        if (serials.contains(peer.certificate())) {
            peer.disconnect(Unauthenticated.error("its certificate (serial " + peer.certificate() + ") was revoked"));
        }
    }

    /** Returns a service that records its peers with certificates. */
    Service protect(Service service) {
        return (verb, header, stream) -> {
            Peer peer = stream.peer();
            if (peer.certificate() != null && peers.add(peer)) {
                peer.whenClosed(() -> peers.remove(peer));
                check(peer); // it may have been revoked in between
            }
            return service.open(verb, header, stream);
        };
    }
}
