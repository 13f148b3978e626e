package org.sss.net.transport.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NettyDefaults;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Traffic;
import org.sss.net.transport.Transport;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.tls.Tls;

/**
 * Streams over TCP. Data frames are read into pooled direct buffers; direct buffers are written without a copy.
 * Thread-safe; callbacks run on event loop threads, where blocking calls are rejected.
 */
public final class TcpTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(TcpTransport.class);
    // A read gets several 32 KiB blocks, and a block is still a large fraction of its read buffer.
    private static final RecvByteBufAllocator READ_BUFFERS = new ReadBuffers(4 << 10, 64 << 10, 128 << 10);

    private final TcpConfig config;
    private volatile TcpConfig connecting;
    private final TcpSecurity security;
    private final SendMemory memory;
    private final IoEngine engine;
    private final EventLoopGroup group;
    private final AtomicBoolean loopsClosing;
    private final Set<TcpListener> listeners = ConcurrentHashMap.newKeySet();
    private final Set<TcpConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public TcpTransport() {
        this(TcpConfig.DEFAULTS);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code config.io()} does not work here */
    public TcpTransport(TcpConfig config) {
        this(config, TcpSecurity.OFF);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code config.io()} does not work here */
    public TcpTransport(TcpConfig config, TcpSecurity security) {
        this(config, security, SendMemory.ofThisJvm());
    }

    TcpTransport(TcpConfig config, SendMemory memory) {
        this(config, TcpSecurity.OFF, memory);
    }

    private TcpTransport(TcpConfig config, TcpSecurity security, SendMemory memory) {
        this.security = security;
        NettyDefaults.apply();
        this.config = config;
        this.connecting = config;
        this.memory = memory;
        IoEngine.Running running = IoEngine.start(config.io(), config.threads());
        this.engine = running.engine();
        this.group = running.group();
        this.loopsClosing = running.closing();
        LOG.debug("TCP runs on {} with {} threads", engine, config.threads());
    }

    @Override
    public String name() {
        return "tcp";
    }

    /** Returns the engine that polls the sockets: {@code epoll}, {@code io_uring} or {@code nio}. */
    public String io() {
        return engine.toString();
    }

    @Override
    public Listener listen(NodeAddress address, Service service) {
        checkOpen();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(engine.serverChannel())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, READ_BUFFERS);
        Pacing.omit(bootstrap, engine, address);
        TcpListener listener =
                TcpListener.bind(bootstrap, address, service, security, config, memory, listeners::remove);
        listeners.add(listener);
        closeIfLate(listener::close);
        return listener;
    }

    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        checkOpen();
        TcpConnection connection = connectSecurely(address, timeout);
        connections.add(connection);
        connection.onClose(() -> connections.remove(connection));
        closeIfLate(connection::close);
        boolean whole = false;
        try {
            if (!security.provesByToken()) {
                connection.authenticated();
            }
            whole = true;
            return connection;
        } finally {
            if (!whole) {
                connection.close();
            }
        }
    }

    /** Plain, or with TLS if the policy or the listener demands it. */
    private TcpConnection connectSecurely(NodeAddress address, Duration timeout) {
        long startNanos = System.nanoTime();
        Tls tls = security.connecting(address);
        Connector first = new Connector(address, timeout, connecting, memory, security, tls);
        try {
            return first.connect(bootstrap(address));
        } catch (SssException e) {
            Tls upgrade = tls == null && first.isTlsRequired() ? security.upgrade() : null;
            if (upgrade == null) {
                throw e;
            }
            return new Connector(address, Deadlines.left(timeout, startNanos), connecting, memory, security, upgrade)
                    .connect(bootstrap(address));
        }
    }

    private Bootstrap bootstrap(NodeAddress address) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(engine.channel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.RECVBUF_ALLOCATOR, READ_BUFFERS);
        Pacing.omit(bootstrap, engine, address);
        return bootstrap;
    }

    @Override
    public Map<NodeAddress, RingCounters.Values> rings() {
        Map<NodeAddress, RingCounters.Values> rings = new HashMap<>();
        for (TcpConnection connection : connections) {
            if (connection.ring().isSending()) {
                rings.merge(connection.peer(), connection.ring().counters(), RingCounters.Values::plus);
            }
        }
        return rings;
    }

    @Override
    public Traffic traffic() {
        int accepted = 0;
        Traffic.Refused refused = Traffic.Refused.NOTHING;
        for (TcpListener listener : listeners) {
            accepted += listener.acceptedCount();
            refused = refused.plus(listener.refused());
        }
        return new Traffic(accepted, config.maxConnections(), connections.size(), memory.queuedBytes(), refused);
    }

    /** Limits the receive window of streams on connections that are opened from now on. */
    public void limitWindow(int bytes) {
        StreamConfig streams = connecting.streams();
        connecting = connecting.withStreams(
                new StreamConfig(Math.min(bytes, streams.windowBytes()), streams.stallTimeout(), streams.maxStreams()));
    }

    @Override
    public void close() {
        closed = true;
        List<TcpConnection> all = new ArrayList<>(connections);
        listeners.forEach(listener -> all.addAll(listener.accepted()));
        listeners.forEach(TcpListener::close);
        all.forEach(TcpConnection::close);
        all.forEach(connection -> Deadlines.awaitIfAllowed(connection.closeFuture()));
        loopsClosing.set(true);
        Deadlines.awaitIfAllowed(group.shutdownGracefully(0, 2, TimeUnit.SECONDS));
        if (group.isTerminated()) {
            // Event loops may end before they have reported the close; do not let callers wait forever.
            all.forEach(TcpConnection::receiveClosed);
        }
        config.rings().close();
    }

    private void closeIfLate(Runnable close) {
        if (closed) {
            close.run();
        }
        checkOpen();
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the tcp transport is closed");
        }
    }
}
