package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupKey;

/** Groups that nobody needs when the process has ended. */
final class TemporaryGroupsIT {
    private static final DataServerConfig CONFIG = DataServerConfig.defaults().withMemoryBytes(4 << 20);
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    @TempDir
    Path directory;

    private final AtomicInteger syncs = new AtomicInteger();
    private TestNode node;

    @BeforeEach
    void open() {
        Disk disk = new Disk(DataServerConfig.Durability.COMMIT, (path, channel) -> syncs.incrementAndGet());
        node = TestNode.of(directory, DataServer.open(directory, CONFIG, disk));
        syncs.set(0);
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    private Stored storeTemporary(long group, Tuples tuples) {
        new PutClient(node.connection(), new Put(GroupKey.of(group), attempt(0), true))
                .put(0, 0, tuples)
                .finish();
        return node.server().commit(GroupKey.of(group), List.of(attempt(0)));
    }

    @Test
    void aTemporaryGroupIsReadButHasNoFilesAndWaitsForNoDisk() {
        Stored stored = storeTemporary(1, TUPLES);
        assertThat(stored.tuples()).isEqualTo(5000);
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
        assertThat(node.scan(1, 0, true)).isEqualTo(TUPLES);
        assertThat(directory.resolve("groups/1")).doesNotExist();
        assertThat(syncs).hasValue(0);
        assertThat(node.server().commit(GroupKey.of(1), List.of(attempt(0))))
                .as("asked again")
                .isEqualTo(stored);
    }

    @Test
    void anotherGroupOfTheSameServerIsDurableAllTheSame() {
        storeTemporary(1, TUPLES);
        node.store(2, 0, TUPLES);
        assertThat(syncs.get()).isPositive();
        assertThat(DataFiles.ofGroup(directory, 2)).contains("commit-1");
    }

    @Test
    void spilledBlocksAreInUnsyncedFiles() {
        Tuples large = Tuples.numbered("key", 200_000, "a value of some length that fills up the memory");
        storeTemporary(1, large);
        assertThat(node.read(1, 0)).isEqualTo(large);
        assertThat(DataFiles.ofGroup(directory, 1)).isNotEmpty();
        assertThat(syncs).hasValue(0);
    }

    /** Runs with the same keys, of attempts of their own. */
    private Tuples storeTemporary(long group, int attempts, int tuples) {
        Tuples all = Tuples.of();
        for (int source = 0; source < attempts; source++) {
            Tuples run = Tuples.numbered("key", tuples, "a value of source " + source);
            new PutClient(node.connection(), new Put(GroupKey.of(group), attempt(source), true))
                    .put(0, 0, run)
                    .finish();
            all.addAll(run);
        }
        node.server()
                .commit(
                        GroupKey.of(group),
                        IntStream.range(0, attempts).mapToObj(TestNode::attempt).toList());
        return all;
    }

    private SubgroupStat stat(long group) {
        return node.server().stat(GroupKey.of(group)).subgroups().get(0);
    }

    @Test
    void readersMergeTheRuns() {
        Tuples all = storeTemporary(1, 16, 300);
        assertThat(stat(1).runs()).isEqualTo(16);
        assertThat(node.read(1, 0)).isEqualTo(all);
        assertThat(node.scan(1, 0, true)).isEqualTo(all);
    }

    @Test
    void veryManyRunsAreMergedAtTheCommit() {
        Tuples all = storeTemporary(1, 65, 10);
        assertThat(stat(1).runs()).isEqualTo(1);
        assertThat(node.read(1, 0)).isEqualTo(all);
    }

    @Test
    void blocksThatWereNotSpilledStayInMemory() {
        Tuples all = storeTemporary(1, 20, 8000);
        assertThat(node.server().memoryUsedBytes()).isBetween(1L << 20, 3L << 20);
        assertThat(DataFiles.ofGroup(directory, 1))
                .as("nothing that a later start could take for a segment")
                .containsExactly("0-1.tmp");
        assertThat(stat(1).fileBytes()).isBetween(1L << 20, stat(1).storedBytes());
        assertThat(stat(1).runs()).isEqualTo(20);
        assertThat(node.read(1, 0)).isEqualTo(all);
        assertThat(node.scan(1, 0, true)).isEqualTo(all);
        assertThat(syncs).hasValue(0);
    }

    @Test
    void aLargeValueMayLieOnBothSidesOfASpill() {
        Tuples all = Tuples.of();
        for (int source = 0; source < 7; source++) {
            Tuples run = Tuples.of().add(Tuples.bytes("key"), new byte[900_000 + source]);
            new PutClient(node.connection(), new Put(GroupKey.of(1), attempt(source), true))
                    .put(0, 0, run)
                    .finish();
            all.addAll(run);
        }
        node.server()
                .commit(
                        GroupKey.of(1),
                        IntStream.range(0, 7).mapToObj(TestNode::attempt).toList());
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("0-1.tmp");
        assertThat(node.read(1, 0)).isEqualTo(all);
    }

    @Test
    void nothingOfItIsLeftByTheNextStart() {
        storeTemporary(1, 20, 8000);
        node.close();
        open();
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of());
        assertThat(directory.resolve("groups/1")).doesNotExist();
    }

    @Test
    void nextStartDeletesTheFileOfAHybridSegment() throws IOException {
        storeTemporary(1, 20, 8000);
        Path file = directory.resolve("groups/1/0-1.tmp");
        byte[] content = Files.readAllBytes(file);
        node.close();
        Path left = Files.createDirectories(file.getParent());
        Files.write(file, content);
        CommittedSegment partly =
                new CommittedSegment(0, 1, DataServerConfig.Layout.MEMORY, Stored.NONE, content.length);
        CommitRecord commit =
                new CommitRecord(CommitRecord.VERSION, 1, GroupKey.NO_IDENTITY, null, List.of(), List.of(partly));
        Files.write(left.resolve(DataDirectory.COMMIT + 1), commit.encode());
        open();
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("commit-1");
        assertThatThrownBy(() -> node.read(1, 0)).hasMessageContaining("is lost since the restart");
    }

    @Test
    void droppingItGivesItsMemoryAndItsFileBack() {
        storeTemporary(1, 20, 8000);
        node.server().drop(TestNode.keys(1L));
        await().until(() -> node.server().memoryUsedBytes() == 0);
        await().until(() -> DataFiles.trash(directory).isEmpty());
        assertThat(directory.resolve("groups/1")).doesNotExist();
    }

    @Test
    void droppingItGivesItsMemoryBack() {
        storeTemporary(1, TUPLES);
        assertThat(node.server().memoryUsedBytes()).isPositive();
        node.server().drop(TestNode.keys(1L));
        await().until(() -> node.server().memoryUsedBytes() == 0);
    }
}
