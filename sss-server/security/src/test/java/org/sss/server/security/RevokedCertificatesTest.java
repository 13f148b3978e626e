package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Principal;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;

class RevokedCertificatesTest {
    private final RevokedCertificates revoked = new RevokedCertificates();
    private final List<SssException> reasons = new ArrayList<>();
    private final Service service = revoked.protect((verb, header, stream) -> null);

    private Peer peer(String serial) {
        Peer peer = Peer.unauthenticated(null);
        peer.closeBy(reasons::add);
        peer.certified(Principal.node("node-1"), serial);
        return peer;
    }

    private void open(Peer peer) {
        service.open("data.put", Message.EMPTY, (Stream) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Stream.class}, (proxy, method, args) -> peer));
    }

    @Test
    void connectionsThatAreOpenAreClosed() {
        open(peer("aa11"));
        open(peer("bb22"));
        revoked.set(Set.of("bb22"));
        assertThat(reasons)
                .singleElement()
                .satisfies(
                        reason -> assertThat(reason).hasMessageContaining("its certificate (serial bb22) was revoked"));
        revoked.set(Set.of("bb22"));
        assertThat(reasons).hasSize(1);
    }

    @Test
    void connectionThatUsesItForTheFirstTimeAfterwardsIsClosed() {
        Peer peer = peer("bb22");
        revoked.set(Set.of("bb22"));
        open(peer);
        assertThat(reasons).hasSize(1);
    }

    @Test
    void closedConnectionsAreForgotten() {
        Peer peer = peer("bb22");
        open(peer);
        peer.closed();
        revoked.set(Set.of("bb22"));
        assertThat(reasons).isEmpty();
    }

    @Test
    void peersWithoutCertificateAreServed() {
        open(Peer.at(null));
        revoked.set(Set.of("bb22"));
        assertThat(reasons).isEmpty();
    }

    @Test
    void certificateIsRefusedAtANewConnection(@TempDir Path temporary) throws Exception {
        X509Certificate certificate = CertificateFile.read(
                        Files.writeString(temporary.resolve("node.crt"), ExpiryWarningsTest.CERTIFICATE))
                .get(0);
        revoked.set(Set.of("1001"));
        assertThatCode(() -> revoked.accept(certificate)).doesNotThrowAnyException();
        revoked.set(Set.of("1000"));
        assertThatThrownBy(() -> revoked.accept(certificate))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .hasMessageContaining("the certificate of node-1 (serial 1000) was revoked");
    }
}
