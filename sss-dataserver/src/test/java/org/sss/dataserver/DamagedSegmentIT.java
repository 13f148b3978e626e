package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class DamagedSegmentIT {
    @TempDir
    Path directory;

    private Path segment;
    private byte[] good;

    @BeforeEach
    void store() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, Tuples.numbered("key", 5000, "value"));
            node.store(8, 0, Tuples.of("healthy", "group"));
        }
        segment = directory.resolve("groups/7/3-1.sss");
        good = Files.readAllBytes(segment);
    }

    private void readingSaysThatTheFileIsDamaged(String what) {
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.read(7, 3)).as(what).isInstanceOfSatisfying(SssException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 7, subgroup 3").hasMessageContaining(segment.toString())
                    .hasMessageContaining("drop the group and run the job");
            assertThatThrownBy(() -> node.scan(7, 3, false)).as(what).hasMessageContaining(segment.toString());
            assertThat(node.read(8, 0)).isEqualTo(Tuples.of("healthy", "group"));
        }
    }

    @Test
    void aFlippedBitAnywhereIsFound() throws IOException {
        long seed = System.nanoTime();
        System.out.println("DamagedSegmentIT seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 25; i++) {
            byte[] bad = good.clone();
            int at = i % 3 == 0 ? random.nextInt(256) : random.nextInt(bad.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, bad);
            readingSaysThatTheFileIsDamaged("bit flipped at " + at);
        }
    }

    @Test
    void aFileCutAnywhereIsFound() throws IOException {
        Random random = new Random(4);
        for (int i = 0; i < 15; i++) {
            int length = i == 0 ? 0 : i == 1 ? good.length - 1 : random.nextInt(good.length);
            Files.write(segment, Arrays.copyOf(good, length));
            readingSaysThatTheFileIsDamaged("cut to " + length);
        }
    }

    @Test
    void aMissingFileIsToldWhenItVanishesWhileTheServerRuns() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            Files.delete(segment);
            assertThatThrownBy(() -> node.read(7, 3)).hasMessageContaining("missing");
        }
    }

    @Test
    void aMissingFileIsToldAfterARestart() throws IOException {
        Files.delete(segment);
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.read(7, 3)).isInstanceOfSatisfying(SssException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining("missing");
        }
    }

    @Test
    void aFileOfAnotherGroupIsNotTakenForThisOne() throws IOException {
        Files.copy(directory.resolve("groups/8/0-1.sss"), segment, StandardCopyOption.REPLACE_EXISTING);
        readingSaysThatTheFileIsDamaged("a file of group 8");
    }

    @Test
    void aDamagedCommitFileIsTold() throws IOException {
        Files.writeString(directory.resolve("groups/7/commit-1"), "{ not JSON");
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> node.server().stat(7)).isInstanceOfSatisfying(SssException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT)).hasMessageContaining("commit-1");
        }
    }
}
