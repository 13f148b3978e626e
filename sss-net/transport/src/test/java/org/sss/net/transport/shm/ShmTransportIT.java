package org.sss.net.transport.shm;

import java.nio.file.Files;
import org.junit.jupiter.api.condition.EnabledIf;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.net.transport.tcp.TcpTransport;

@EnabledIf("works")
class ShmTransportIT extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new TcpTransport(
                TcpConfig.DEFAULTS.withThreads(2).withStreams(config).withRings(rings(RingShape.DEFAULT)));
    }

    /** Rings to all peers; a connection without one fails. */
    static TcpRings rings(RingShape shape) {
        return new TcpRings(ShmRings.open(ShmRings.DIRECTORY, shape), peer -> true, shape, 0, true);
    }

    static boolean works() {
        return Files.isWritable(ShmRings.DIRECTORY);
    }
}
