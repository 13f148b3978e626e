package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.sss.net.transport.NodeAddress;

@EnabledIf("works")
class PacingIT {
    private static final RawUnixChannelOption CONGESTION = new RawUnixChannelOption("TCP_CONGESTION", 6, 13, 4);

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());

    static boolean works() {
        return Epoll.isAvailable();
    }

    @AfterEach
    void close() throws InterruptedException {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }

    /** Returns the first four letters of the congestion control of a socket that listens at {@code host}. */
    private String congestion(String host, String listening) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(group)
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter());
        Pacing.omit(bootstrap, IoEngine.EPOLL, new NodeAddress(host, 0));
        Channel channel = bootstrap.bind(listening, 0).sync().channel();
        try {
            ByteBuffer name = channel.config().getOption(CONGESTION).duplicate();
            return StandardCharsets.US_ASCII.decode(name.rewind()).toString();
        } finally {
            channel.close().sync();
        }
    }

    @Test
    void connectionsWithinOneMachineAreNotPaced() throws InterruptedException {
        assertThat(congestion("127.0.0.1", "127.0.0.1")).isEqualTo("reno");
        assertThat(congestion("localhost", "127.0.0.1")).isEqualTo("reno");
    }

    @Test
    void otherConnectionsUseTheSystemDefault() throws Exception {
        String ofSystem = Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control"))
                .strip();
        assertThat(congestion("0.0.0.0", "0.0.0.0").replace("\0", ""))
                .isEqualTo(ofSystem.substring(0, Math.min(4, ofSystem.length())));
    }
}
