package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.fsck.Fsck;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupKey;

/** Many runs with keys that are nearly as long as keys may be, and start alike. */
final class LongKeysIT {
    private static final int RUNS = 100;

    @TempDir
    Path directory;

    private static byte[] key(int number) {
        return bytes("x".repeat(60_000) + (1000 + number));
    }

    @ParameterizedTest(name = "with {0} bytes of memory")
    @ValueSource(longs = {0, 64 << 20})
    void storesLongKeysOnce(long memoryBytes) {
        Tuples all = new Tuples();
        List<AttemptId> attempts = new ArrayList<>();
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withMemoryBytes(memoryBytes))) {
            for (int source = 0; source < RUNS; source++) {
                Tuples run = new Tuples().add(key(source), new byte[10]).add(key(RUNS + source), new byte[20]);
                node.put(1, attempt(source), 0, run);
                attempts.add(attempt(source));
                all.addAll(run);
            }
            node.server().commit(GroupKey.of(1), attempts);
            SubgroupStat stat = node.server().stat(GroupKey.of(1)).subgroups().get(0);
            assertThat(stat.fileBytes()).isLessThan(stat.storedBytes() / 4 * 5);
            assertThat(node.read(1, 0)).isEqualTo(all);
            assertThat(node.scan(1, 0, true)).isEqualTo(all);
            assertThat(DataFiles.temporary(directory)).isEmpty();
        }
        assertThat(Fsck.verify(directory, finding -> {}).problems()).isZero();
    }

    @Test
    void failsOnlyTheAttemptWhoseLongKeyCannotBeStored() throws IOException {
        Path scratch = directory.resolve("merge");
        try (TestNode node = TestNode.open(directory)) {
            node.put(1, attempt(0), 0, Tuples.of("a", "1"));
            Files.delete(scratch);
            assertThatThrownBy(() -> node.put(1, attempt(1), 0, new Tuples().add(key(1), new byte[10])))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("store a long key")
                    .hasMessageContaining(scratch.toString());
            Files.createDirectory(scratch);
            node.put(1, attempt(2), 0, new Tuples().add(key(2), new byte[10]));
            assertThat(node.server()
                            .commit(GroupKey.of(1), List.of(attempt(0), attempt(2)))
                            .tuples())
                    .isEqualTo(2);
            assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "1").add(key(2), new byte[10]));
            assertThat(node.server().memoryUsedBytes()).isZero();
        }
    }
}
