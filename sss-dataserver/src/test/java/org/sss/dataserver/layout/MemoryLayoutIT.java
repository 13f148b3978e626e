package org.sss.dataserver.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.ScanClient;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/** Groups that stay in memory: while the process lives, and after it. */
final class MemoryLayoutIT {
    private static final DataServerConfig CONFIG =
            TestNode.CONFIG.withLayout(DataServerConfig.Layout.MEMORY).withMemoryBytes(4 << 20);
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void open() {
        node = TestNode.open(directory, CONFIG);
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    private void reopen(DataServerConfig config) {
        node.close();
        node = TestNode.open(directory, config);
    }

    private static void isLost(Runnable read) {
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("was stored in memory and is lost since the restart")
                .hasMessageContaining("run the job that wrote it again");
    }

    @Test
    void aCommittedGroupHasNoFileButThatOfItsCommit() {
        node.store(1, 0, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("commit-1");
        assertThat(node.server().memoryUsedBytes()).isPositive();
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
    }

    @Test
    void whatManyWritersPutIsMergedInMemory() {
        Tuples model = new Tuples();
        for (int source = 0; source < 8; source++) {
            node.put(1, attempt(source), 0, TUPLES);
            model.addAll(TUPLES);
        }
        long before = node.server().memoryUsedBytes();
        Stored stored = node.server()
                .commit(
                        GroupKey.of(1),
                        List.of(
                                attempt(0),
                                attempt(1),
                                attempt(2),
                                attempt(3),
                                attempt(4),
                                attempt(5),
                                attempt(6),
                                attempt(7)));
        assertThat(stored.runs()).isEqualTo(1);
        assertThat(node.server().memoryUsedBytes()).isPositive().isLessThan(before);
        assertThat(node.scan(1, 0, true)).isEqualTo(model);
    }

    @Test
    void readersFailWithTheReasonAfterRestart() {
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        isLost(() -> node.read(1, 3));
        isLost(() -> node.scan(1, 3, true));
        isLost(() -> node.scan(1, 3, false));
        isLost(() -> node.server().blocks(1, 3));
        assertThat(node.read(1, 4).count()).isZero();
        assertThat(node.server().stat(GroupKey.of(1)).subgroups().get(0).tuples())
                .isEqualTo(5000);
        assertThat(node.server().commit(GroupKey.of(1), List.of(attempt(0))).tuples())
                .isEqualTo(5000);
    }

    @Test
    void afterARestartALostGroupCanBeDropped() {
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        node.server().drop(TestNode.keys(1L));
        assertThat(node.server().ids()).isEmpty();
        await().until(() -> !Files.exists(directory.resolve("groups/1")));
    }

    @Test
    void checkReportsLostGroupsButNoProblem() {
        node.store(1, 3, TUPLES);
        node.close();
        List<Fsck.Finding> findings = new ArrayList<>();
        assertThat(Fsck.verify(directory, findings::add).problems()).isZero();
        assertThat(findings)
                .singleElement()
                .satisfies(f -> assertThat(f.text())
                        .contains("group 1, subgroup 3")
                        .contains("5000 tuples were stored in memory"));
    }

    @Test
    void serverOfAnotherLayoutReportsLostGroups() {
        node.store(1, 3, TUPLES);
        reopen(TestNode.CONFIG);
        isLost(() -> node.read(1, 3));
        node.store(2, 3, TUPLES);
        assertThat(node.read(2, 3)).isEqualTo(TUPLES);
    }

    @Test
    void whatIsAddedToALostGroupIsThereAndTheRestIsStillLost() {
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        node.put(1, attempt(1), 3, TUPLES);
        node.put(1, attempt(1), 4, TUPLES);
        node.server().commit(GroupKey.of(1), List.of(attempt(1)));
        isLost(() -> node.read(1, 3));
        assertThat(node.read(1, 4)).isEqualTo(TUPLES);
    }

    @Test
    void groupAboveTheMemoryLimitIsStoredInAFile() {
        Tuples large = Tuples.numbered("key", 40_000, "x".repeat(100));
        node.store(1, 0, large);
        node.store(2, 0, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("0-1.sss", "commit-1");
        assertThat(DataFiles.ofGroup(directory, 2)).containsExactly("commit-1");
        reopen(CONFIG);
        assertThat(node.read(1, 0)).isEqualTo(large);
        isLost(() -> node.read(2, 0));
    }

    @Test
    void leavesAQuarterOfTheMemoryForUncommittedTuples() {
        for (int group = 1; group <= 20; group++) {
            node.store(group, 0, Tuples.numbered("key", 10_000, "a value of some length"));
        }
        assertThat(node.server().memoryUsedBytes()).isBetween(2L << 20, 3L << 20);
        for (int source = 0; source < 4; source++) {
            node.put(99, attempt(source), 0, TUPLES);
        }
        assertThat(node.server()
                        .commit(GroupKey.of(99), List.of(attempt(0), attempt(1), attempt(2), attempt(3)))
                        .runs())
                .isEqualTo(1);
    }

    @Test
    void droppingAGroupFreesItsMemory() {
        node.store(1, 0, TUPLES);
        node.server().drop(TestNode.keys(1L));
        await().until(() -> node.server().memoryUsedBytes() == 0);
        assertThatThrownBy(() -> node.read(1, 0)).hasMessageContaining("was dropped");
    }

    @Test
    void aReaderOfADroppedGroupFailsAndItsMemoryIsFreedWhenItEnds() {
        node.store(1, 0, TUPLES);
        try (BlockSource source = node.server().blocks(1, 0)) {
            node.server().drop(TestNode.keys(1L));
            assertThat(node.server().memoryUsedBytes()).isPositive();
            assertThatThrownBy(() -> source.next(new BlockReader())).hasMessageContaining("was dropped");
        }
        await().until(() -> node.server().memoryUsedBytes() == 0);
    }

    @Test
    void blocksInFlightToAClientOutliveTheirGroup() {
        node.store(1, 0, TUPLES);
        try (ScanClient scan = node.openScan(new Scan(1, 0, false, null, null))) {
            BlockReader reader = new BlockReader();
            assertThat(scan.next(reader)).isTrue();
            node.server().drop(TestNode.keys(1L));
            assertThat(reader.next()).isTrue();
            assertThat(reader.key()).isEqualTo(Tuples.bytes("key00000000"));
        }
    }

    @Test
    void aCommitThatFailsFreesTheMemoryThatWasToStay() throws Exception {
        node.put(1, attempt(0), 0, TUPLES);
        node.put(1, attempt(0), 1, TUPLES);
        Files.writeString(directory.resolve("groups/1"), "a file where the directory of the group is to be");
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(1), List.of(attempt(0))))
                .hasMessageContaining("what was written is dropped");
        await().until(() -> node.server().memoryUsedBytes() == 0);
    }
}
