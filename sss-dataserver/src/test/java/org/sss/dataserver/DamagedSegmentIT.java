package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;

final class DamagedSegmentIT {
    private static final List<byte[]> KEYS =
            Tuples.numbered("key", 5000, "value").keys();

    @TempDir
    Path directory;

    private static final Tuples STORED = Tuples.numbered("key", 5000, "value");

    private Path segment;
    private byte[] good;

    @BeforeEach
    void store() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, STORED);
            node.store(8, 0, Tuples.of("healthy", "group"));
        }
        segment = directory.resolve("groups/7/3-1.sss");
        good = Files.readAllBytes(segment);
    }

    private void readFailsWithDamagedFile(String what) {
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.read(7, 3))
                    .as(what)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 7, subgroup 3")
                    .hasMessageContaining(segment.toString())
                    .hasMessageContaining("drop the group and run the job");
            assertThatThrownBy(() -> node.scan(7, 3, false)).as(what).hasMessageContaining(segment.toString());
            assertThatThrownBy(() -> new GetClient(node.connection(), 7, 3).get(KEYS))
                    .as(what)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining(segment.toString());
            assertThat(node.read(8, 0)).isEqualTo(Tuples.of("healthy", "group"));
        }
    }

    /** What the file has besides blocks, index and trailer is not read, so damage there has no effect. */
    @Test
    void aFlippedBitAnywhereIsFoundOrHasNoEffect() throws IOException {
        long seed = System.nanoTime();
        System.out.println("DamagedSegmentIT seed " + seed);
        Random random = new Random(seed);
        BitSet used = usedBytes();
        for (int i = 0; i < 60; i++) {
            byte[] bad = good.clone();
            int at = i % 3 == 0 ? bad.length - 1 - random.nextInt(600) : random.nextInt(bad.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, bad);
            if (used.get(at)) {
                readFailsWithDamagedFile("bit flipped at " + at);
            } else {
                readingGivesEverything();
            }
        }
    }

    private void readingGivesEverything() {
        try (TestNode node = TestNode.open(directory)) {
            assertThat(node.read(7, 3)).isEqualTo(STORED);
            assertThat(node.scan(7, 3, false)).isEqualTo(STORED);
        }
    }

    @Test
    void everyFlippedBitOfIndexAndTrailerIsFound() throws IOException {
        int indexAt = (int) ByteBuffer.wrap(good).getLong(good.length - SegmentFormat.TRAILER_BYTES + 8);
        for (int at = indexAt; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= (byte) (1 << at % 8);
            Files.write(segment, bad);
            FileSegment file =
                    new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, segment, new SegmentCache(1, 1 << 20));
            assertThatThrownBy(() -> file.runs(KeyRange.ALL))
                    .as("bit flipped at %d", at)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        }
    }

    /** The bytes of the file that readers look at. */
    private BitSet usedBytes() {
        BitSet used = new BitSet();
        used.set((int) ByteBuffer.wrap(good).getLong(good.length - SegmentFormat.TRAILER_BYTES + 8), good.length);
        SegmentCache cache = new SegmentCache(1, 1 << 20);
        for (FileRun run : new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, segment, cache).runs(KeyRange.ALL)) {
            for (int block = 0; block < run.index().blocks(); block++) {
                int at = (int) run.index().offset(block);
                used.set(at, at + run.index().length(block));
            }
            run.close();
        }
        cache.close();
        return used;
    }

    @Test
    void reportsFileOfAnotherVersion() throws IOException {
        byte[] other = good.clone();
        ByteBuffer trailer = ByteBuffer.wrap(
                        other, other.length - SegmentFormat.TRAILER_BYTES, SegmentFormat.TRAILER_BYTES)
                .slice();
        trailer.putInt(28, SegmentFormat.VERSION + 1);
        CRC32C crc = new CRC32C();
        crc.update(trailer.slice(0, 36));
        trailer.putInt(36, (int) crc.getValue());
        Files.write(segment, other);
        readFailsWithDamagedFile("it is of format 4");
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.read(7, 3)).hasMessageContaining("of format 4, this version reads format 3");
        }
    }

    @Test
    void reportsDamageBetweenTwoReadsOfAnOpenFile() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            assertThat(node.scan(7, 3, false)).isEqualTo(STORED);
            byte[] bad = good.clone();
            bad[usedBytes().nextSetBit(0) + 500] ^= 1;
            Files.write(segment, bad, StandardOpenOption.WRITE); // the same file, as a disk that forgets
            assertThatThrownBy(() -> node.read(7, 3)).hasMessageContaining(segment.toString());
            assertThatThrownBy(() -> node.scan(7, 3, false))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        }
    }

    @Test
    void aFileCutAnywhereIsFound() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 15; i++) {
            int length = i == 0 ? 0 : i == 1 ? good.length - 1 : random.nextInt(good.length);
            Files.write(segment, Arrays.copyOf(good, length));
            readFailsWithDamagedFile("cut to " + length);
        }
    }

    @Test
    void reportsFileThatVanishesWhileTheServerRuns() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            Files.delete(segment);
            assertThatThrownBy(() -> node.read(7, 3)).hasMessageContaining("missing");
        }
    }

    @Test
    void reportsMissingFileAfterRestart() throws IOException {
        Files.delete(segment);
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.read(7, 3))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("missing");
        }
    }

    @Test
    void aFileOfAnotherGroupIsNotTakenForThisOne() throws IOException {
        Files.copy(directory.resolve("groups/8/0-1.sss"), segment, StandardCopyOption.REPLACE_EXISTING);
        readFailsWithDamagedFile("a file of group 8");
    }

    @Test
    void reportsDamagedCommitFile() throws IOException {
        Files.writeString(directory.resolve("groups/7/commit-1"), "{ not JSON");
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.server().stat(GroupKey.of(7)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("commit-1");
        }
    }
}
