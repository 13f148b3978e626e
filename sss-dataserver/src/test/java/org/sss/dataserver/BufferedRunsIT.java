package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.CONFIG;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.DataFiles;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupKey;

/** What is held in memory until a commit, what is not, and when it is freed. */
final class BufferedRunsIT {
    private static final long PLENTY = 64 << 20;

    @TempDir
    Path directory;

    private TestNode node;

    /** With one thread, which then holds all subgroups. */
    private void open(long memoryBytes) {
        node = TestNode.open(directory, CONFIG.withThreads(1, 2).withMemoryBytes(memoryBytes));
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    private static Tuples output(int source, int tuples) {
        return Tuples.numbered("key", tuples, "value of source " + source);
    }

    private Tuples put(int subgroup, int writers, int tuples) {
        Tuples model = new Tuples();
        for (int source = 0; source < writers; source++) {
            node.put(1, attempt(source), subgroup, output(source, tuples));
            model.addAll(output(source, tuples));
        }
        return model;
    }

    private Stored commit(int writers) {
        return node.server().commit(GroupKey.of(1), attempts(writers));
    }

    private static List<AttemptId> attempts(int writers) {
        return IntStream.range(0, writers).mapToObj(TestNode::attempt).toList();
    }

    private SubgroupStat stat() {
        assertThat(node.server().stat(GroupKey.of(1)).subgroups()).hasSize(1);
        return node.server().stat(GroupKey.of(1)).subgroups().get(0);
    }

    @Test
    void whatManyWritersPutBecomesOneSortedRun() {
        open(PLENTY);
        Tuples model = put(0, 16, 3000);
        Stored committed = commit(16);

        assertThat(committed.runs()).isEqualTo(1);
        assertThat(stat().runs()).isEqualTo(1);
        assertThat(stat().tuples()).isEqualTo(committed.tuples()).isEqualTo(16 * 3000);
        assertThat(stat().blocks()).isEqualTo(committed.blocks());
        assertThat(stat().storedBytes()).isEqualTo(committed.storedBytes());
        assertThat(node.read(1, 0)).isEqualTo(model);
        assertThat(node.scan(1, 0, false)).isEqualTo(model);
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void aRunThatIsAloneIsStoredAsItCame() {
        open(PLENTY);
        Stored put = node.put(1, attempt(0), 0, output(0, 10_000));
        assertThat(commit(1)).isEqualTo(put);
    }

    @Test
    void writesNothingBeforeTheCommitWhileMemoryIsFree() {
        open(PLENTY);
        put(0, 4, 1000);
        assertThat(node.server().memoryUsedBytes()).isPositive();
        assertThat(DataFiles.ofGroup(directory, 1)).isEmpty();
        commit(4);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("0-1.sss", "commit-1");
    }

    @Test
    void withoutMemoryRunsAreStoredAsTheyCome() {
        open(0);
        Tuples model = put(0, 5, 3000);
        assertThat(commit(5).runs()).isEqualTo(5);
        assertThat(node.read(1, 0)).isEqualTo(model);
    }

    @Test
    void spillsLargeTuplesEarly() {
        open(PLENTY);
        Tuples model = new Tuples();
        for (int source = 0; source < 6; source++) {
            Tuples output = Tuples.numbered("key", 4000, "x".repeat(2000) + source);
            node.put(1, attempt(source), 0, output);
            model.addAll(output);
        }
        assertThat(node.server().memoryUsedBytes()).isBetween(1L, 17L << 20);
        commit(6);
        assertThat(node.read(1, 0)).isEqualTo(model);
    }

    @Test
    void spillsOnlySomeOfTheBufferedBlocks() {
        open(20 << 20);
        Tuples model = new Tuples();
        for (int source = 0; source < 6; source++) {
            Tuples output = Tuples.numbered("key", 4000, "x".repeat(1000) + source);
            node.put(1, attempt(source), 0, output);
            model.addAll(output);
        }
        assertThat(DataFiles.ofGroup(directory, 1)).isNotEmpty();
        assertThat(node.server().memoryUsedBytes()).isGreaterThan(8 << 20);

        commit(6);
        assertThat(node.read(1, 0)).isEqualTo(model);
        assertThat(node.scan(1, 0, true)).isEqualTo(model);
    }

    @Test
    void memoryNeverExceedsItsBudget() {
        open(300_000);
        Tuples model = new Tuples();
        for (int source = 0; source < 8; source++) {
            model.addAll(output(source, 2000));
            node.put(1, attempt(source), source % 3, output(source, 2000));
            assertThat(node.server().memoryUsedBytes()).isBetween(0L, 300_000L);
        }
        commit(8);
        Tuples all = new Tuples();
        for (int subgroup : new int[] {0, 1, 2}) {
            all.addAll(node.read(1, subgroup));
        }
        assertThat(all.count()).isEqualTo(model.count());
        assertThat(all.keys()).usingRecursiveComparison().isEqualTo(model.keys());
    }

    @Test
    void onlyNeighboursInMemoryAreMergedWhenOthersWereSpilled() {
        open(500_000);
        Tuples model = new Tuples();
        for (int source = 0; source < 7; source++) {
            // the fourth one alone is more than memory takes, and pushes those before it out
            Tuples tuples = output(source, source == 3 ? 20_000 : 1000);
            node.put(1, attempt(source), 0, tuples);
            model.addAll(tuples);
        }
        Stored committed = commit(7);
        assertThat(committed.runs()).isEqualTo(4 + 1);
        assertThat(node.read(1, 0)).isEqualTo(model);
        assertThat(node.scan(1, 0, true)).isEqualTo(model);
    }

    @Test
    void spillsTheLargestSubgroupFirst() {
        open(400_000);
        node.put(1, attempt(0), 0, output(0, 2000));
        node.put(1, attempt(1), 1, output(1, 8000));
        node.put(1, attempt(2), 2, output(2, 5000));
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("1-1.tmp");
        commit(3);
        assertThat(node.read(1, 1)).isEqualTo(output(1, 8000));
        assertThat(node.read(1, 2)).isEqualTo(output(2, 5000));
    }

    @Test
    void threadWithoutBufferedBlocksWritesDirectlyWhenOthersUseAllMemory() {
        node = TestNode.open(directory, CONFIG.withThreads(2, 2).withMemoryBytes(40_000));
        node.put(1, attempt(0), 0, output(0, 1000));
        long used = node.server().memoryUsedBytes();
        node.put(1, attempt(1), 1, output(1, 1000));
        assertThat(node.server().memoryUsedBytes()).isEqualTo(used);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("1-1.tmp");
        commit(2);
        assertThat(node.read(1, 0)).isEqualTo(output(0, 1000));
        assertThat(node.read(1, 1)).isEqualTo(output(1, 1000));
    }

    @Test
    void abortingAnAttemptFreesItsMemoryOnly() {
        open(PLENTY);
        node.put(1, attempt(0), 0, output(0, 1000));
        long ofFirst = node.server().memoryUsedBytes();
        node.put(1, attempt(1), 0, output(1, 1000));
        node.server().abort(1, attempt(1));
        await().until(() -> node.server().memoryUsedBytes() == ofFirst);
        commit(1);
        assertThat(node.read(1, 0)).isEqualTo(output(0, 1000));
    }

    @Test
    void aCommitFreesTheMemoryOfAttemptsThatWereNotChosen() {
        open(PLENTY);
        put(0, 3, 1000);
        node.put(1, attempt(9), 7, output(9, 1000));
        commit(3);
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void droppingAGroupFreesItsMemory() {
        open(PLENTY);
        put(0, 3, 1000);
        node.server().drop(TestNode.keys(1L));
        await().until(() -> node.server().memoryUsedBytes() == 0);
    }

    @Test
    void mergesValuesInChunks() {
        open(PLENTY);
        Tuples model = new Tuples();
        for (int source = 0; source < 3; source++) {
            Tuples tuples = Tuples.of("a", "small" + source).add(Tuples.bytes("big"), new byte[700_000 + source]);
            node.put(1, attempt(source), 0, tuples);
            model.addAll(tuples);
        }
        assertThat(commit(3).runs()).isEqualTo(1);
        assertThat(node.read(1, 0)).isEqualTo(model);
    }
}
