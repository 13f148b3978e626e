package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.control.GroupKey;

/** A disk that reports an error at a sync, at each one that there is in turn. */
final class SyncErrorsIT {
    private static final int SUBGROUPS = 3;
    private static final Tuples STORED = Tuples.numbered("key", 300, "value");

    @TempDir
    Path directory;

    /** Counts syncs and fails one of them; 0 is none. */
    private static final class BadDisk implements Disk.Force {
        private int failAt;
        private int syncs;

        synchronized void failAt(int sync) {
            failAt = sync;
            syncs = 0;
        }

        @Override
        public synchronized void force(Path path, FileChannel channel) throws IOException {
            if (++syncs == failAt) {
                throw new IOException("Input/output error");
            }
        }
    }

    private static TestNode open(Path data, BadDisk disk, long memoryBytes) {
        DataServerConfig config = DataServerConfig.defaults().withThreads(2, 2).withMemoryBytes(memoryBytes);
        return TestNode.of(data, DataServer.open(data, config, new Disk(Durability.COMMIT, disk)));
    }

    private static void put(TestNode node, long group) {
        PutClient put = node.openPut(group, attempt(0));
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            put.put(subgroup, 0, STORED);
        }
        put.finish();
    }

    @Test
    void failedSyncOfACommitFailsOnlyThatCommit() throws IOException {
        int sync = 1;
        while (failsAt(sync, sync % 2 == 0 ? 0 : 1 << 20)) {
            sync++;
        }
        assertThat(sync)
                .as("syncs of a commit: segments, groups, directory, commit file, directory")
                .isEqualTo(SUBGROUPS + 5);
    }

    /** False when there are not so many syncs. */
    private boolean failsAt(int sync, long memoryBytes) throws IOException {
        Path data = Files.createDirectory(directory.resolve("at-" + sync));
        BadDisk disk = new BadDisk();
        try (TestNode node = open(data, disk, memoryBytes)) {
            put(node, 1);
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            put(node, 2);
            put(node, 3);
            disk.failAt(sync);
            if (commits(node, 2)) {
                return false;
            }
            disk.failAt(0);
            checkServes(node, data);
        }
        checkAfterRestart(data);
        return true;
    }

    private static boolean commits(TestNode node, long group) {
        try {
            node.server().commit(GroupKey.of(group), List.of(attempt(0)));
            return true;
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
            assertThat(e)
                    .hasMessageContaining("Input/output error")
                    .hasMessageContaining("group " + group)
                    .hasMessageContaining("groups")
                    .hasMessageContaining("what was written is dropped");
            return false;
        }
    }

    private static void checkServes(TestNode node, Path data) {
        assertThat(node.read(1, 0)).isEqualTo(STORED);
        assertThat(node.read(2, 0).count()).isZero();
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                .hasMessageContaining("what was written is dropped");
        node.server().commit(GroupKey.of(3), List.of(attempt(0)));
        assertThat(node.read(3, 2)).isEqualTo(STORED);
        assertThat(DataFiles.ofGroup(data, 3)).hasSize(SUBGROUPS + 1);
    }

    /** The caller of the commit got an error, but it may have been complete. */
    private static void checkAfterRestart(Path data) {
        try (TestNode node = open(data, new BadDisk(), 0)) {
            boolean whole = node.read(2, 0).count() > 0;
            for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
                assertThat(node.read(2, subgroup)).isEqualTo(whole ? STORED : new Tuples());
                assertThat(node.read(1, subgroup)).isEqualTo(STORED);
                assertThat(node.read(3, subgroup)).isEqualTo(STORED);
            }
            assertThat(node.server().commit(GroupKey.of(2), List.of(attempt(0))).tuples())
                    .isEqualTo(whole ? SUBGROUPS * STORED.count() : 0);
            assertThat(DataFiles.temporary(data)).isEmpty();
            node.server().drop(TestNode.keys(2L));
            await().until(() -> DataFiles.trash(data).isEmpty());
            assertThat(DataFiles.ofGroup(data, 2)).isEmpty();
        }
    }

    @Test
    void droppingAGroupWhoseCommitFailedGivesItsSpaceBack() throws IOException {
        BadDisk disk = new BadDisk();
        try (TestNode node = open(directory, disk, 0)) {
            put(node, 2);
            disk.failAt(SUBGROUPS + 3);
            assertThat(commits(node, 2)).isFalse();
            assertThat(DataFiles.ofGroup(directory, 2)).isNotEmpty();
            node.server().drop(TestNode.keys(2L));
            await().until(() -> DataFiles.trash(directory).isEmpty());
            assertThat(DataFiles.ofGroup(directory, 2)).isEmpty();
        }
    }

    @Test
    void failedSyncOfADropFailsAndOtherGroupsAreDropped() {
        BadDisk disk = new BadDisk();
        try (TestNode node = open(directory, disk, 0)) {
            for (long group = 1; group <= 3; group++) {
                put(node, group);
                node.server().commit(GroupKey.of(group), List.of(attempt(0)));
            }
            disk.failAt(1);
            assertThatThrownBy(() -> node.server().drop(TestNode.keys(1L, 2L, 3L)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("drop group 1")
                    .hasMessageContaining("Input/output error");
            assertThat(node.server().ids()).isEmpty();
            await().until(() -> DataFiles.trash(directory).isEmpty());
            node.server().drop(TestNode.keys(1L, 2L, 3L));
        }
    }

    @Test
    void repeatedDropAfterAFailedSyncIsSyncedBeforeTheAnswer() {
        BadDisk disk = new BadDisk();
        try (TestNode node = open(directory, disk, 0)) {
            put(node, 1);
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            for (int drop = 1; drop <= 2; drop++) {
                disk.failAt(1);
                assertThatThrownBy(() -> node.server().drop(TestNode.keys(1L)))
                        .hasMessageContaining("drop group 1")
                        .hasMessageContaining("Input/output error");
            }
            node.server().drop(TestNode.keys(1L));
        }
    }

    @Test
    void aDropWhoseSyncFailsTakesItsTuplesOutOfTheFileOfTheNodeAllTheSame() {
        BadDisk disk = new BadDisk();
        DataServerConfig config = DataServerConfig.defaults().withLayout(DataServerConfig.Layout.TUPLES);
        try (TestNode node =
                TestNode.of(directory, DataServer.open(directory, config, new Disk(Durability.COMMIT, disk)))) {
            put(node, 1);
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            disk.failAt(1);
            assertThatThrownBy(() -> node.server().drop(TestNode.keys(1L))).hasMessageContaining("Input/output error");
            node.server().drop(TestNode.keys(1L));
            await().until(() -> !Files.exists(directory.resolve("tuples.bdb")));
        }
    }

    @Test
    void repeatedCommitAfterARestartIsSyncedBeforeTheAnswer() {
        BadDisk disk = new BadDisk();
        try (TestNode node = open(directory, disk, 0)) {
            put(node, 2);
            node.server().commit(GroupKey.of(2), List.of(attempt(0)));
        }
        try (TestNode node = open(directory, disk, 0)) { // the first process may have died before its last sync
            disk.failAt(1);
            assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                    .hasMessageContaining("Input/output error");
            assertThat(node.server().commit(GroupKey.of(2), List.of(attempt(0))).tuples())
                    .isEqualTo(SUBGROUPS * STORED.count());
        }
    }

    @Test
    void failedSyncAtStartIsReportedAndTheNextStartSucceeds() {
        BadDisk disk = new BadDisk();
        for (int sync = 1; sync <= 3; sync++) {
            disk.failAt(sync);
            assertThatThrownBy(() -> open(directory, disk, 0))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("open the data directory")
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("Input/output error");
        }
        open(directory, disk, 0).close();
    }
}
