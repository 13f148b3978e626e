package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;

/** Peers that break the protocol, played by plain sockets. */
class TcpBreachIT {
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
    void garbageEndsTheConnectionAndTheListenerContinues() throws Exception {
        assertBreach(text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    }

    @Test
    void anotherVersionEndsTheConnection() throws Exception {
        assertBreach(preface().setShort(FrameFormat.PREFACE_VERSION, 2));
    }

    @Test
    void aFrameForAStreamThatWasNeverOpenedEndsTheConnection() throws Exception {
        assertBreach(preface(), frames.end(1, new byte[0]));
    }

    @Test
    void streamIdOutOfOrderEndsTheConnection() throws Exception {
        assertBreach(preface(), openFrame(2));
        assertBreach(preface(), openFrame(1), openFrame(1));
    }

    @Test
    void sendingBeyondTheCreditEndsTheConnection() throws Exception {
        assertBreach(preface(), openFrame(1), data(WINDOW), data(1));
        assertThat(acceptor.next().recorder().awaitError()).hasMessageContaining("without credit");
    }

    @Test
    void sendingAfterTheEndEndsTheConnection() throws Exception {
        assertBreach(preface(), openFrame(1), frames.end(1, new byte[0]), data(1));
    }

    @Test
    void moreCreditThanAStreamCanHaveEndsTheConnection() throws Exception {
        assertBreach(preface(), openFrame(1), frames.credit(1, 1 << 30), frames.credit(1, 1 << 30));
    }

    @Test
    void anOversizedFrameEndsTheConnection() throws Exception {
        assertBreach(preface(), openFrame(1), data(1).setInt(FrameFormat.LENGTH, 1 << 28));
    }

    @Test
    void framesOfAStreamThatIsOverAreDropped() throws Exception {
        Socket socket = dial(listen(CONFIG));
        write(socket, preface(), openFrame(1));
        acceptor.next().stream().fail(new SssException(ErrorCode.CANCELLED, "enough"));
        write(socket, data(5), frames.credit(1, 5), frames.end(1, new byte[0]), openFrame(2));
        assertThat(acceptor.next().stream()).hasToString("stream 'put' with 127.0.0.1:" + socket.getLocalPort());
    }

    @Test
    void tooManyStreamsOfAPeerAreRejectedOneByOne() throws Exception {
        Socket socket = dial(listen(CONFIG));
        write(socket, preface(), openFrame(1), openFrame(2), openFrame(3), openFrame(4));
        socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
        byte[] header = socket.getInputStream().readNBytes(FrameFormat.HEADER_BYTES);
        assertThat(header[FrameFormat.TYPE]).isEqualTo((byte) FrameType.FAIL.code());
        assertThat(header[FrameFormat.STREAM_ID + 3]).isEqualTo((byte) 4);
    }

    @Test
    void connectionWithoutPrefaceIsClosed() throws Exception {
        Transport.Listener listener = listen(CONFIG.withTimeouts(WAIT, Duration.ofMillis(50)));
        Socket silent = dial(listener);
        assertThat(silent.getInputStream().readAllBytes()).hasSize(FrameFormat.PREFACE_BYTES);
    }

    @Test
    void peerThatBecomesSilentIsDeadAfterPings() throws Exception {
        Transport.Listener listener = listen(CONFIG.withTimeouts(Duration.ofMillis(400), WAIT));
        Socket silent = dial(listener);
        write(silent, preface(), openFrame(1));
        byte[] heard = silent.getInputStream().readAllBytes();
        byte[] ping = Unpooled.copiedBuffer(heard, FrameFormat.PREFACE_BYTES, FrameFormat.HEADER_BYTES)
                .array();
        assertThat(ping).isEqualTo(bytes(frames.ping()));
        SssException error = acceptor.next().recorder().awaitError();
        assertThat(error.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(error).hasMessageContaining("nothing was received for 400 ms");
    }

    @Test
    void pingsAreAnsweredAndKeepAnIdleConnectionOpen() throws Exception {
        Socket socket = dial(listen(CONFIG));
        write(socket, preface(), frames.ping());
        socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
        byte[] header = socket.getInputStream().readNBytes(FrameFormat.HEADER_BYTES);
        assertThat(header).isEqualTo(bytes(frames.pong()));
    }

    @Test
    void aSocketThatIsNotReadStopsTheSenderBeforeItsCreditDoes() throws Exception {
        Socket socket = dial(listen(CONFIG));
        write(socket, frames.preface(FrameFormat.STATUS_WELCOME, 1 << 30, 0), openFrame(1));
        Acceptor.Accepted accepted = acceptor.next();
        int sentFrames = sendUntilRefused(accepted.stream());
        assertThat(sentFrames).isBetween(1, 1_000);
        int frameBytes = FrameFormat.HEADER_BYTES + (1 << 16);
        socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES + sentFrames * frameBytes);
        accepted.recorder().awaitWritable();
        assertThat(sendUntilRefused(accepted.stream())).isPositive();
    }

    private void assertBreach(ByteBuf... bytes) throws Exception {
        Transport.Listener listener = listen(CONFIG);
        Socket socket = dial(listener);
        write(socket, bytes);
        assertThat(readUntilClosed(socket)).isNotEmpty();
        Connection next = transport(CONFIG).connect(listener.address(), WAIT);
        Recorder recorder = new Recorder();
        next.open("x", new byte[0], recorder);
        assertThat(next.isOpen()).isTrue();
    }

    /** Sends frames of 64 KiB, and returns the number of frames sent. */
    private static int sendUntilRefused(Stream stream) {
        int count = 0;
        ByteBuf frame = Unpooled.wrappedBuffer(new byte[1 << 16]);
        while (stream.trySend(frame)) {
            count++;
            frame = Unpooled.wrappedBuffer(new byte[1 << 16]);
        }
        return count;
    }

    private static byte[] readUntilClosed(Socket socket) throws IOException {
        byte[] start = socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            // Closed with unread bytes, which is a reset.
        }
        return start;
    }

    private Transport.Listener listen(TcpConfig config) {
        return transport(config).listen(new NodeAddress("127.0.0.1", 0), acceptor);
    }

    private Transport transport(TcpConfig config) {
        Transport transport = new TcpTransport(config);
        open.add(transport);
        return transport;
    }

    private Socket dial(Transport.Listener listener) throws IOException {
        Socket socket = new Socket("127.0.0.1", listener.address().port());
        socket.setSoTimeout(10_000);
        open.add(socket);
        return socket;
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

    private ByteBuf data(int bytes) {
        return frames.dataHeader(1, bytes).writeZero(bytes);
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
