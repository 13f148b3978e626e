package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.testing.ErrorLog;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;

/** Many, slow, non-reading or foreign peers: their cost is bounded, and others are not affected. */
class PeersIT {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final int MANY = 1_000;
    /** More direct memory than an idle connection needs. */
    private static final int MAX_BYTES_OF_AN_IDLE_CONNECTION = 32 << 10;

    private static final TcpConfig CONFIG = TcpConfig.DEFAULTS.withThreads(2);

    private static final long SHORT_ABOVE_BYTES = 16 << 20;

    private final SendMemory memory = new SendMemory(SHORT_ABOVE_BYTES);
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
    void aThousandIdleConnectionsCostLittleAndCloseCleanly() throws Exception {
        TcpListener listener = listen(CONFIG.withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        long heapBefore = usedHeap();
        long directBefore = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            idle.add(greeted(listener));
        }
        assertThat(listener.accepted()).hasSize(MANY);
        long heap = (usedHeap() - heapBefore) / MANY;
        long direct = (PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - directBefore) / MANY;
        assertThat(heap + direct)
                .as("%d bytes of heap, %d of direct memory", heap, direct)
                .isLessThan(MAX_BYTES_OF_AN_IDLE_CONNECTION);
        checkThatOthersAreServed(listener);
        for (Socket socket : idle) {
            socket.close();
        }
        await().atMost(WAIT).until(() -> listener.accepted().size() <= 1);
    }

    @Test
    void connectionsAboveTheLimitAreRefusedAndThenDropped() throws Exception {
        TcpListener listener =
                listen(CONFIG.withMaxConnections(10).withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        Connection first = connect(listener);
        for (int i = 1; i < 10; i++) {
            greeted(listener);
        }
        int refused = 0;
        try (ErrorLog log = ErrorLog.open(Level.WARN)) {
            for (int i = 0; i < 200; i++) {
                refused += isRefusedByPreface(dial(listener).getInputStream()) ? 1 : 0;
                assertThat(listener.accepted().size()).isLessThanOrEqualTo(20);
            }
            assertThat(log.take())
                    .as("the rest is summed up")
                    .hasSize(5)
                    .allMatch(line -> line.startsWith("WARN Refusing a connection"));
        }
        assertThat(refused).isEqualTo(10);
        assertThat(first.isOpen()).isTrue();
        checkThatOthersAreServed(first);
    }

    @Test
    void connectionsWithoutProofDoNotKeepOthersOut() throws Exception {
        TcpTransport transport = new TcpTransport(
                CONFIG.withMaxConnections(TcpListener.MAX_UNPROVED)
                        .withTimeouts(Duration.ofSeconds(60), Duration.ofSeconds(60)),
                TcpSecurity.tokens());
        open.add(transport);
        TcpListener listener =
                (TcpListener) transport.listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> {
                    stream.peer().authenticated(Principal.THIS_PROCESS);
                    return acceptor.open(verb, header, stream);
                });
        Connection known = connect(listener);
        known.open("who", new byte[0], new Recorder());
        acceptor.next();
        Socket first = greeted(listener);
        for (int i = 0; i < TcpListener.MAX_UNPROVED; i++) {
            greeted(listener);
        }
        await().atMost(WAIT).pollInterval(Duration.ofMillis(20)).until(() -> isRefused(first, new byte[1]));
        Connection late = connect(listener);
        late.open("who", new byte[0], new Recorder());
        acceptor.next();
        assertThat(late.isOpen()).isTrue();
        assertThat(known.isOpen()).isTrue();
        await().atMost(WAIT).until(() -> listener.accepted().size() <= TcpListener.MAX_UNPROVED + 2);
    }

    @Test
    void tricklingFrameTimesOutAndUsesNoMemory() throws Exception {
        TcpListener listener = listen(CONFIG.withStreams(new StreamConfig(1 << 20, Duration.ofMillis(300), 3)));
        Socket socket = greeted(listener);
        send(socket, openFrame());
        Recorder recorder = acceptor.next().recorder();
        send(socket, TestFrames.bytes(frames.dataHeader(1, Stream.MAX_DATA_BYTES)));
        await().atMost(WAIT).pollInterval(Duration.ofMillis(20)).until(() -> isRefused(socket, new byte[1]));
        SssException error = recorder.awaitError();
        assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(error).hasMessageContaining("not complete within 300 ms");
    }

    @Test
    void acceptsPrefaceByteByByte() throws Exception {
        TcpListener listener = listen(CONFIG);
        Socket socket = dial(listener);
        byte[] preface = TestFrames.bytes(frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 0));
        socket.setTcpNoDelay(true);
        for (byte single : preface) {
            send(socket, new byte[] {single});
        }
        for (byte single : openFrame()) {
            send(socket, new byte[] {single});
        }
        assertThat(acceptor.next().verb()).isEqualTo("put");
    }

    @Test
    void announcedButUnsentBytesUseNoMemory() throws Exception {
        TcpListener listener = listen(CONFIG);
        int peers = 100;
        long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
        for (int i = 0; i < peers; i++) {
            Socket socket = greeted(listener);
            send(socket, openFrame());
            acceptor.next();
            send(socket, TestFrames.join(TestFrames.bytes(frames.dataHeader(1, Stream.MAX_DATA_BYTES)), new byte[100]));
        }
        checkThatOthersAreServed(listener);
        assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - before)
                .isLessThan((long) peers * Stream.MAX_DATA_BYTES / 4);
    }

    @Test
    void manySlowReadersUseLittleMoreMemoryThanOne() throws Exception {
        TcpListener listener = listen(CONFIG);
        int peers = 40;
        long sentBytes = 0;
        for (int i = 0; i < peers; i++) {
            Socket deaf = dial(listener);
            send(deaf, TestFrames.join(TestFrames.bytes(frames.preface(0, 1 << 30, 0)), openFrame()));
            sentBytes += sendUntilRefused(acceptor.next().stream());
        }
        assertThat(sentBytes).as("bytes taken for peers that read nothing").isPositive();
        assertThat(memory.queuedBytes())
                .isLessThan(SHORT_ABOVE_BYTES
                        + WriteQueue.HIGH_BYTES
                        + peers * (WriteQueue.SHORT_HIGH_BYTES + (64L << 10)));
        assertThat(memory.queuedBytes()).isLessThanOrEqualTo(sentBytes + peers * (64L << 10));
        checkThatOthersAreServed(listener);
        closeAll();
        await().atMost(WAIT).until(() -> memory.queuedBytes() == 0);
    }

    @Test
    void peerThatSendsRequestsWithoutReadingIsDisconnected() throws Exception {
        TcpListener listener = listen(CONFIG.withStreams(new StreamConfig(1 << 20, WAIT, 1)));
        Socket deaf = greeted(listener);
        int streamId = 1;
        long maxQueuedBytes = 0;
        while (!isRefused(deaf, TestFrames.bytes(frames.open(streamId, TestFrames.text("put"), new byte[0])))) {
            streamId++;
            maxQueuedBytes = Math.max(maxQueuedBytes, memory.queuedBytes());
        }
        assertThat(maxQueuedBytes).isBetween(1L, WriteQueue.MAX_CONTROL_BYTES + (64L << 10));
        await().atMost(WAIT).until(() -> memory.queuedBytes() == 0);
        checkThatOthersAreServed(listener);
    }

    @Test
    void peerThatPingsWithoutReadingIsDisconnected() throws Exception {
        TcpListener listener = listen(CONFIG.withTimeouts(Duration.ofMillis(400), WAIT)
                .withStreams(new StreamConfig(1 << 20, Duration.ofMillis(300), 3)));
        Socket deaf = dial(listener);
        send(deaf, TestFrames.join(TestFrames.bytes(frames.preface(0, 1 << 30, 0)), openFrame()));
        Stream stream = acceptor.next().stream();
        await().atMost(WAIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            fill(stream);
            return isRefused(deaf, TestFrames.bytes(frames.ping()));
        });
        await().atMost(WAIT).until(() -> memory.queuedBytes() == 0);
    }

    @Test
    void openingStreamsFasterThanThePeerReadsDoesNotDisconnect() throws Exception {
        CountDownLatch allOpened = new CountDownLatch(1);
        Transport server = new TcpTransport(CONFIG, memory);
        open.add(server);
        Transport.Listener listener = server.listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> {
            awaitWithin(WAIT, allOpened); // it is slow: handling such a header takes longer than sending it
            return acceptor.open(verb, header, stream);
        });
        open.add(listener);
        TcpTransport client = new TcpTransport(CONFIG, memory);
        open.add(client);
        Connection connection = client.connect(listener.address(), WAIT);
        byte[] header = new byte[Stream.MAX_HEADER_BYTES];
        List<Recorder> recorders = new ArrayList<>();
        SssException refused = null;
        while (refused == null && recorders.size() < MANY) {
            Recorder recorder = new Recorder();
            try {
                connection.open("task", header, recorder);
                recorders.add(recorder);
            } catch (SssException e) {
                refused = e;
            }
        }
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo(ErrorCode.OVERLOADED);
        allOpened.countDown();
        for (Recorder recorder : recorders) {
            acceptor.next().stream().end(new byte[] {1});
            assertThat(recorder.awaitEnd()).containsExactly(1);
        }
        assertThat(connection.isOpen()).isTrue();
    }

    private static void awaitWithin(Duration time, CountDownLatch latch) {
        try {
            assertThat(latch.await(time.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void logsPeerOfAnotherProtocol() throws Exception {
        TcpListener listener = listen(CONFIG);
        List<byte[]> others = List.of(
                HexFormat.of().parseHex("16030100a5010000a10303" + "00".repeat(64)),
                TestFrames.text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                TestFrames.text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                TestFrames.text("SSH-2.0-OpenSSH_9.2\r\n"),
                new byte[16]);
        for (byte[] other : others) {
            try (ErrorLog log = ErrorLog.open(Level.WARN)) {
                Socket socket = dial(listener);
                send(socket, other);
                awaitClosed(socket.getInputStream());
                assertThat(log.take())
                        .singleElement()
                        .asString()
                        .startsWith("WARN Closing the connection with 127.0.0.1:")
                        .contains(
                                other[0] == 0x16
                                        ? "it uses TLS, and this listener does not"
                                        : "does not start with \"SSS1\"")
                        .doesNotContain("<");
            }
        }
        checkThatOthersAreServed(listener);
    }

    /** Bytes that the kernel accepts in the meantime make room for more. */
    private static void fill(Stream stream) {
        try {
            sendUntilRefused(stream);
        } catch (SssException closed) {
            // expected
        }
    }

    /** Sends frames of 64 KiB, and returns the number of bytes sent. */
    private static long sendUntilRefused(Stream stream) {
        long bytes = 0;
        ByteBuf frame = Unpooled.wrappedBuffer(new byte[64 << 10]);
        while (stream.trySend(frame)) {
            bytes += 64 << 10;
            frame = Unpooled.wrappedBuffer(new byte[64 << 10]);
        }
        return bytes;
    }

    private void checkThatOthersAreServed(TcpListener listener) throws Exception {
        checkThatOthersAreServed(connect(listener));
    }

    private void checkThatOthersAreServed(Connection connection) throws Exception {
        Recorder recorder = new Recorder();
        connection.open("other", new byte[0], recorder);
        Acceptor.Accepted accepted = acceptor.next();
        while (!accepted.verb().equals("other")) {
            accepted = acceptor.next();
        }
        accepted.stream().end(new byte[] {5});
        assertThat(recorder.awaitEnd()).containsExactly(5);
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static boolean isRefused(Socket socket, byte[] bytes) {
        try {
            send(socket, bytes);
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    private static void awaitClosed(InputStream in) {
        try {
            in.readAllBytes();
        } catch (IOException reset) {
            // Closed with unread bytes.
        }
    }

    private static boolean isRefusedByPreface(InputStream in) {
        try {
            byte[] preface = in.readNBytes(FrameFormat.PREFACE_BYTES);
            return preface.length > 0 && preface[FrameFormat.PREFACE_STATUS + 1] == FrameFormat.STATUS_FULL;
        } catch (IOException dropped) {
            return false;
        }
    }

    /** A connection that has sent its preface and read that of the listener. */
    private Socket greeted(TcpListener listener) throws IOException {
        Socket socket = dial(listener);
        send(socket, TestFrames.bytes(frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 0)));
        assertThat(socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES))
                .startsWith('S', 'S', 'S', '1');
        return socket;
    }

    private byte[] openFrame() {
        return TestFrames.bytes(frames.open(1, TestFrames.text("put"), new byte[0]));
    }

    private TcpListener listen(TcpConfig config) {
        Transport transport = new TcpTransport(config, memory);
        open.add(transport);
        return (TcpListener) transport.listen(new NodeAddress("127.0.0.1", 0), acceptor);
    }

    private Connection connect(TcpListener listener) {
        Transport transport = new TcpTransport(CONFIG.withThreads(1));
        open.add(transport);
        return transport.connect(listener.address(), WAIT);
    }

    private Socket dial(TcpListener listener) throws IOException {
        Socket socket = new Socket("127.0.0.1", listener.address().port());
        socket.setSoTimeout((int) WAIT.toMillis());
        open.add(socket);
        return socket;
    }
}
