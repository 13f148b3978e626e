package org.sss.net.transport.tcp;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;

/** Ways to poll sockets, preferred first: epoll and io_uring cost the same, but only epoll sends files. Stateless. */
enum IoEngine {
    EPOLL(
            () -> EpollIoHandler.newFactory(0, SpinThenParkSelect::new),
            EpollServerSocketChannel.class,
            EpollSocketChannel.class),
    IO_URING(IoUringIoHandler::newFactory, IoUringServerSocketChannel.class, IoUringSocketChannel.class),
    NIO(NioIoHandler::newFactory, NioServerSocketChannel.class, NioSocketChannel.class);

    private static final Logger LOG = LoggerFactory.getLogger(IoEngine.class);

    private final Supplier<IoHandlerFactory> handlers;
    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> channel;

    IoEngine(
            Supplier<IoHandlerFactory> handlers,
            Class<? extends ServerSocketChannel> serverChannel,
            Class<? extends SocketChannel> channel) {
        this.handlers = handlers;
        this.serverChannel = serverChannel;
        this.channel = channel;
    }

    /**
     * Running event loops and their engine.
     *
     * @param closing must be set before they are shut down
     */
    record Running(IoEngine engine, EventLoopGroup group, AtomicBoolean closing) {}

    /**
     * Starts event loops of the engine {@code io}, or, for {@code auto}, of the first engine that works: an engine that
     * the kernel supports may be forbidden here, or lack locked memory for its rings.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code io} is unknown or does not work here
     */
    static Running start(String io, int threads) {
        AtomicBoolean closing = new AtomicBoolean();
        if (!io.equals("auto")) {
            return new Running(parse(io), parse(io).startOrExplain(threads, closing), closing);
        }
        for (IoEngine engine : values()) {
            try {
                return new Running(engine, engine.start(threads, closing), closing);
            } catch (Throwable t) {
                LOG.debug("{} does not work here: {}", engine, t.toString());
            }
        }
        throw new SssException(ErrorCode.INTERNAL, "neither epoll, io_uring nor nio works here; see the debug log");
    }

    Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    Class<? extends SocketChannel> channel() {
        return channel;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private EventLoopGroup startOrExplain(int threads, AtomicBoolean closing) {
        try {
            return start(threads, closing);
        } catch (Throwable t) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "io=" + this + " does not work here: " + t + "; take io=auto", t);
        }
    }

    private EventLoopGroup start(int threads, AtomicBoolean closing) {
        return new MultiThreadIoEventLoopGroup(threads, threadFactory(closing), handlers.get());
    }

    /**
     * Threads on which blocking calls are rejected. A loop that ends too early throws an error for the uncaught
     * exception handler.
     */
    private static ThreadFactory threadFactory(AtomicBoolean closing) {
        return new DefaultThreadFactory("sss-net", true) {
            @Override
            public Thread newThread(Runnable loop) {
                return super.newThread(() -> {
                    Callbacks.run(loop);
                    checkClosing(closing);
                });
            }
        };
    }

    /** Netty only logs the failure of an event loop; its connections and all new ones would hang from then on. */
    private static void checkClosing(AtomicBoolean closing) {
        if (!closing.get()) {
            throw new InternalError(
                    "an event loop ended although its transport is open; the log has the cause, usually a lack of"
                            + " memory");
        }
    }

    private static IoEngine parse(String io) {
        for (IoEngine engine : values()) {
            if (engine.toString().equals(io)) {
                return engine;
            }
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT, "io=" + io + " is unknown; take auto, epoll, io_uring or nio");
    }
}
