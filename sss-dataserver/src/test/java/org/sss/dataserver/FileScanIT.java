package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.RemoteSource;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** Scans over TCP, whose blocks go from the file to the socket without being looked at. */
final class FileScanIT {
    private static final Tuples STORED = Tuples.numbered("key", 5000, "v".repeat(1000));
    private static final Scan UNSEEN = new Scan(7, 3, true, null, null, 256 << 10, Checks.CLIENT);

    @TempDir
    Path directory;

    private TestNode open(String io) {
        return TestNode.open(directory, TestNode.CONFIG, () -> new TcpTransport(TcpConfig.DEFAULTS.withIo(io)));
    }

    private Path segment() {
        return directory.resolve("groups/7/3-1.sss");
    }

    private static BlockSource blocks(TestNode node) {
        ClusterMap cluster = new ClusterMap("test", 1, List.of(new NodeInfo(0, node.address(), node.address())), 4);
        return new RemoteSource(address -> node.connection(), cluster, Duration.ofSeconds(20)).blocks(7, 3);
    }

    /** In the middle of what the file has of blocks. */
    private void damage() throws IOException {
        byte[] bad = Files.readAllBytes(segment());
        int at = bad.length / 2;
        try (FileChannel file = FileChannel.open(segment(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {(byte) (bad[at] ^ 1)}), at);
            file.write(ByteBuffer.wrap(new byte[] {(byte) (bad[at + 900] ^ 1)}), at + 900);
        }
    }

    private static void readToTheEnd(BlockSource source) {
        BlockReader reader = new BlockReader();
        while (source.next(reader)) {
            // until it fails
        }
    }

    private void isFoundAndNamed(TestNode node) {
        try (BlockSource source = blocks(node)) {
            assertThatThrownBy(() -> readToTheEnd(source))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 7, subgroup 3")
                    .hasMessageContaining(segment().toString())
                    .hasMessageContaining("drop the group and run the job");
        }
    }

    /** Descriptors of this process for files of group 7, whether these still have a name or not. */
    private long openFiles() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(fd -> target(fd).contains("3-1.sss")).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed by another thread";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio", "io_uring"})
    void bytesOfTheFileAreTheBlocksThatReadingGives(String io) {
        try (TestNode node = open(io)) {
            node.store(7, 3, STORED);
            Batches read = new Batches(node, new Scan(7, 3, true, null, null, 256 << 10));
            Batches unseen = new Batches(node, UNSEEN);
            assertThat(unseen.blocks()).containsExactlyElementsOf(read.blocks());
            assertThat(unseen.scanned()).isEqualTo(new Scanned(read.blocks().size(), 5000, 5000 * 1011L));
            assertThat(unseen.largestFrame()).isBetween(128 << 10, 256 << 10);
        }
    }

    @Test
    void aRangeHasTheSameBlocksFromTheFile() {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
            byte[] from = Tuples.bytes("key000005");
            byte[] to = Tuples.bytes("key00004");
            Batches read = new Batches(node, new Scan(7, 3, true, from, to));
            Batches unseen = new Batches(node, new Scan(7, 3, true, from, to, 256 << 10, Checks.CLIENT));
            assertThat(unseen.blocks()).containsExactlyElementsOf(read.blocks());
            assertThat(read.scanned().dataBytes()).isEqualTo(read.scanned().tuples() * 1011);
            assertThat(unseen.scanned())
                    .as("nobody has looked at their bytes")
                    .isEqualTo(
                            new Scanned(read.scanned().blocks(), read.scanned().tuples(), null));
        }
    }

    /** As if the file had lost bytes since the commit, and all checksums were right. */
    private void commitOneByteMore() throws IOException {
        byte[] bytes = Files.readAllBytes(segment());
        ByteBuffer trailer = ByteBuffer.wrap(
                        bytes, bytes.length - SegmentFormat.TRAILER_BYTES, SegmentFormat.TRAILER_BYTES)
                .slice();
        int headAt = (int) trailer.getLong(16);
        String head = new String(bytes, headAt, trailer.getInt(32), StandardCharsets.ISO_8859_1);
        int at = headAt + head.indexOf("\"dataBytes\":5055000") + 18;
        assertThat(bytes[at]).isEqualTo((byte) '0');
        bytes[at]++;
        trailer.putInt(24, SegmentFormat.crc(bytes, headAt, trailer.getInt(32)));
        byte[] covered = new byte[36];
        trailer.get(0, covered);
        trailer.putInt(36, SegmentFormat.crc(covered, 0, covered.length));
        Files.write(segment(), bytes);
    }

    @Test
    void bytesThatWereCommittedAndDoNotComeAreMissed() throws IOException {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
        }
        commitOneByteMore();
        try (TestNode node = open("epoll")) {
            try (BlockSource source = blocks(node)) {
                assertThatThrownBy(() -> readToTheEnd(source))
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                        .hasMessageContaining("subgroup 3 of group 7")
                        .hasMessageContaining("with 5000 tuples of 5055001 bytes, but")
                        .hasMessageContaining("with 5000 tuples of 5055000 bytes were received");
            }
            assertThatThrownBy(() -> node.read(7, 3))
                    .as("in the same process")
                    .hasMessageContaining(segment().toString())
                    .hasMessageContaining("with 5000 tuples of 5055000 bytes, committed were");
        }
    }

    @Test
    void damageThatTheClientFindsIsNamedWithTheFile() throws IOException {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
        }
        damage();
        try (TestNode node = open("epoll")) {
            isFoundAndNamed(node);
        }
    }

    @Test
    void damageIsFoundAlsoInBlocksThatTheServerHasComparedBefore() throws IOException {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
            assertThat(node.scan(7, 3, true)).isEqualTo(STORED);
            damage();
            isFoundAndNamed(node);
        }
    }

    @Test
    void aFileThatIsCutWhileItIsOpenIsNamedAndTheConnectionLives() throws IOException {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
            assertThat(new Batches(node, UNSEEN).scanned().tuples()).isEqualTo(5000);
            try (FileChannel file = FileChannel.open(segment(), StandardOpenOption.WRITE)) {
                file.truncate(file.size() / 2);
            }
            isFoundAndNamed(node);
            assertThat(node.connection().isOpen()).isTrue();
        }
    }

    @Test
    void droppingAGroupWhileItsFileIsSentLeavesNothingOpen() {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
            try (BlockSource source = blocks(node)) {
                assertThat(source.next(new BlockReader())).isTrue();
                assertThat(openFiles()).isPositive();
                node.server().drop(TestNode.keys(7L));
                assertThatThrownBy(() -> readToTheEnd(source))
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                        .hasMessageContaining("was dropped");
            }
            await().until(() -> openFiles() == 0);
        }
    }

    @Test
    void aClientThatGoesAwayLeavesNothingOpen() {
        try (TestNode node = open("epoll")) {
            node.store(7, 3, STORED);
            node.connection().open(DataVerbs.SCAN.name(), Json.write(UNSEEN), new Deaf());
            await().until(() -> openFiles() > 0);
            node.connection().close();
            node.server().drop(TestNode.keys(7L));
            await().until(() -> openFiles() == 0);
        }
    }

    /** Takes what comes and gives no credit for it. */
    private static final class Deaf implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // it does not come so far
        }

        @Override
        public void onError(SssException error) {
            // as expected
        }
    }
}
