package org.sss.net.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.tls.TestCertificates;

class TcpTlsTransportIT extends TransportContract {
    @TempDir
    private static Path directory;

    @Override
    protected Transport create(StreamConfig config) {
        try {
            TcpSecurity security = TcpSecurity.nodes(new TestCertificates().node(directory, "node-0"));
            return new TcpTransport(TcpConfig.DEFAULTS.withThreads(2).withStreams(config), security);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
