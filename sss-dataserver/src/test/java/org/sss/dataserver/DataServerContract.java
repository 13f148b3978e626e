package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Commit;
import org.sss.net.control.DataVerbs.Drop;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.DataVerbs.StoredGroups;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.transport.Transport;

/** What holds with every transport and in every layout. */
@ParameterizedClass
@EnumSource(DataServerConfig.Layout.class)
abstract class DataServerContract {
    @Parameter
    DataServerConfig.Layout layout;

    @TempDir
    Path directory;

    TestNode node;

    abstract Transport transport();

    DataServerConfig config() {
        return TestNode.CONFIG.withLayout(layout);
    }

    @BeforeEach
    void open() {
        node = TestNode.open(directory, config(), this::transport);
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void committedTuplesComeBackByEveryWayOfReading() {
        Tuples tuples = Tuples.numbered("key", 20_000, "a value of some length");
        Stored put = node.put(7, attempt(0), 3, tuples);
        Stored committed = node.call(DataVerbs.COMMIT, new Commit(7, List.of(attempt(0)), null, null), Stored.class);

        assertThat(put.tuples()).isEqualTo(20_000);
        assertThat(put.dataBytes()).isEqualTo(20_000L * (11 + 22));
        assertThat(put.runs()).isEqualTo(1);
        assertThat(committed).isEqualTo(put);
        assertThat(node.read(7, 3)).isEqualTo(tuples);
        assertThat(Tuples.readAll(node.server().blocks(7, 3))).isEqualTo(tuples);
        assertThat(node.scan(7, 3, true)).isEqualTo(tuples);
        assertThat(node.scan(7, 3, false)).isEqualTo(tuples);
    }

    @Test
    void aScanEndsWithTheCountsOfWhatItSent() {
        node.store(1, 0, Tuples.numbered("k", 5_000, "v"));
        try (ScanClient scan = node.openScan(new Scan(1, 0, false, null, null))) {
            assertThat(Tuples.readAll(scan).count()).isEqualTo(5_000);
            assertThat(scan.isComplete()).isTrue();
        }
    }

    @Test
    void aSubgroupWithoutDataIsEmpty() {
        assertThat(node.scan(99, 0, true).count()).isZero();
        assertThat(node.read(99, 0).count()).isZero();
    }

    @Test
    void oneStreamFillsManySubgroupsAndRuns() {
        PutClient put = node.openPut(1, attempt(0));
        for (int subgroup = 0; subgroup < 8; subgroup++) {
            put.put(subgroup, 0, Tuples.of("a", "first", "b" + subgroup, "x"))
                    .put(subgroup, 1, Tuples.of("a", "second"));
        }
        assertThat(put.finish().runs()).isEqualTo(16);
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        for (int subgroup = 0; subgroup < 8; subgroup++) {
            Tuples expected = Tuples.of("a", "first", "a", "second", "b" + subgroup, "x");
            assertThat(node.scan(1, subgroup, true)).isEqualTo(expected);
            assertThat(Tuples.readAll(node.server().tuples(1, subgroup))).isEqualTo(expected);
        }
    }

    @Test
    void valuesComeInTheOrderOfSourceAndSequenceWhateverTheOrderOfArrival() {
        for (int source : new int[] {2, 0, 1}) {
            node.openPut(1, attempt(source))
                    .put(0, 1, Tuples.of("k", source + ".1"))
                    .put(0, 0, Tuples.of("k", source + ".0"))
                    .finish();
        }
        node.server().commit(GroupKey.of(1), List.of(attempt(1), attempt(0), attempt(2)));
        List<String> expected = List.of("0.0", "0.1", "1.0", "1.1", "2.0", "2.1");
        assertThat(node.read(1, 0).values("k")).isEqualTo(expected);
        assertThat(node.scan(1, 0, true).values("k")).isEqualTo(expected);
        assertThat(node.scan(1, 0, false).values("k")).isEqualTo(expected);
    }

    @Test
    void valuesLargerThanABlockComeBackWhole() {
        Random random = new Random(5);
        Tuples expected = new Tuples();
        for (int source = 0; source < 3; source++) {
            Tuples part = new Tuples();
            for (String key : List.of("a", "big", "bigger", "z")) {
                byte[] value = new byte[random.nextInt(1_500_000)];
                random.nextBytes(value);
                part.add(bytes(key), value);
            }
            node.put(1, attempt(source), 0, part);
            expected.addAll(part);
        }
        node.server().commit(GroupKey.of(1), List.of(attempt(0), attempt(1), attempt(2)));
        assertThat(node.read(1, 0)).isEqualTo(expected);
        assertThat(node.scan(1, 0, true)).isEqualTo(expected);
        assertThat(node.scan(1, 0, false)).isEqualTo(expected);
    }

    @Test
    void blocksThatTheirSenderHasPackedAreStoredAsAllOthers() {
        Tuples first = Tuples.numbered("key", 20_000, "value").add(bytes("large"), new byte[700_000]);
        Tuples second = Tuples.numbered("key", 15_000, "another value").add(bytes(""), bytes(""));
        Stored stored = Stored.NONE;
        for (int i = 0; i < 2; i++) {
            PutClient put = node.openPut(new DataVerbs.Put(GroupKey.of(1), attempt(i), false, true));
            stored = stored.plus(put.put(0, 0, i == 0 ? first : second).finish());
        }
        assertThat(stored.tuples()).isEqualTo(35_002);
        assertThat(stored.dataBytes()).isEqualTo(20_000L * (11 + 5) + 700_005 + 15_000L * (11 + 13));
        Stored committed =
                node.call(DataVerbs.COMMIT, new Commit(1, List.of(attempt(0), attempt(1)), null, null), Stored.class);
        assertThat(committed.dataBytes()).isEqualTo(stored.dataBytes());
        assertThat(node.read(1, 0)).isEqualTo(new Tuples().addAll(first).addAll(second));
    }

    @Test
    void theLongestKeyAndTheEmptyKeyAreStored() {
        byte[] longest = new byte[65535];
        Tuples tuples = Tuples.of("", "empty").add(longest, bytes("all zeros"));
        node.store(1, 0, tuples);
        assertThat(node.scan(1, 0, true)).isEqualTo(tuples);
    }

    @Test
    void aSlowClientOfAScanGetsEverything() {
        Tuples tuples = Tuples.numbered("key", 50_000, "x".repeat(200));
        node.store(1, 0, tuples);
        List<ScanClient> scans = new ArrayList<>();
        for (int i = 0; i < 6; i++) { // more than there are threads, all without credit for most of the time
            scans.add(node.openScan(new Scan(1, 0, true, null, null)));
        }
        scans.forEach(scan -> assertThat(Tuples.readAll(scan).count()).isEqualTo(50_000));
    }

    @Test
    void statReportsCommittedTuplesAndListAllGroups() {
        Stored stored = node.store(5, 2, Tuples.numbered("k", 1000, "v"));
        node.put(6, attempt(0), 0, Tuples.of("not", "committed"));

        GroupStat stat = node.call(DataVerbs.STAT, new Stat(5, null), GroupStat.class);
        assertThat(stat.subgroups()).hasSize(1);
        SubgroupStat subgroup = stat.subgroups().get(0);
        assertThat(subgroup.subgroup()).isEqualTo(2);
        assertThat(subgroup.tuples()).isEqualTo(1000);
        assertThat(subgroup.storedBytes()).isEqualTo(stored.storedBytes()).isPositive();
        if (layout == DataServerConfig.Layout.BLOCKS) {
            assertThat(subgroup.fileBytes()).isGreaterThan(stored.storedBytes());
        }
        assertThat(subgroup.segments()).isEqualTo(1);
        assertThat(node.call(DataVerbs.STAT, new Stat(6, null), GroupStat.class).subgroups())
                .isEmpty();
        assertThat(node.call(DataVerbs.LIST, new Nothing(), StoredGroups.class).groups())
                .containsExactlyInAnyOrder(
                        new StoredGroup(5, GroupKey.NO_IDENTITY, true, false),
                        new StoredGroup(6, GroupKey.NO_IDENTITY, false, false));
    }

    @Test
    void aDroppedGroupIsNotFound() {
        node.store(5, 2, Tuples.of("a", "1"));
        node.call(DataVerbs.DROP, new Drop(TestNode.keys(5, 404)), Nothing.class);
        assertThatThrownBy(() -> node.scan(5, 2, false))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("group 5 was dropped");
        assertThat(node.call(DataVerbs.LIST, new Nothing(), StoredGroups.class).groups())
                .isEmpty();
    }

    @Test
    void damagedBlockFailsOnlyItsStream() {
        PutClient bad = node.openPut(1, attempt(0));
        byte[][] block = new byte[1][];
        Tuples.of("key", "value").writeTo(new RunWriter((bytes, length) -> block[0] = Arrays.copyOf(bytes, length)));
        block[0][block[0].length - 1] ^= 1;
        bad.send(4, 0, block[0], block[0].length);
        assertThatThrownBy(bad::await)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("group 1, subgroup 4");
        node.put(1, attempt(1), 4, Tuples.of("good", "one"));
        node.server().commit(GroupKey.of(1), List.of(attempt(1)));
        assertThat(node.read(1, 4)).isEqualTo(Tuples.of("good", "one"));
    }

    @Test
    void blocksOutOfOrderAreRefused() {
        PutClient put = node.openPut(1, attempt(0)).put(0, 0, Tuples.of("b", "1"));
        put.put(0, 0, Tuples.of("a", "2"));
        assertThatThrownBy(put::await).hasMessageContaining("below the last key");
    }

    @Test
    void aFrameThatIsNoBlockIsRefused() {
        PutClient put = node.openPut(1, attempt(0));
        put.send(0, 0, new byte[100], 100);
        assertThatThrownBy(put::await).hasMessageContaining("not a block");
    }
}
