package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.NodeAddress;

/**
 * The event loops of a process that may have no further thread: the remedy is neither another port nor the other node.
 */
class NoThreadTest {
    private static final NodeAddress ADDRESS = new NodeAddress("127.0.0.1", 0);

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1,
            (Executor) work -> {
                throw new OutOfMemoryError(
                        "unable to create native thread: possibly out of memory or process/resource limits reached");
            },
            NioIoHandler.newFactory());

    private static void assertNamesTheLimit(ThrowingCallable call, String what) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContaining(what + " was refused: no thread can be started")
                .hasMessageContaining("ulimit -u, pids.max")
                .hasMessageNotContaining("port");
    }

    @Test
    void listeningAndConnectingNameTheLimitOfThreads() {
        SendMemory memory = new SendMemory(1 << 20);
        assertNamesTheLimit(
                () -> TcpListener.bind(
                        new ServerBootstrap().group(group).channel(NioServerSocketChannel.class),
                        ADDRESS,
                        (verb, header, stream) -> null,
                        TcpSecurity.OFF,
                        TcpConfig.DEFAULTS,
                        memory,
                        closed -> {}),
                "listening at 127.0.0.1:0");
        assertNamesTheLimit(
                () -> new Connector(ADDRESS, Duration.ofSeconds(9), TcpConfig.DEFAULTS, memory)
                        .connect(new Bootstrap().group(group).channel(NioSocketChannel.class)),
                "connecting to 127.0.0.1:0");
    }
}
