package org.sss.net.transport.tcp;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sss.net.transport.NodeAddress;

/**
 * Connections within one machine share no network with anybody, so they need no pacing. Where that is what the system does (its
 * congestion control is BBR), the kernel sets a timer for each 64 KiB, which costs more than to send them. Stateless.
 */
public final class Pacing {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    /** Any process may choose it, and it does not pace. */
    private static final byte[] UNPACED = "reno".getBytes(StandardCharsets.US_ASCII);

    private Pacing() {
    }

    /** Sockets that {@code bootstrap} makes, and those that are accepted by them, do not pace if their address is of this machine only. */
    static void omit(AbstractBootstrap<?, ?> bootstrap, IoEngine engine, NodeAddress address) {
        if (engine == IoEngine.EPOLL && isLoopback(address)) {
            omit(bootstrap);
        }
    }

    /** For sockets of epoll whose address is of this machine only. */
    public static void omit(AbstractBootstrap<?, ?> bootstrap) {
        bootstrap.option(new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, UNPACED.length),
                ByteBuffer.wrap(UNPACED.clone()));
    }

    private static boolean isLoopback(NodeAddress address) {
        try {
            return InetAddress.getByName(address.host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // whoever connects or listens tells it
        }
    }
}
