package org.sss.dataserver.tuples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.OnTuplesLayout;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataFiles;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;

/** Groups in the one file of a node, tuple by tuple. */
final class TuplesLayoutIT extends OnTuplesLayout {
    /** Records of tuples in the file, which nobody has open. */
    private long tuplesInFile() {
        long[] count = new long[1];
        BdbRecords.walk(
                file,
                0,
                (key, keyBytes, at, valueBytes, head) ->
                        count[0] += key[0] != -1 && TupleKeys.isTuple(keyBytes) ? 1 : 0);
        return count[0];
    }

    @Test
    void eachTupleOfEachGroupIsARecordOfTheOneFile() {
        node.store(1, 0, TUPLES);
        node.store(2, 7, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("commit-1");
        node.close();
        assertThat(tuplesInFile()).isEqualTo(10_000);
    }

    @Test
    void whatIsCommittedSurvivesACleanEndAndAServerOfAnotherLayoutReadsIt() {
        node.store(1, 3, TUPLES);
        reopen(TestNode.CONFIG);
        assertThat(node.scan(1, 3, true)).isEqualTo(TUPLES);
        node.store(2, 3, TUPLES);
        assertThat(DataFiles.ofGroup(directory, 2)).containsExactly("3-1.sss", "commit-1");
        reopen(CONFIG);
        node.store(3, 3, TUPLES);
        for (int group = 1; group <= 3; group++) {
            assertThat(node.read(group, 3)).isEqualTo(TUPLES);
        }
    }

    @Test
    void afterARestartKeysAreSampledBeforeAnythingElseIsRead() {
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        assertThat(node.server().sample(new DataVerbs.Sample(1, 1, 1, null)).keys())
                .isNotEmpty();
    }

    @Test
    void valuesOfAKeyWithMoreOfThemThanFitInABatchComeInTheirOrder() {
        List<AttemptId> attempts = new ArrayList<>();
        Tuples model = new Tuples();
        List<Integer> arrival = List.of(3, 0, 4, 2, 1);
        for (int source : arrival) {
            Tuples run = Tuples.numbered("a", 700, "x" + source);
            addValues(run, source);
            run.addAll(Tuples.numbered("z", 700, "y" + source));
            node.put(1, attempt(source), 0, run);
            attempts.add(attempt(source));
        }
        for (int source = 0; source < 5; source++) {
            model.addAll(Tuples.numbered("a", 700, "x" + source));
            addValues(model, source);
            model.addAll(Tuples.numbered("z", 700, "y" + source));
        }
        node.put(1, attempt(9), 0, Tuples.of("m", "of an attempt that is not committed"));
        node.server().commit(GroupKey.of(1), attempts);
        assertThat(node.read(1, 0)).isEqualTo(model);
        assertThat(node.scan(1, 0, false)).isEqualTo(model);
        byte[] from = bytes("a00000699");
        byte[] to = bytes("m\0");
        assertThat(Tuples.readAll(node.openScan(new Scan(1, 0, true, from, to))))
                .isEqualTo(model.range(from, to));
    }

    /** Half a megabyte of small values, and one that is in pieces. */
    private static void addValues(Tuples run, int source) {
        for (int i = 0; i < 500; i++) {
            run.add(bytes("m"), bytes(source + "." + i + "-".repeat(1000)));
        }
        run.add(bytes("m"), new byte[600_000 + source]);
        run.add(bytes("m"), bytes(source + " end"));
    }

    @Test
    void anyRangeOfTheKeysIsThatOfAMap() {
        long seed = System.nanoTime();
        System.out.println("TuplesLayoutIT seed " + seed);
        Random random = new Random(seed);
        Tuples model = new Tuples();
        List<AttemptId> attempts = new ArrayList<>();
        for (int source = 0; source < 4; source++) {
            Tuples run = new Tuples();
            for (int i = 0; i < 3000; i++) {
                run.add(key(random), new byte[random.nextInt(300)]);
            }
            node.put(1, attempt(source), 5, run);
            attempts.add(attempt(source));
            model.addAll(run);
        }
        node.put(1, attempt(0), 4, TUPLES);
        node.put(1, attempt(0), 6, TUPLES);
        node.server().commit(GroupKey.of(1), attempts);
        for (int i = 0; i < 60; i++) {
            byte[] from = random.nextInt(5) == 0 ? null : key(random);
            byte[] to = random.nextInt(5) == 0 ? null : key(random);
            assertThat(Tuples.readAll(node.openScan(new Scan(1, 5, random.nextBoolean(), from, to))))
                    .isEqualTo(model.range(from, to));
        }
    }

    private static byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(6)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) - 2);
        }
        return key;
    }

    @Test
    void runsThatAreNotCommittedDoNotShowAndGoWithTheirGroup() {
        node.put(1, attempt(0), 0, TUPLES);
        node.put(1, attempt(1), 0, Tuples.numbered("key", 5000, "wrong"));
        node.put(1, attempt(2), 1, TUPLES);
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
        assertThat(node.read(1, 1).count()).isZero();
        node.server().drop(TestNode.keys(1L));
        await().until(() -> !Files.exists(file));
    }

    @Test
    void anAttemptThatIsRepeatedWritesOtherRuns() {
        node.put(1, attempt(0), 0, Tuples.numbered("key", 5000, "wrong"));
        node.server().abort(1, attempt(0));
        node.put(1, attempt(0), 0, TUPLES);
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
    }

    @Test
    void droppingAGroupDeletesItsRecordsAndNoOthers() {
        for (int group = 1; group <= 3; group++) {
            node.put(group, attempt(0), 0, TUPLES);
            node.put(group, attempt(0), 1, TUPLES);
            node.server().commit(GroupKey.of(group), List.of(attempt(0)));
        }
        node.server().drop(TestNode.keys(2L));
        assertThat(node.read(1, 1)).isEqualTo(TUPLES);
        assertThat(node.read(3, 0)).isEqualTo(TUPLES);
        reopen(CONFIG); // which ends the deletion, wherever it is
        reopen(CONFIG);
        assertThat(node.scan(1, 0, true)).isEqualTo(TUPLES);
        assertThat(node.scan(3, 1, true)).isEqualTo(TUPLES);
        assertThat(node.server().ids()).containsExactly(1L, 3L);
        node.server().drop(TestNode.keys(1L, 3L));
        await().until(() -> !Files.exists(file));
        node.store(4, 0, TUPLES);
        assertThat(node.read(4, 0)).isEqualTo(TUPLES);
    }

    @Test
    void aScanOfAGroupThatIsDroppedFails() {
        node.store(1, 0, Tuples.numbered("key", 50_000, "x".repeat(100)));
        BlockSource scan = node.server().blocks(1, 0);
        BlockReader reader = new BlockReader();
        assertThat(scan.next(reader)).isTrue();
        node.server().drop(TestNode.keys(1L));
        assertThatThrownBy(() -> {
                    while (scan.next(reader)) {
                        // read on
                    }
                })
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        scan.close();
    }

    @Test
    void deletesUncommittedTuplesAtRestartAndTheGroupCanBeWrittenAgain() {
        node.put(1, attempt(0), 0, Tuples.numbered("key", 5000, "wrong"));
        node.store(2, 0, TUPLES);
        reopen(CONFIG);
        node.put(1, attempt(0), 0, TUPLES);
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
        assertThat(node.read(2, 0)).isEqualTo(TUPLES);
        reopen(CONFIG);
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
    }

    /** Puts another value in place of one that was committed. */
    private void change(byte[] key, String value) throws IOException {
        node.close();
        try (KvsTree tree = KvsTree.open(file, KvsTuning.defaults())) {
            byte[] from = TupleKeys.key(1, 3, key);
            ByteBuffer record = ByteBuffer.allocateDirect(1000);
            assertThat(tree.readKeys(from, TupleKeys.afterKey(1, 3, key), record))
                    .isEqualTo(1);
            tree.outAll(record.flip());
            int keyBytes = record.getInt(0);
            tree.putAll(record.clear()
                    .position(8 + keyBytes)
                    .put(bytes(value))
                    .flip()
                    .putInt(4, value.length()));
        }
        node = TestNode.open(directory, CONFIG);
    }

    @Test
    void fullReadDetectsValueThatLostAByte() throws IOException {
        node.store(1, 3, TUPLES);
        change(bytes("key00000007"), "valu");
        for (Runnable read : List.<Runnable>of(() -> node.read(1, 3), () -> node.scan(1, 3, false))) {
            assertThatThrownBy(read::run)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("tuples.bdb")
                    .hasMessageContaining(
                            "group 1, subgroup 3: it has 5000 tuples of 79999 bytes, 5000 tuples of 80000 bytes were");
        }
    }

    @Test
    void aGroupNumberBelowZeroIsRefused() {
        // the error may come before all blocks are sent
        assertThatThrownBy(() -> node.openPut(-1, attempt(0)).put(0, 0, TUPLES).await())
                .hasMessageContaining("groups are numbered from 0");
    }
}
