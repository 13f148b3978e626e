package org.sss.net.transport.tcp;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sss.net.transport.NodeAddress;

/**
 * Disables pacing for connections within one machine, which share no network. If the system paces by default (its
 * congestion control is BBR), the kernel sets a timer for each 64 KiB, which costs more than sending them. Stateless.
 */
public final class Pacing {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    /** Available to unprivileged processes, and does not pace. */
    private static final byte[] UNPACED = "reno".getBytes(StandardCharsets.US_ASCII);

    private Pacing() {}

    /**
     * Disables pacing of sockets of {@code bootstrap}, and of those they accept, if the address is local to this
     * machine.
     */
    static void omit(AbstractBootstrap<?, ?> bootstrap, IoEngine engine, NodeAddress address) {
        if (engine == IoEngine.EPOLL && address.loopback()) {
            omit(bootstrap);
        }
    }

    /** For epoll sockets with an address local to this machine. */
    public static void omit(AbstractBootstrap<?, ?> bootstrap) {
        bootstrap.option(
                new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, UNPACED.length),
                ByteBuffer.wrap(UNPACED.clone()));
    }
}
