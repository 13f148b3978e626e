package org.sss.net.transport.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Traffic;
import org.sss.net.transport.Transport;
import org.sss.net.transport.Work;

/** A server socket and the connections that it accepted. Thread-safe. */
final class TcpListener implements Transport.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(TcpListener.class);
    private static final int BACKLOG = 1024;
    /** Up to this many times the limit are open while connections beyond the limit get a preface with the rejection. */
    private static final int REFUSED_FACTOR = 2;
    /** Connections whose peers have not proved who they are. */
    static final int MAX_UNPROVED = 512;

    private final Service service;
    private final TcpSecurity security;
    private final TcpConfig config;
    private final SendMemory memory;
    private final Consumer<TcpListener> whenClosed;
    private final Set<TcpConnection> accepted = ConcurrentHashMap.newKeySet();
    /** Connections that are not refused; where peers must prove who they are, those that have done so. */
    private final PeerLimit welcome;

    private final UnprovedPeers<TcpConnection> unproved = new UnprovedPeers<>(MAX_UNPROVED);
    /** Connections that got no preface, or were replaced by newer ones. */
    private final LongAdder dropped = new LongAdder();

    private final PeerLines lines = new PeerLines();
    private volatile NodeAddress address;
    private Channel channel;
    private volatile boolean closed;

    private TcpListener(
            Service service,
            TcpSecurity security,
            TcpConfig config,
            SendMemory memory,
            Consumer<TcpListener> whenClosed) {
        this.security = security;
        this.whenClosed = whenClosed;
        this.service = service;
        this.config = config;
        this.memory = memory;
        welcome = new PeerLimit("connections open", config.maxConnections());
    }

    /**
     * If this throws, the port is free, or soon will be.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the address cannot be bound; OVERLOADED if no thread
     *     can be started; TIMEOUT; CANCELLED
     */
    static TcpListener bind(
            ServerBootstrap bootstrap,
            NodeAddress address,
            Service service,
            TcpSecurity security,
            TcpConfig config,
            SendMemory memory,
            Consumer<TcpListener> whenClosed) {
        TcpListener listener = new TcpListener(service, security, config, memory, whenClosed);
        ChannelFuture bound = bootstrap
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childHandler(listener.initializer())
                .bind(new InetSocketAddress(address.host(), address.port()));
        try {
            Deadlines.await(bound, Deadlines.LOCAL_CALL, "listening at " + address);
        } catch (RuntimeException e) {
            listener.abandon(address, bound);
            throw e;
        }
        if (!bound.isSuccess()) {
            throw cannotBind(address, bound.cause());
        }
        listener.channel = bound.channel();
        listener.channel.pipeline().addLast(new AcceptErrors(address)); // after the handler that pauses for a second
        int port = ((InetSocketAddress) listener.channel.localAddress()).getPort();
        listener.address = new NodeAddress(address.host(), port);
        return listener;
    }

    /** The caller has stopped waiting: closes the listener as soon as it is bound. */
    private void abandon(NodeAddress wanted, ChannelFuture bound) {
        address = wanted;
        closed = true;
        bound.addListener(
                done -> bound.channel().close().addListener(free -> accepted().forEach(this::drop)));
    }

    @Override
    public NodeAddress address() {
        return address;
    }

    @Override
    public void close() {
        closed = true;
        Deadlines.awaitIfAllowed(channel.close());
        awaitFreePort();
        List<TcpConnection> dropped = accepted();
        dropped.forEach(this::drop);
        dropped.forEach(connection -> Deadlines.awaitIfAllowed(connection.closeFuture()));
        whenClosed.accept(this);
    }

    int acceptedCount() {
        return accepted.size();
    }

    Traffic.Refused refused() {
        return new Traffic.Refused(
                lines.refused().count() + dropped.sum(),
                lines.silent().count(),
                lines.breaches().count());
    }

    List<TcpConnection> accepted() {
        return List.copyOf(accepted);
    }

    /**
     * With NIO a closed socket continues to listen until the next select, and that is before the event loop
     * checks its timers: a timer that was set on the event loop after the close runs when the port is free.
     */
    private void awaitFreePort() {
        EventLoop loop = channel.eventLoop();
        Promise<Void> free = loop.newPromise();
        try {
            loop.execute(() -> loop.schedule(() -> free.trySuccess(null), 0, TimeUnit.NANOSECONDS));
            Deadlines.awaitIfAllowed(free);
        } catch (RejectedExecutionException e) {
            LOG.debug("The event loop of listener {} has ended, and its port is free", address);
        }
    }

    private ChannelInitializer<SocketChannel> initializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel child) {
                accept(child);
            }
        };
    }

    private void accept(SocketChannel child) {
        if (accepted.size() >= REFUSED_FACTOR * config.maxConnections()) {
            // Too many connections are being refused to send this one a preface.
            LOG.debug("Dropping a connection from {}: {} are open", child.remoteAddress(), accepted.size());
            dropped.increment();
            child.close();
            return;
        }
        NodeAddress peer = addressOf(child);
        if (security.authenticates()) {
            acceptUnproved(Pipeline.accepted(child, peer, config, memory, service, false, lines, security));
        } else {
            acceptAnyone(child, peer);
        }
    }

    private void acceptUnproved(TcpConnection connection) {
        accepted.add(connection);
        unproved.add(connection, connection.limited().quotaName()).ifPresent(this::replace);
        AtomicBoolean counted = new AtomicBoolean();
        connection.limited().whenProved(() -> proved(connection, counted));
        connection.closeFuture().addListener(done -> {
            accepted.remove(connection);
            unproved.remove(connection);
            if (counted.getAndSet(false)) {
                welcome.free(connection.limited(), 1);
            }
        });
        if (closed) {
            drop(connection);
        }
    }

    private void replace(TcpConnection oldest) {
        dropped.increment();
        oldest.replace(SssException.withoutTrace(
                ErrorCode.OVERLOADED,
                "refused: " + MAX_UNPROVED + " newer connections wait for the proof of a token; try again later"));
    }

    private void proved(TcpConnection connection, AtomicBoolean counted) {
        unproved.remove(connection);
        try {
            welcome.take(connection.limited(), 1);
            counted.set(true);
        } catch (SssException e) {
            lines.refused()
                    .warn(connection.limited(), "Refusing a connection from {}: {}", connection.peer(), e.getMessage());
            connection.dismiss(e);
        }
    }

    private void acceptAnyone(SocketChannel child, NodeAddress peer) {
        Peer limited = Peer.at(child.remoteAddress());
        boolean isWelcome = isWelcome(limited, peer);
        TcpConnection connection = Pipeline.accepted(child, peer, config, memory, service, !isWelcome, lines, security);
        accepted.add(connection);
        connection.closeFuture().addListener(done -> {
            accepted.remove(connection);
            welcome.free(limited, isWelcome ? 1 : 0);
        });
        if (closed) {
            drop(connection);
        }
    }

    private boolean isWelcome(Peer limited, NodeAddress peer) {
        try {
            welcome.take(limited, 1);
            return true;
        } catch (SssException e) {
            lines.refused().warn(limited, "Refusing a connection from {}: {}", peer, e.getMessage());
            return false;
        }
    }

    private static NodeAddress addressOf(SocketChannel child) {
        InetSocketAddress remote = child.remoteAddress();
        return remote == null
                ? new NodeAddress("unknown", 0)
                : new NodeAddress(remote.getHostString(), remote.getPort());
    }

    private void drop(TcpConnection connection) {
        connection.close(new SssException(ErrorCode.CLOSED, "listener " + address + " was closed by this side"));
    }

    private static SssException cannotBind(NodeAddress address, Throwable cause) {
        if (Work.isRefusal(cause)) {
            return Work.refused(cause, "listening at " + address);
        }
        Object why = cause.getMessage() == null ? cause : cause.getMessage();
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "cannot listen at " + address + ": " + why + "; take an address of"
                        + " this host and a port that is free (port 0 takes any), or stop the process that has it",
                cause);
    }
}
