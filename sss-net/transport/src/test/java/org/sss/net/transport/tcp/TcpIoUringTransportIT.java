package org.sss.net.transport.tcp;

import io.netty.channel.uring.IoUring;
import org.junit.jupiter.api.condition.EnabledIf;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;

@EnabledIf("works")
class TcpIoUringTransportIT extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new TcpTransport(
                TcpConfig.DEFAULTS.withIo("io_uring").withThreads(2).withStreams(config));
    }

    static boolean works() {
        return IoUring.isAvailable();
    }
}
