package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Scanned;

/** Scans whose client takes several blocks in a frame. */
final class BatchedScanIT {
    private static final Tuples STORED = Tuples.numbered("key", 3000, "v".repeat(1000));

    @TempDir
    Path directory;

    private static Scan all(Integer frameBytes) {
        return new Scan(7, 3, true, null, null, frameBytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40_000, 100_000, 256 << 10, 1 << 30})
    void framesOfAnySizeHaveTheSameBlocks(int frameBytes) {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, STORED);
            Batches single = new Batches(node, all(null));
            Batches several = new Batches(node, all(frameBytes));
            assertThat(several.blocks()).containsExactlyElementsOf(single.blocks());
            assertThat(several.scanned())
                    .isEqualTo(single.scanned())
                    .isEqualTo(new Scanned(single.blocks().size(), 3000, 3000 * 1011L));
            assertThat(several.largestFrame()).isLessThanOrEqualTo(Math.max(33 << 10, Math.min(frameBytes, 256 << 10)));
            assertThat(several.frames())
                    .isEqualTo(frameBytes <= 40_000 ? single.frames() : several.frames())
                    .isLessThanOrEqualTo(frameBytes <= 40_000 ? single.frames() : single.frames() / 2);
        }
    }

    @Test
    void aRangeHasTheBlocksThatItHasWithOneInAFrame() {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, STORED);
            byte[] from = Tuples.bytes("key000005");
            byte[] to = Tuples.bytes("key00002");
            Batches single = new Batches(node, new Scan(7, 3, true, from, to));
            assertThat(new Batches(node, new Scan(7, 3, true, from, to, 256 << 10)).blocks())
                    .containsExactlyElementsOf(single.blocks());
        }
    }

    @Test
    void aSubgroupWithoutTuplesHasNoFrames() {
        try (TestNode node = TestNode.open(directory)) {
            assertThat(new Batches(node, all(256 << 10)).frames()).isZero();
        }
    }

    @Test
    void aDamagedBlockAmongOthersIsNamedWithItsFile() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, STORED);
        }
        Path segment = directory.resolve("groups/7/3-1.sss");
        byte[] bad = Files.readAllBytes(segment);
        bad[bad.length / 2] ^= 1; // within one of the values of 1000 bytes, or between two blocks
        bad[bad.length / 2 + 900] ^= 1;
        Files.write(segment, bad);
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> new Batches(node, all(256 << 10)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining(segment.toString());
        }
    }
}
