package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingSender;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;
import org.sss.net.transport.shm.ShmRings;
import org.sss.net.transport.tls.TestCertificates;

/** Wire-up, and peers that break the protocol, played by plain sockets. The memory is any directory. */
class RingLinkIT {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final RingShape SHAPE = new RingShape(4, 8192);
    private static final StreamConfig STREAMS = new StreamConfig(1 << 20, WAIT, 100);

    @TempDir
    private Path directory;

    private final Frames frames = new Frames(UnpooledByteBufAllocator.DEFAULT);
    private final Acceptor acceptor = new Acceptor();
    private final List<AutoCloseable> open = new ArrayList<>();
    private ShmRings rings;
    private TcpConfig shm;
    private TcpConfig required;

    @BeforeEach
    void openRings() {
        rings = ShmRings.open(directory, SHAPE);
        shm = config(new TcpRings(rings, peer -> true, SHAPE, 50, false));
        required = config(new TcpRings(rings, peer -> true, SHAPE, 0, true));
    }

    private static TcpConfig config(TcpRings rings) {
        return TcpConfig.DEFAULTS.withThreads(1).withStreams(STREAMS).withRings(rings);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        await().untilAsserted(() -> assertThat(files()).as("files of rings").isEmpty());
        await().untilAsserted(() -> assertThat(mappings()).as("mapped rings").isEmpty());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("sss-ring-"))
                    .toList();
        }
    }

    private List<String> mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(directory.toString())).toList();
        }
    }

    private TcpTransport transport(TcpConfig config) {
        return transport(config, TcpSecurity.OFF);
    }

    private TcpTransport transport(TcpConfig config, TcpSecurity security) {
        TcpTransport transport = new TcpTransport(config, security);
        open.add(transport);
        return transport;
    }

    private NodeAddress listen(TcpTransport transport) {
        return transport.listen(new NodeAddress("127.0.0.1", 0), acceptor).address();
    }

    /** Sends 100 KB and returns true if they arrive. */
    private boolean passes(Connection connection) throws Exception {
        byte[] sent = new byte[100_000];
        sent[99_999] = 7;
        connection.open("put", new byte[0], new Recorder()).send(Unpooled.wrappedBuffer(sent));
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(sent.length);
        return accepted.recorder().bytes()[99_999] == 7;
    }

    @Test
    void dataGoesThroughTheRing() throws Exception {
        TcpTransport transport = transport(required);
        NodeAddress address = listen(transport);
        assertThat(passes(transport.connect(address, WAIT))).isTrue();
        RingCounters.Values counters = transport.rings().get(address);
        assertThat(counters.putBytes()).isGreaterThan(100_000);
        assertThat(counters.puts()).isGreaterThan(100_000 / SHAPE.slotBytes());
        assertThat(files()).isEmpty();
    }

    /** An idle ring has no timers, so the doorbell alone wakes the receiver. */
    @Test
    void anIdleRingIsWoken() throws Exception {
        TcpTransport transport = transport(required);
        NodeAddress address = listen(transport);
        Connection connection = transport.connect(address, WAIT);
        long[] before = new long[1];
        await().pollDelay(Duration.ofMillis(400))
                .until(() -> (before[0] = transport.rings().get(address).doorbells()) >= 0);
        assertThat(passes(connection)).isTrue();
        assertThat(transport.rings().get(address).doorbells()).isGreaterThan(before[0]);
    }

    @Test
    void dataGoesThroughTheRingWithTls() throws Exception {
        TcpSecurity tls = TcpSecurity.nodes(new TestCertificates().node(directory.resolve("tls"), "node-0"));
        TcpTransport transport = transport(required, tls);
        NodeAddress address = listen(transport);
        assertThat(passes(transport.connect(address, WAIT))).isTrue();
        assertThat(transport.rings().get(address).putBytes()).isGreaterThan(100_000);
    }

    @Test
    void aListenerWithoutRingsDeclines() throws Exception {
        NodeAddress address = listen(transport(config(TcpRings.OFF)));
        TcpTransport transport = transport(shm);
        assertThat(passes(transport.connect(address, WAIT))).isTrue();
        assertThat(transport.rings()).isEmpty();
        assertThatThrownBy(() -> transport(required).connect(address, WAIT))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("net.transport.required = true")
                .hasMessageContaining("declined");
    }

    @Test
    void aListenerThatCannotOpenTheFileDeclines() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        NodeAddress address =
                listen(transport(config(new TcpRings(ShmRings.open(elsewhere, SHAPE), peer -> true, SHAPE, 0, false))));
        TcpTransport transport = transport(shm);
        assertThat(passes(transport.connect(address, WAIT))).isTrue();
        assertThat(transport.rings()).isEmpty();
    }

    @Test
    void rejectsRingOfPeerThatIsNotANode() throws Exception {
        Socket socket = accepted(transport(shm, TcpSecurity.tokens()));
        RingProvider.Offer offer = rings.offer(SHAPE);
        socket.getOutputStream().write(offerFrame(offer));
        assertThat(readUntilClosed(socket)).as("only the preface").isEmpty();
        offer.memory().close();
    }

    @Test
    void invalidTailEndsTheConnectionAndTheListenerContinues() throws Exception {
        TcpTransport transport = transport(shm);
        Socket socket = accepted(transport);
        try (RingMemory memory = openRing(socket)) {
            memory.publish(RingWord.TAIL, 99);
            socket.getOutputStream().write(bytes(frames.bell()));
            readUntilClosed(socket);
        }
        assertThat(passes(transport.connect(listen(transport), WAIT))).isTrue();
    }

    @Test
    void controlFrameInTheRingEndsTheConnection() throws Exception {
        Socket socket = accepted(transport(shm));
        try (RingMemory memory = openRing(socket)) {
            send(memory, socket, frames.ping());
            readUntilClosed(socket);
        }
    }

    @Test
    void frameOfAStreamBesideTheRingEndsTheConnection() throws Exception {
        Socket socket = accepted(transport(shm));
        try (RingMemory memory = openRing(socket)) {
            socket.getOutputStream().write(bytes(frames.open(1, new byte[] {'p'}, new byte[0])));
            readUntilClosed(socket);
            assertThat(memory.word(RingWord.TAIL)).isZero();
        }
    }

    @Test
    void memoryThatThePeerTruncatesEndsTheConnection() throws Exception {
        TcpTransport transport = transport(shm);
        Socket socket = accepted(transport);
        RingProvider.Offer offer = rings.offer(SHAPE);
        try (FileChannel file = FileChannel.open(files().get(0), StandardOpenOption.WRITE);
                RingMemory memory = openRing(socket, offer)) {
            file.truncate(4096);
            socket.getOutputStream().write(bytes(frames.bell()));
            readUntilClosed(socket);
            assertThat(memory).isNotNull();
        }
        assertThat(passes(transport.connect(listen(transport), WAIT))).isTrue();
    }

    /** The memory is truncated while this side copies from it and to it. */
    @Test
    void memoryThatVanishesWhileItIsCopiedDoesNotEndTheProcess() throws Exception {
        RingShape large = RingShape.DEFAULT;
        BlockingQueue<FileChannel> found = new LinkedBlockingQueue<>();
        TcpTransport transport = transport(config(new TcpRings(openingFiles(found), peer -> true, large, 0, true)));
        NodeAddress address = listen(transport);
        for (int i = 0; i < 10; i++) {
            Connection connection = transport.connect(address, WAIT);
            Recorder opener = new Recorder();
            var stream = connection.open("put", new byte[0], opener);
            Acceptor.Accepted accepted = acceptor.next();
            try (FileChannel file = found.poll(10, TimeUnit.SECONDS)) {
                CompletableFuture<Void> truncation = CompletableFuture.runAsync(() -> truncate(file));
                pump(stream, accepted);
                truncation.get(10, TimeUnit.SECONDS);
                assertThat(opener.awaitError().code()).isIn(ErrorCode.NODE_UNREACHABLE, ErrorCode.PROTOCOL);
            }
        }
        assertThat(passes(transport.connect(address, WAIT))).isTrue();
    }

    private static void pump(org.sss.net.transport.Stream stream, Acceptor.Accepted accepted) {
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 18).writeZero(1 << 18);
        try {
            while (true) {
                stream.send(data.retainedDuplicate());
                accepted.stream().grant(1 << 18);
            }
        } catch (SssException e) {
            assertThat(e.code()).isNotEqualTo(ErrorCode.TIMEOUT);
        } finally {
            data.release();
        }
    }

    /** The rings of this test, of which each file is opened before the peer gets its name, and then deletes it. */
    private RingProvider openingFiles(BlockingQueue<FileChannel> opened) {
        return new RingProvider() {
            @Override
            public String name() {
                return rings.name();
            }

            @Override
            public Offer offer(RingShape shape) {
                Offer offer = rings.offer(shape);
                try {
                    opened.add(FileChannel.open(files().get(0), StandardOpenOption.WRITE));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return offer;
            }

            @Override
            public boolean reachesOtherMachines() {
                return rings.reachesOtherMachines();
            }

            @Override
            public CompletionStage<Accepted> accept(RingShape shape, byte[] description) {
                return rings.accept(shape, description);
            }

            @Override
            public void close() {
                rings.close();
            }
        };
    }

    private static void truncate(FileChannel file) {
        try {
            TimeUnit.MILLISECONDS.sleep(20); // somewhere within the transfer
            file.truncate(100_000);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPeerThatEmptiesNoSlotIsDead() throws Exception {
        Duration patience = Duration.ofMillis(500);
        TcpConfig impatient = required.withStreams(new StreamConfig(1 << 20, patience, 10));
        try (ServerSocket server = new ServerSocket(0)) {
            CompletableFuture<Void> peer = CompletableFuture.runAsync(() -> acceptAndReadNothingFromTheRing(server));
            Connection connection =
                    transport(impatient).connect(new NodeAddress("127.0.0.1", server.getLocalPort()), WAIT);
            Recorder opener = new Recorder();
            var stream = connection.open("put", new byte[0], opener);
            stream.send(Unpooled.wrappedBuffer(new byte[5 * SHAPE.slotBytes()]));
            assertThat(opener.awaitError()).hasMessageContaining("has emptied no slot of the ring for 500 ms");
            peer.get(10, TimeUnit.SECONDS);
        }
    }

    private void acceptAndReadNothingFromTheRing(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(bytes(frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 0)));
            socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
            assertThat(frame(socket)).isInstanceOf(RingMessage.Offer.class);
            socket.getOutputStream().write(bytes(frames.ring(new RingMessage.Accept(new byte[0]))));
            assertThat(frame(socket)).isInstanceOf(RingMessage.Start.class);
            readUntilClosed(socket);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A socket to a new listener, after the prefaces. */
    private Socket accepted(TcpTransport transport) throws IOException {
        Socket socket = new Socket("127.0.0.1", listen(transport).port());
        socket.setSoTimeout(10_000);
        open.add(0, socket);
        socket.getOutputStream().write(bytes(frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 0)));
        socket.getInputStream().readNBytes(FrameFormat.PREFACE_BYTES);
        return socket;
    }

    private RingMemory openRing(Socket socket) throws IOException {
        return openRing(socket, rings.offer(SHAPE));
    }

    private RingMemory openRing(Socket socket, RingProvider.Offer offer) throws IOException {
        socket.getOutputStream().write(offerFrame(offer));
        assertThat(frame(socket)).isInstanceOf(RingMessage.Accept.class);
        offer.taken(new byte[0]);
        socket.getOutputStream().write(bytes(frames.ring(new RingMessage.Start())));
        return offer.memory();
    }

    private byte[] offerFrame(RingProvider.Offer offer) {
        return bytes(frames.ring(new RingMessage.Offer(1, SHAPE, rings.name(), offer.description())));
    }

    private void send(RingMemory memory, Socket socket, ByteBuf frame) throws IOException {
        RingSender sender = new RingSender(memory, SHAPE, 1, new RingCounters(), () -> {});
        sender.write(frame);
        frame.release();
        sender.flush();
        socket.getOutputStream().write(bytes(frames.bell()));
    }

    /** Reads a RING frame. */
    private static RingMessage frame(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        assertThat(in.readByte()).isEqualTo((byte) FrameType.RING.code());
        in.skipNBytes(FrameFormat.HEADER_BYTES - 5);
        return RingMessage.read(Unpooled.wrappedBuffer(in.readNBytes(length)));
    }

    private static byte[] readUntilClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (java.net.SocketException reset) {
            return new byte[0]; // closed with unread bytes
        }
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = ByteBufUtil.getBytes(frame);
        frame.release();
        return bytes;
    }
}
