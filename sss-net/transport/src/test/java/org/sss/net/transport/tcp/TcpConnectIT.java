package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;

/** Connections that fail, with plain sockets as the other side. */
class TcpConnectIT {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final int WINDOW = 1_000;
    private static final TcpConfig CONFIG = TcpConfig.DEFAULTS
            .withThreads(1)
            .withStreams(new StreamConfig(WINDOW, WAIT, 3))
            .withMaxConnections(2);

    private final Frames frames = new Frames(UnpooledByteBufAllocator.DEFAULT);
    private final Acceptor acceptor = new Acceptor();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void connectionsBeyondTheLimitAreOverload() {
        Transport.Listener listener = listen(CONFIG);
        Transport transport = transport(CONFIG);
        Connection first = transport.connect(listener.address(), WAIT);
        transport.connect(listener.address(), WAIT);
        SssException error = connectError(listener.address(), WAIT);
        assertThat(error.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(error).hasMessageContaining("as many connections as it accepts");
        assertThat(first.isOpen()).isTrue();
    }

    @Test
    void connectingToAnotherServiceIsAProtocolError() throws Exception {
        NodeAddress address = serve(text("HTTP/1.1 400 Bad Request\r\n\r\n"));
        SssException error = connectError(address, WAIT);
        assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(error).hasMessageContaining(address.toString()).hasMessageContaining("is that port a node of SSS?");
    }

    @Test
    void connectingToASilentListenerTimesOut() throws Exception {
        SssException error = connectError(serve(Unpooled.EMPTY_BUFFER), Duration.ofMillis(500));
        assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(error).hasMessageContaining("sent no preface within 500 ms").hasMessageContaining("overloaded");
    }

    /** Like a process that is suspended for a while; the connecting side decides how long to wait. */
    @Test
    void nodeMaySendItsPrefaceLate() throws Exception {
        NodeAddress late = serve(preface(), 600);
        Connection connection = transport(CONFIG.withTimeouts(Duration.ofMillis(200), Duration.ofMillis(100)))
                .connect(late, WAIT);
        assertThat(connection.peer()).isEqualTo(late);
    }

    @Test
    void reportsLackOfSockets() {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
        open.add(group::shutdownGracefully);
        Bootstrap without = new Bootstrap().group(group).channelFactory(() -> {
            throw new ChannelException("Too many open files");
        });
        SssException error = catchThrowableOfType(
                SssException.class,
                () -> new Connector(new NodeAddress("127.0.0.1", 1), WAIT, CONFIG, SendMemory.ofThisJvm())
                        .connect(without));
        assertThat(error.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(error).hasMessageContaining("Too many open files");
    }

    @Test
    void clientOfManySubgroupsAnnouncesASmallerWindow() throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        open.add(server);
        TcpTransport transport = new TcpTransport(CONFIG);
        open.add(transport);
        transport.limitWindow(WINDOW / 2);
        transport.limitWindow(WINDOW);
        CompletableFuture<Integer> window = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Socket socket = server.accept();
                open.add(socket);
                byte[] preface = socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
                window.complete(ByteBuffer.wrap(preface).getInt(FrameFormat.PREFACE_WINDOW));
                write(socket, preface());
            } catch (IOException e) {
                window.completeExceptionally(e);
            }
        });
        thread.start();
        open.add(thread::join);
        transport.connect(new NodeAddress("127.0.0.1", server.getLocalPort()), WAIT);
        assertThat(window.get(10, TimeUnit.SECONDS)).isEqualTo(WINDOW / 2);
    }

    @Test
    void anUnknownHostIsUnreachable() {
        SssException error = connectError(new NodeAddress("no-such-host.invalid", 1), WAIT);
        assertThat(error.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(error).hasMessageContaining("the host name is unknown");
    }

    @Test
    void theAcceptingSideMayNotOpenStreams() throws Exception {
        NodeAddress address = serve(Unpooled.wrappedBuffer(preface(), openFrame(1)));
        Connection connection = transport(CONFIG).connect(address, WAIT);
        await().until(() -> !connection.isOpen());
    }

    @Test
    void rejectsForeignListenAddress() {
        Transport transport = transport(CONFIG);
        SssException error = catchThrowableOfType(
                SssException.class, () -> transport.listen(new NodeAddress("192.0.2.1", 0), acceptor));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error).hasMessageContaining("192.0.2.1:0");
    }

    private SssException connectError(NodeAddress address, Duration timeout) {
        Transport transport = transport(CONFIG);
        SssException error = catchThrowableOfType(SssException.class, () -> transport.connect(address, timeout));
        assertThat(error).isNotNull();
        return error;
    }

    /** A server that sends {@code answer} to the first client. */
    private NodeAddress serve(ByteBuf answer) throws IOException {
        return serve(answer, 0);
    }

    private NodeAddress serve(ByteBuf answer, long afterMillis) throws IOException {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        open.add(server);
        Thread thread = new Thread(() -> {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Thread.sleep(afterMillis);
                write(socket, answer);
            } catch (IOException | InterruptedException e) {
                answer.release();
            }
        });
        thread.start();
        open.add(thread::join);
        return new NodeAddress("127.0.0.1", server.getLocalPort());
    }

    private Transport.Listener listen(TcpConfig config) {
        return transport(config).listen(new NodeAddress("127.0.0.1", 0), acceptor);
    }

    private Transport transport(TcpConfig config) {
        Transport transport = new TcpTransport(config);
        open.add(transport);
        return transport;
    }

    private static void write(Socket socket, ByteBuf... all) throws IOException {
        for (ByteBuf bytes : all) {
            socket.getOutputStream().write(bytes(bytes));
        }
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = ByteBufUtil.getBytes(frame);
        frame.release();
        return bytes;
    }

    private ByteBuf preface() {
        return frames.preface(FrameFormat.STATUS_WELCOME, WINDOW, 0);
    }

    private ByteBuf openFrame(int streamId) {
        return frames.open(streamId, "put".getBytes(StandardCharsets.UTF_8), new byte[0]);
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
