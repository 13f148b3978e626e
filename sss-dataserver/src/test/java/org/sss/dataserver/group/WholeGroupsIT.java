package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.ScanClient;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Check;
import org.sss.net.control.DataVerbs.Checked;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Describe;
import org.sss.net.control.DataVerbs.DescribedPart;
import org.sss.net.control.DataVerbs.DescribedParts;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.SubgroupTuples;

/** What a node says when it gets the number of tuples it has committed. */
final class WholeGroupsIT {
    private static final Tuples TUPLES = Tuples.numbered("key", 100, "value");

    private static final GroupDescription DESCRIPTION = new GroupDescription(
            "words",
            new GroupFormat("string", "long", true, Compression.NONE, false),
            new GroupOrigin(5, "wf-1/map"),
            false);

    @TempDir
    Path directory;

    private TestNode node;

    @AfterEach
    void close() {
        node.close();
    }

    private void store(Layout layout) {
        node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout));
        node.put(7, attempt(0), 0, TUPLES);
        node.put(7, attempt(0), 1, TUPLES);
        node.server().commit(GroupKey.of(7), List.of(attempt(0)), DESCRIPTION);
    }

    private void restart(Layout layout) {
        node.close();
        node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout));
    }

    private List<Missing> checkSum(long group, long tuples) {
        return node.call(DataVerbs.CHECK, new Check(List.of(new Expected(group, tuples, null))), Checked.class)
                .missing();
    }

    private Tuples scan(int subgroup, Long onNode, Long expected) {
        try (ScanClient scan = node.openScan(new Scan(
                7,
                subgroup,
                new DataVerbs.Range(null, null),
                new DataVerbs.ScanForm(true, 256 << 10, Checks.CLIENT, null),
                null,
                onNode,
                expected))) {
            return Tuples.readAll(scan);
        }
    }

    @Test
    void aGroupIsWholeWhenAllOfItsTuplesAreThere() {
        store(Layout.BLOCKS);
        assertThat(checkSum(7, 200)).isEmpty();
        restart(Layout.BLOCKS);
        assertThat(checkSum(7, 200)).isEmpty();
        assertThat(checkSum(8, 0)).isEmpty();
    }

    @Test
    void whatANodeDoesNotHaveIsMissing() {
        store(Layout.BLOCKS);
        assertThat(checkSum(8, 5)).containsExactly(new Missing(8, 0, false, null));
        assertThat(checkSum(7, 300)).containsExactly(new Missing(7, 200, false, null));
    }

    @Test
    void groupWithAMissingFileReportsItsName() throws IOException {
        store(Layout.BLOCKS);
        node.close();
        Files.delete(directory.resolve("groups/7/1-1.sss"));
        restart(Layout.BLOCKS);
        assertThat(checkSum(7, 200)).singleElement().satisfies(missing -> {
            assertThat(missing.found()).isEqualTo(100);
            assertThat(missing.why()).contains("1-1.sss");
        });
        assertThat(scan(0, null, 100L)).as("another subgroup").isEqualTo(TUPLES);
        checkRefused(1, null, 100L, "1-1.sss is damaged: the file is missing");
    }

    @Test
    void aNodeIsWholeIfItHasTheNamedSubgroups() throws IOException {
        store(Layout.BLOCKS);
        assertThat(check(100)).as("whatever else it has").isEmpty();
        assertThat(check(0, 100)).isEmpty();
        assertThat(check(100, 100)).isEmpty();
        assertThat(check(100, 99, 0, 5)).containsExactly(new Missing(7, 200, false, null, List.of(1, 3)));
        node.close();
        Files.delete(directory.resolve("groups/7/1-1.sss"));
        restart(Layout.BLOCKS);
        assertThat(check(100)).isEmpty();
        assertThat(check(100, 100)).singleElement().satisfies(missing -> {
            assertThat(missing.found()).isEqualTo(100);
            assertThat(missing.inMemory()).isFalse();
            assertThat(missing.why()).contains("1-1.sss");
            assertThat(missing.subgroups()).containsExactly(1);
        });
        node.server().drop(TestNode.keys(7));
        assertThat(check(0, 100))
                .singleElement()
                .satisfies(missing -> assertThat(missing.subgroups()).containsExactly(1));
    }

    @Test
    void subgroupsThatWereInMemoryAreNamedAfterARestart() {
        store(Layout.MEMORY);
        restart(Layout.MEMORY);
        assertThat(check(0, 100)).containsExactly(new Missing(7, 0, true, null, List.of(1)));
    }

    private List<Missing> check(long... subgroups) {
        return node.call(
                        DataVerbs.CHECK,
                        new Check(List.of(new Expected(7, 0, null, SubgroupTuples.of(subgroups)))),
                        Checked.class)
                .missing();
    }

    @Test
    void reportsGroupsInMemoryAsMissingAfterRestart() {
        store(Layout.MEMORY);
        assertThat(checkSum(7, 200)).isEmpty();
        restart(Layout.MEMORY);
        assertThat(checkSum(7, 200)).containsExactly(new Missing(7, 0, true, null));
    }

    private DescribedPart describe(GroupKey key) {
        return node.call(DataVerbs.DESCRIBE, new Describe(List.of(key)), DescribedParts.class)
                .parts()
                .get(0);
    }

    @Test
    void aGroupIsDescribedAsItWasCommittedAfterARestartToo() {
        store(Layout.BLOCKS);
        DescribedPart committed = describe(GroupKey.of(7));
        assertThat(committed).satisfies(part -> {
            assertThat(part.tuples()).isEqualTo(200);
            assertThat(part.description()).isEqualTo(DESCRIPTION);
            assertThat(part.damage()).isNull();
        });
        restart(Layout.BLOCKS);
        assertThat(describe(GroupKey.of(7))).isEqualTo(committed);
        assertThat(describe(GroupKey.of(8))).isEqualTo(DescribedPart.NOTHING);
        assertThat(describe(new GroupKey(7, "0123456789abcdef0123456789abcdef")))
                .as("another group")
                .isEqualTo(DescribedPart.NOTHING);
    }

    @Test
    void aGroupWithoutItsFilesIsDescribedAsDamaged() throws IOException {
        store(Layout.BLOCKS);
        node.close();
        Files.delete(directory.resolve("groups/7/1-1.sss"));
        restart(Layout.BLOCKS);
        assertThat(describe(GroupKey.of(7)).damage()).contains("1-1.sss");
    }

    @Test
    void aGroupThatWasInMemoryIsDescribedAsDamagedAfterARestart() {
        store(Layout.MEMORY);
        assertThat(describe(GroupKey.of(7)).damage()).isNull();
        restart(Layout.MEMORY);
        assertThat(describe(GroupKey.of(7)).damage()).isEqualTo("200 of its 200 tuples are lost");
    }

    @Test
    void aScanOfASubgroupFailsWhenTheNodeHasLostItsGroup() {
        store(Layout.BLOCKS);
        assertThat(scan(0, 200L, null)).isEqualTo(TUPLES);
        assertThat(scan(2, 200L, null).count())
                .as("a subgroup that has no tuples")
                .isZero();
        checkRefused(0, 300L, null, "group 7 was committed with 300 tuples on this node, but has 200");
    }

    @Test
    void aScanFailsWhenTheNodeHasOtherTuplesOfTheSubgroup() {
        store(Layout.BLOCKS);
        for (int start = 0; start < 2; start++) {
            assertThat(scan(1, null, 100L)).isEqualTo(TUPLES);
            assertThat(scan(2, null, 0L).count())
                    .as("a subgroup that has no tuples")
                    .isZero();
            checkRefused(2, null, 5L, "subgroup 2 of group 7 was committed with 5 tuples on this node, but has 0");
            checkRefused(1, null, 0L, "subgroup 1 of group 7 was committed with 0 tuples on this node, but has 100");
            restart(Layout.BLOCKS);
        }
    }

    private void checkRefused(int subgroup, Long onNode, Long expected, String message) {
        assertThatThrownBy(() -> scan(subgroup, onNode, expected))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(message);
    }

    @Test
    void aCommitIsAnsweredWithTheTuplesOfEachSubgroup() {
        node = TestNode.open(directory, TestNode.CONFIG);
        node.put(7, attempt(0), 1, TUPLES);
        node.put(7, attempt(0), 4, TUPLES);
        CommittedPart committed = node.call(
                DataVerbs.COMMIT, new DataVerbs.Commit(7, List.of(attempt(0)), null, DESCRIPTION), CommittedPart.class);
        assertThat(committed.stored().tuples()).isEqualTo(200);
        assertThat(committed.subgroups()).isEqualTo(SubgroupTuples.of(new long[] {0, 100, 0, 0, 100}));
        CommittedPart cloned = node.call(
                DataVerbs.CLONE, new DataVerbs.Clone(GroupKey.of(7), GroupKey.of(8), DESCRIPTION), CommittedPart.class);
        assertThat(cloned).isEqualTo(committed);
        assertThat(describe(GroupKey.of(8)).subgroups()).isEqualTo(committed.subgroups());
        CommittedPart nothing = node.call(
                DataVerbs.COMMIT, new DataVerbs.Commit(9, List.of(attempt(0)), null, DESCRIPTION), CommittedPart.class);
        assertThat(nothing).isEqualTo(new CommittedPart(DataVerbs.Stored.NONE, SubgroupTuples.NONE));
    }
}
