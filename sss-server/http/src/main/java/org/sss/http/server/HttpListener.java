package org.sss.http.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.tls.Tls;

/**
 * Serves HTTP/1.1 at one port. It has an event loop of its own, a single thread: many slow or broken clients delay each
 * other there, and no data of jobs. Thread-safe.
 */
public final class HttpListener implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int MAX_CHUNK = 8 << 10;
    private static final long CLOSE_SECONDS = 2;

    private final EventLoopGroup loop;
    private final HandlerPool pool;
    private final OpenConnections open;
    private final Channel channel;

    /**
     * Where it listens and who may connect.
     *
     * @param tls   null for none
     * @param names that this node has, beside its addresses
     */
    public record Door(NodeAddress address, Tls tls, Supplier<Set<String>> names, Gate gate) {}

    private HttpListener(EventLoopGroup loop, HandlerPool pool, OpenConnections open, Channel channel) {
        this.loop = loop;
        this.pool = pool;
        this.open = open;
        this.channel = channel;
    }

    /**
     * Starts to listen.
     *
     * @param name of its threads
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the port is in use
     */
    public static HttpListener start(String name, Door door, Routes routes, Limits limits) {
        EventLoopGroup loop =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
        HandlerPool pool = new HandlerPool(name + "-call");
        OpenConnections open = new OpenConnections(limits);
        ServedConnection.Service service =
                new ServedConnection.Service(routes, door.gate(), new SiteCheck(door.names()), limits, pool, open);
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.SO_SNDBUF, Limits.MAX_UNREAD_BYTES) // else the kernel takes megabytes
                .childHandler(initializer(service, door.tls()))
                .bind(new InetSocketAddress(
                        door.address().host(), door.address().port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot serve HTTP at " + door.address() + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        return new HttpListener(loop, pool, open, bound.channel());
    }

    private static ChannelInitializer<SocketChannel> initializer(ServedConnection.Service service, Tls tls) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel child) {
                String address = addressOf(child);
                if (!service.open().add(child, address)) {
                    child.close();
                    return;
                }
                if (tls != null) {
                    child.pipeline().addLast(tls.server(child.alloc()));
                }
                long idle = service.limits().idle().toMillis();
                child.pipeline()
                        .addLast(new IdleStateHandler(true, 0, idle, 0, TimeUnit.MILLISECONDS))
                        .addLast(new HttpServerCodec(Limits.MAX_HEADER_BYTES, Limits.MAX_HEADER_BYTES, MAX_CHUNK))
                        .addLast(new FlowControlHandler())
                        .addLast(new ServedConnection(service, child, address));
            }
        };
    }

    /** Returns null for this machine. */
    private static String addressOf(SocketChannel child) {
        InetSocketAddress remote = child.remoteAddress();
        InetAddress host = remote == null ? null : remote.getAddress();
        return host == null || host.isLoopbackAddress() ? null : host.getHostAddress();
    }

    /** Returns the port, also if any was to be taken. */
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Returns the bytes of bodies of requests, and of answers in memory that clients have not read. */
    public long bytes() {
        return pool.bytes();
    }

    /** Closes the connections of callers that are not accepted any more: they may wait for events. */
    public void closeRefused(Predicate<Principal> isAccepted) {
        open.refused(isAccepted).forEach(Channel::close);
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        open.all().forEach(Channel::close);
        pool.close();
        loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
