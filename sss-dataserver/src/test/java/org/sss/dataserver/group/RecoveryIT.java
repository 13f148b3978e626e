package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.net.control.GroupKey;

/** What a start makes of a directory in which something is wrong. */
final class RecoveryIT {
    private static final Tuples STORED = Tuples.of("key", "value");

    @TempDir
    Path directory;

    private Path group;
    private TestNode node;

    @BeforeEach
    void store() {
        group = directory.resolve("groups/7");
        open();
        node.put(7, attempt(0), 0, STORED);
        node.put(7, attempt(0), 1, STORED);
        node.server().commit(GroupKey.of(7), List.of(attempt(0)));
        node.store(8, 0, STORED);
        node.close();
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void open() {
        node = TestNode.open(directory);
    }

    private void groupFailsAsDamaged(ErrorCode code, String what) {
        for (int subgroup = 0; subgroup < 2; subgroup++) {
            int asked = subgroup;
            assertThatThrownBy(() -> node.read(7, asked))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageContaining(what);
        }
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(7), List.of(attempt(0))))
                .hasMessageContaining(what);
        othersAreReadableAndTheGroupCanBeDropped();
    }

    private void othersAreReadableAndTheGroupCanBeDropped() {
        assertThat(node.read(8, 0)).isEqualTo(STORED);
        assertThat(node.server().ids()).containsExactly(7L, 8L);
        node.server().drop(TestNode.keys(7L));
        node.store(9, 0, STORED);
        assertThat(node.read(9, 0)).isEqualTo(STORED);
        await().until(() -> DataFiles.trash(directory).isEmpty());
    }

    @Test
    void startCompletesTheRenamesOfACommit() throws IOException {
        Files.move(group.resolve("0-1.sss"), group.resolve("0-1.tmp"));
        open();
        assertThat(node.read(7, 0)).isEqualTo(STORED);
        assertThat(node.read(7, 1)).isEqualTo(STORED);
        assertThat(DataFiles.ofGroup(directory, 7)).containsExactly("0-1.sss", "1-1.sss", "commit-1");
    }

    @Test
    void damagedCommitFileDoesNotAffectOtherGroups() throws IOException {
        Files.move(group.resolve("0-1.sss"), group.resolve("0-1.tmp"));
        Files.write(group.resolve("commit-1"), new byte[0]);
        open();
        groupFailsAsDamaged(ErrorCode.CORRUPT, "commit-1");
    }

    @Test
    void segmentsWithoutTheirCommitFileAreNotVisible() throws IOException {
        Files.delete(group.resolve("commit-1"));
        Files.delete(group.resolve("1-1.sss"));
        open();
        groupFailsAsDamaged(ErrorCode.CORRUPT, "no commit file names it");
    }

    @Test
    void reportsLostCommitFileBeforeAnotherOne() throws IOException {
        open();
        node.put(7, attempt(1), 0, STORED);
        node.server().commit(GroupKey.of(7), List.of(attempt(1)));
        assertThat(node.read(7, 0).count()).isEqualTo(2);
        node.close();
        for (String name : List.of("commit-1", "0-1.sss", "1-1.sss")) {
            Files.delete(group.resolve(name));
        }
        open();
        groupFailsAsDamaged(ErrorCode.CORRUPT, "commit-1 is damaged: it is missing");
    }

    @Test
    void unreadableDirectoryDoesNotAffectOtherGroups() throws IOException {
        Disk.deleteTree(group);
        Files.writeString(group, "no directory");
        open();
        groupFailsAsDamaged(ErrorCode.STORAGE, "groups/7");
    }
}
