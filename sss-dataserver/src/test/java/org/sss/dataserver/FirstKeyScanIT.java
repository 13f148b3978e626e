package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.RemoteSource;
import org.sss.net.data.RunBatch;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** Ordered scans of many runs of large tuples over TCP, whose blocks come in the order of their first keys. */
final class FirstKeyScanIT {
    @TempDir
    Path directory;

    private final Tuples model = new Tuples();

    private TestNode open(String io) {
        return TestNode.open(directory, TestNode.UNHELD, () -> new TcpTransport(TcpConfig.DEFAULTS.withIo(io)));
    }

    private TestNode open() {
        return open("epoll");
    }

    private Path segment() {
        return directory.resolve("groups/7/3-1.sss");
    }

    private static BlockSource scan(TestNode node, byte[] from, byte[] to) {
        ClusterMap cluster = new ClusterMap("test", 1, List.of(new NodeInfo(0, node.address(), node.address())), 4);
        return new RemoteSource(address -> node.connection(), cluster, Duration.ofSeconds(20))
                .range(7, 3, true, from, to);
    }

    private static Scan request(int mergeBytes) {
        return new Scan(
                7,
                3,
                new DataVerbs.Range(null, null),
                new DataVerbs.ScanForm(true, 256 << 10, Checks.CLIENT, mergeBytes),
                null,
                null,
                null);
    }

    private void store(TestNode node, List<Tuples> runs) {
        store(node, runs, Compression.NONE);
    }

    private void store(TestNode node, List<Tuples> runs, Compression compression) {
        PutClient put = node.openPut(7, attempt(0));
        for (int run = 0; run < runs.size(); run++) {
            put.put(3, run, runs.get(run), compression);
            model.addAll(runs.get(run));
        }
        put.finish();
        node.server().commit(GroupKey.of(7), List.of(attempt(0)));
    }

    /** Keys that are in one run each, in all of them, or in some. */
    private void store(TestNode node, int runs, int valueBytes) {
        List<Tuples> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            Tuples tuples = new Tuples();
            for (int i = 0; i < 200; i++) {
                byte[] value = new byte[valueBytes + run];
                tuples.add(Tuples.bytes(String.format("own%06d", runs * i + run)), value);
                tuples.add(Tuples.bytes(String.format("own%06d", runs * i + run)), new byte[run]);
                tuples.add(Tuples.bytes("same"), value);
                tuples.add(Tuples.bytes("some" + (run + i) % 7), value);
            }
            all.add(tuples);
        }
        store(node, all);
    }

    /** How many blocks come labelled with their runs. */
    private static int labelled(TestNode node, Scan scan) {
        int blocks = 0;
        try (DataQueue queue = DataQueue.open(node.connection(), DataVerbs.SCAN, Message.of(Json.write(scan)))) {
            queue.stream().end(new byte[0]);
            for (ByteBuf frame; (frame = queue.take(PutClient.PATIENCE)) != null; ) {
                blocks += RunBatch.isBatch(frame) ? frame.getInt(4) : 0;
                frame.release();
            }
            Scanned scanned = Json.read(queue.trailer(), Scanned.class, "the trailer");
            assertThat(blocks).isIn(0, (int) scanned.blocks());
        }
        return blocks;
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio", "io_uring"})
    void tuplesComeInOrderWithTheValuesOfAllRuns(String io) {
        try (TestNode node = open(io)) {
            store(node, 12, 2000);
            assertThat(Tuples.readAll(scan(node, null, null))).isEqualTo(model);
            assertThat(labelled(node, request(1 << 20)) > 0).isEqualTo(!io.equals("io_uring"));
        }
    }

    @Test
    void aRangeHasItsTuples() {
        try (TestNode node = open()) {
            store(node, 9, 1500);
            byte[] from = Tuples.bytes("own0003");
            byte[] to = Tuples.bytes("own0011");
            assertThat(Tuples.readAll(scan(node, from, to)).range(from, to)).isEqualTo(model.range(from, to));
            byte[] same = Tuples.bytes("same");
            assertThat(Tuples.readAll(scan(node, same, null)).range(same, null)).isEqualTo(model.range(same, null));
        }
    }

    @RepeatedTest(3)
    void valuesOfAnySizeAndLongKeysAreAsInAModel(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        try (TestNode node = open()) {
            List<Tuples> runs = new ArrayList<>();
            for (int r = 2 + random.nextInt(6); r > 0; r--) {
                runs.add(randomRun(random));
            }
            store(node, runs, Compression.values()[repetition.getCurrentRepetition() % Compression.values().length]);
            assertThat(labelled(node, request(8 << 20))).isPositive();
            assertThat(Tuples.readAll(scan(node, null, null))).isEqualTo(model);
            for (int i = 0; i < 8; i++) {
                byte[] from = randomKey(random);
                byte[] to = random.nextBoolean() ? null : randomKey(random);
                assertThat(Tuples.readAll(scan(node, from, to)).range(from, to)).isEqualTo(model.range(from, to));
            }
        }
    }

    /** A client that was cut off for its slowness skips what it has read. */
    @Test
    void secondScanReturnsTheSameChunks() {
        try (TestNode node = open()) {
            store(node, 12, 2000);
            assertThat(parts(node)).hasSizeGreaterThan(1000).isEqualTo(parts(node));
        }
    }

    /** How many tuples each part has. */
    private static List<Integer> parts(TestNode node) {
        List<Integer> parts = new ArrayList<>();
        BlockReader reader = new BlockReader();
        try (BlockSource source = scan(node, null, null)) {
            while (source.next(reader)) {
                int tuples = 0;
                while (reader.next()) {
                    tuples++;
                }
                parts.add(tuples);
            }
        }
        return parts;
    }

    private static Tuples randomRun(Random random) {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 60; i++) {
            int bytes = random.nextInt(4) == 0 ? random.nextInt(900_000) : random.nextInt(9000);
            byte[] value = new byte[bytes];
            random.nextBytes(value);
            tuples.add(randomKey(random), value);
        }
        return tuples;
    }

    /** Also some that the index has only a part of. */
    private static byte[] randomKey(Random random) {
        byte[] key = new byte[random.nextInt(3) == 0 ? 1020 + random.nextInt(40) : 1 + random.nextInt(3)];
        for (int b = key.length > 9 ? key.length - 2 : 0; b < key.length; b++) {
            key[b] = (byte) random.nextInt(3);
        }
        return key;
    }

    @Test
    void smallTuplesAndMoreThanTheClientHasRoomForAreMergedByTheServer() {
        try (TestNode node = open()) {
            store(node, 12, 2000);
            assertThat(labelled(node, request(100 << 10))).isZero();
            assertThat(labelled(
                            node,
                            new Scan(
                                    7,
                                    3,
                                    new DataVerbs.Range(null, null),
                                    new DataVerbs.ScanForm(true, 256 << 10, Checks.BOTH, 1 << 20),
                                    null,
                                    null,
                                    null)))
                    .isZero();
        }
        try (TestNode node = TestNode.open(directory.resolve("small"), TestNode.UNHELD, TcpTransport::new)) {
            store(node, 12, 20);
            assertThat(labelled(node, request(1 << 20))).isZero();
        }
    }

    @Test
    void damageIsNamedWithTheFileTheRunAndTheBlock() throws IOException {
        try (TestNode node = open()) {
            store(node, 6, 2000);
        }
        byte[] bad = Files.readAllBytes(segment());
        try (FileChannel file = FileChannel.open(segment(), StandardOpenOption.WRITE)) {
            for (int at = bad.length / 2; at < bad.length / 2 + 3000; at += 900) {
                file.write(ByteBuffer.wrap(new byte[] {(byte) (bad[at] ^ 1)}), at);
            }
        }
        try (TestNode node = open();
                BlockSource source = scan(node, null, null)) {
            assertThatThrownBy(() -> readToTheEnd(source))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 7, subgroup 3")
                    .hasMessageContaining(segment().toString())
                    .hasMessageContaining("sequence ")
                    .hasMessageContaining("block ")
                    .hasMessageContaining("drop the group and run the job");
            assertThat(node.connection().isOpen()).isTrue();
        }
    }

    @Test
    void aFileThatIsCutWhileItIsOpenIsNamed() throws IOException {
        try (TestNode node = open()) {
            store(node, 6, 2000);
            assertThat(Tuples.readAll(scan(node, null, null))).isEqualTo(model);
            try (FileChannel file = FileChannel.open(segment(), StandardOpenOption.WRITE)) {
                file.truncate(file.size() / 2);
            }
            try (BlockSource source = scan(node, null, null)) {
                assertThatThrownBy(() -> readToTheEnd(source))
                        .isInstanceOf(SssException.class)
                        .hasMessageContaining(segment().toString());
            }
            assertThat(node.connection().isOpen()).isTrue();
        }
    }

    @Test
    void droppingTheGroupWhileItIsSentLeavesNothingOpen() {
        try (TestNode node = open()) {
            store(node, 12, 9000);
            try (BlockSource source = scan(node, null, null)) {
                assertThat(source.next(new BlockReader())).isTrue();
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
    void samplingADamagedGroupLeavesNothingOpen() throws IOException {
        try (TestNode node = open()) {
            store(node, 6, 2000);
            try (FileChannel file = FileChannel.open(segment(), StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.allocate(60_000), 20_000);
            }
            assertThatThrownBy(() -> node.server().sample(new DataVerbs.Sample(7, 1, 1, null)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining(segment().toString());
            node.server().drop(TestNode.keys(7L));
            await().until(() -> openFiles() == 0);
        }
    }

    private static void readToTheEnd(BlockSource source) {
        BlockReader reader = new BlockReader();
        while (source.next(reader)) {
            // until it fails
        }
    }

    /** Descriptors of this process for the segment, whether it still has a name or not. */
    private static long openFiles() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(FirstKeyScanIT::isOfSegment).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isOfSegment(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("3-1.sss");
        } catch (IOException e) {
            return false; // closed by another thread
        }
    }
}
