package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.tuples.TupleSegment;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

final class DropIT {
    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void open() {
        node = TestNode.open(directory);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private long entriesOfGroups() throws Exception {
        try (Stream<Path> entries = Files.list(directory.resolve("groups"))) {
            return entries.count();
        }
    }

    private static void readToTheEnd(BlockSource source) {
        BlockReader reader = new BlockReader();
        while (source.next(reader)) {
            // until it fails
        }
    }

    private static void failsAsDropped(Runnable read) {
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("was dropped");
    }

    @Test
    void aDropThatIsInterruptedIsDoneByTheNextOne() {
        node.put(1, attempt(0), 0, Tuples.numbered("k", 1000, "v"));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> node.server().drop(TestNode.keys(1L)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        failsAsDropped(() -> node.put(1, attempt(1), 0, Tuples.of("k", "v")));
        assertThat(node.server().memoryUsedBytes()).isPositive();

        node.server().drop(TestNode.keys(1L));

        await().until(() -> node.server().memoryUsedBytes() == 0);
    }

    /** As where the thread of a test or of a notebook is interrupted, and closes the cluster of its process. */
    @Test
    void interruptedThreadClosesTheServer() {
        node.put(1, attempt(0), 0, Tuples.numbered("k", 1000, "v"));
        assertThat(node.server().memoryUsedBytes()).isPositive();
        Thread.currentThread().interrupt();
        node.server().close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void droppingAGroupFreesItsFiles() {
        node.store(1, 0, Tuples.numbered("k", 1000, "v"));
        node.store(2, 0, Tuples.of("other", "group"));
        node.server().drop(TestNode.keys(1L));
        assertThat(DataFiles.ofGroup(directory, 1)).isEmpty();
        await().until(() -> entriesOfGroups() == 1);
        assertThat(node.read(2, 0)).isEqualTo(Tuples.of("other", "group"));
    }

    @Test
    void aRunningScanOfADroppedGroupFails() {
        node.store(1, 0, Tuples.numbered("k", 100_000, "x".repeat(100)));
        try (ScanClient scan = node.openScan(new Scan(1, 0, false, null, null))) {
            assertThat(scan.next(new BlockReader())).isTrue();
            node.server().drop(TestNode.keys(1L));
            failsAsDropped(() -> readToTheEnd(scan));
        }
    }

    @Test
    void aRunningReadInThisJvmOfADroppedGroupFails() {
        node.store(1, 0, Tuples.numbered("k", 100_000, "x".repeat(100)));
        try (BlockSource source = node.server().blocks(1, 0)) {
            assertThat(source.next(new BlockReader())).isTrue();
            node.server().drop(TestNode.keys(1L));
            failsAsDropped(() -> readToTheEnd(source));
        }
    }

    @Test
    void readerOfDeletedFilesFailsAsDropped() throws Exception {
        try (Storage storage = Storage.open(
                new DataDirectory(directory.resolve("other")), TestNode.CONFIG, Disk.UNSYNCED, null, AllLayouts::of)) {
            Group group = Group.found(7, storage);
            Files.writeString(
                    Files.createDirectories(group.directory()).resolve("commit-2"),
                    "what a drop has not taken away yet");
            group.close(Group.dropped(7));
            failsAsDropped(() -> group.segments(0));
            failsAsDropped(group::stat);
        }
    }

    /** Drops a group while its first reader restores the only segment, which the drop does not see. */
    private record DroppingLayout(List<Segment> restored) implements StorageLayout {
        @Override
        public SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread) {
            throw new AssertionError("nothing is written");
        }

        @Override
        public Segment restore(Group group, CommittedSegment committed) {
            group.close(Group.dropped(group.id()));
            group.subgroups().forEach(subgroup -> subgroup.segments().forEach(Segment::setDropped));
            restored.add(new TupleSegment(
                    null,
                    new Manifest(
                            Manifest.VERSION,
                            group.id(),
                            GroupKey.NO_IDENTITY,
                            committed.subgroup(),
                            committed.number(),
                            List.of(new RunInfo(
                                    0, attempt(0), 0, new RunInfo.Size(0, 0, 0, 0), new byte[0], new byte[0])))));
            return restored.get(0);
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @Test
    void aReaderThatRestoresSegmentsWhileTheGroupIsDroppedDoesNotReadThem() throws Exception {
        CommitRecord record = new CommitRecord(
                CommitRecord.VERSION,
                7,
                GroupKey.NO_IDENTITY,
                null,
                List.of(),
                List.of(new CommittedSegment(0, 1, DataServerConfig.Layout.TUPLES, Stored.NONE, 0)));
        try (Storage storage = Storage.open(
                new DataDirectory(directory.resolve("other")), TestNode.CONFIG, Disk.UNSYNCED, null, AllLayouts::of)) {
            DroppingLayout layout = new DroppingLayout(new ArrayList<>());
            storage.layouts().put(DataServerConfig.Layout.TUPLES, layout);
            Group group = Group.found(7, storage);
            Files.write(Files.createDirectories(group.directory()).resolve("commit-1"), record.encode());
            failsAsDropped(() -> group.segments(0));
            failsAsDropped(() -> layout.restored().get(0).runs(KeyRange.ALL));
            failsAsDropped(() -> group.segments(0));
        }
    }

    @Test
    void aWriterOfADroppedGroupFails() {
        PutClient put = node.openPut(1, attempt(0)).put(0, 0, Tuples.of("a", "1"));
        node.server().drop(TestNode.keys(1L));
        failsAsDropped(put::await);
        failsAsDropped(() -> node.put(1, attempt(1), 0, Tuples.of("a", "1")));
        await().until(() -> entriesOfGroups() == 0);
    }

    @Test
    void whatIsNotCommittedIsListedAndCanBeDropped() throws Exception {
        node.put(1, attempt(0), 0, Tuples.of("a", "1"));
        assertThat(node.server().ids()).containsExactly(1L);
        node.server().drop(TestNode.keys(1L));
        assertThat(node.server().ids()).isEmpty();
        await().until(() -> entriesOfGroups() == 0);
    }

    @Test
    void aDroppedGroupStaysAwayAfterARestart() throws Exception {
        node.store(1, 0, Tuples.of("a", "1"));
        node.server().drop(TestNode.keys(1L));
        node.close();
        Files.createDirectories(directory.resolve("groups/.trash-9-0/inside"));
        node = TestNode.open(directory);
        assertThat(node.server().ids()).isEmpty();
        await().until(() -> entriesOfGroups() == 0);
    }
}
