package org.sss.net.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** This process sends to another one, which sends everything back. */
@EnabledIf("org.sss.net.transport.shm.ShmTransportIT#works")
class ShmProcessIT {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final int MAX_FRAME_BYTES = 1 << 20;

    @TempDir
    private Path directory;

    private EchoProcess peer;
    private TcpTransport transport;
    private final AtomicLong received = new AtomicLong();

    @BeforeEach
    void start() throws IOException {
        peer = EchoProcess.start(directory);
        transport = new TcpTransport(TcpConfig.DEFAULTS.withThreads(1).withRings(EchoProcess.rings(directory)));
    }

    @AfterEach
    void close() {
        transport.close();
        peer.close();
        await().untilAsserted(() -> assertThat(mappings()).isZero());
    }

    private long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(directory.toString())).count();
        }
    }

    @Test
    void allBytesComeBack() throws Exception {
        assertThat(pump(64 << 20, 1)).isTrue();
    }

    @Test
    @Tag("slow")
    void manyBytesComeBack() throws Exception {
        for (int seed = 1; seed <= 4; seed++) {
            assertThat(pump(2L << 30, seed)).as("seed " + seed).isTrue();
        }
    }

    /** Returns true if the same bytes came back. */
    private boolean pump(long bytes, int seed) throws Exception {
        Connection connection = transport.connect(peer.address(), WAIT);
        try (DataQueue queue = DataQueue.open(connection, Verb.of("echo", Role.READ), Message.of(new byte[0]))) {
            CompletableFuture<Long> back = CompletableFuture.supplyAsync(() -> receive(queue));
            CRC32C sent = new CRC32C();
            Random random = new Random(seed);
            for (long left = bytes; left > 0; ) {
                ByteBuf frame = frame(random, (int)
                        Math.min(left, 1 + random.nextInt(random.nextBoolean() ? 2_000 : MAX_FRAME_BYTES)));
                left -= frame.readableBytes();
                sent.update(frame.nioBuffer());
                queue.stream().send(frame);
            }
            queue.stream().end(new byte[0]);
            return back.get(60, TimeUnit.SECONDS) == sent.getValue()
                    && received.getAndSet(0) == bytes
                    && transport.rings().get(peer.address()).putBytes() >= bytes;
        }
    }

    private static ByteBuf frame(Random random, int bytes) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(bytes + Long.BYTES);
        return frame.writeLong(random.nextLong()).writeZero(bytes).writerIndex(bytes);
    }

    private long receive(DataQueue queue) {
        CRC32C sum = new CRC32C();
        for (ByteBuf frame = queue.take(WAIT); frame != null; frame = queue.take(WAIT)) {
            received.addAndGet(frame.readableBytes());
            sum.update(frame.nioBuffer());
            frame.release();
        }
        return sum.getValue();
    }

    @Test
    void killedPeerFailsTheStreamsAndFreesTheRings() {
        Connection connection = transport.connect(peer.address(), WAIT);
        assertThat(transport.rings()).containsKey(peer.address());
        try (DataQueue queue = DataQueue.open(connection, Verb.of("echo", Role.READ), Message.of(new byte[0]))) {
            CompletableFuture<Long> back = CompletableFuture.supplyAsync(() -> receive(queue));
            CompletableFuture<Void> killed = CompletableFuture.runAsync(() -> {
                await().pollInterval(Duration.ofMillis(1)).until(() -> received.get() > 50 << 20);
                peer.close();
            });
            Random random = new Random(7);
            assertThatThrownBy(() -> {
                        while (true) {
                            queue.stream().send(frame(random, 1 + random.nextInt(MAX_FRAME_BYTES)));
                        }
                    })
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE));
            assertThatThrownBy(() -> back.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(SssException.class);
            assertThat(killed).succeedsWithin(WAIT);
        }
        await().until(() -> !connection.isOpen());
        await().untilAsserted(() -> assertThat(mappings()).isZero());
        assertThat(transport.rings()).isEmpty();
    }
}
