package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.NodeAddress;

class TcpListenerIT {
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final CompletableFuture<Void> listens = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    @AfterEach
    void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    }

    @Test
    void abandonedListenerFreesItsPort() {
        CompletableFuture<Void> mayListen = new CompletableFuture<>();
        group.next().execute(() -> mayListen.orTimeout(20, TimeUnit.SECONDS).join());
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> TcpListener.bind(
                        bootstrap(),
                        new NodeAddress("127.0.0.1", 0),
                        new Acceptor(),
                        TcpSecurity.OFF,
                        TcpConfig.DEFAULTS,
                        new SendMemory(Long.MAX_VALUE),
                        listener -> {}))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(Thread.interrupted()).isTrue();
        mayListen.complete(null);
        assertThat(listens).succeedsWithin(WAIT);
        assertThat(closed).succeedsWithin(WAIT);
    }

    private ServerBootstrap bootstrap() {
        return new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext context) {
                        listens.complete(null);
                        context.fireChannelActive();
                    }

                    @Override
                    public void channelInactive(ChannelHandlerContext context) {
                        closed.complete(null);
                        context.fireChannelInactive();
                    }
                });
    }
}
