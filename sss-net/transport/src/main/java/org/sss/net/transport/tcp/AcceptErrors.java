package org.sss.net.transport.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.NodeAddress;

/** Logs why a listener cannot accept connections. Netty accepts again a second later. Belongs to the event loop. */
final class AcceptErrors extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptErrors.class);
    private static final LimitedLog FAILED = new LimitedLog(LOG, "connections that could not be accepted", 1);

    private final NodeAddress listener;

    AcceptErrors(NodeAddress listener) {
        this.listener = listener;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        MemoryErrors.report(cause);
        FAILED.warn("Cannot accept connections at {}, trying again every second: {}", listener, explain(cause));
    }

    static String explain(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("oo many open files")
                ? "the process has as many files and connections open as the system allows (" + message
                        + "); allow more (ulimit -n, LimitNOFILE of its systemd unit)"
                : cause.toString();
    }
}
