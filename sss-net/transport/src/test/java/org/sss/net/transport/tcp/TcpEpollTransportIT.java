package org.sss.net.transport.tcp;

import io.netty.channel.epoll.Epoll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;

@EnabledIf("works")
class TcpEpollTransportIT extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new TcpTransport(
                TcpConfig.DEFAULTS.withIo("epoll").withThreads(2).withStreams(config));
    }

    static boolean works() {
        return Epoll.isAvailable();
    }
}
