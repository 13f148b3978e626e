package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.dataserver.PutClient;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.rpc.Rpc;

/** Groups that are hard links to the files of another one. */
class GroupCloneIT {
    private static final GroupKey SOURCE = new GroupKey(7, "00000000000000010000000000000001");
    private static final GroupKey CLONE = new GroupKey(8, "00000000000000020000000000000002");
    private static final GroupKey SECOND = new GroupKey(9, "00000000000000030000000000000003");
    private static final Tuples TUPLES = Tuples.numbered("key", 2000, "value");
    private static final GroupDescription DESCRIPTION = new GroupDescription(
            "copy",
            new GroupFormat("string", "long", true, Compression.NONE, false),
            new GroupOrigin(5, "copy of words"),
            false);

    @TempDir
    Path directory;

    private static void store(TestNode node) {
        node.openPut(new Put(SOURCE, attempt(0), false))
                .put(0, 0, TUPLES)
                .put(3, 0, TUPLES)
                .finish();
        assertThat(node.server()
                        .commit(SOURCE, List.of(attempt(0)), DESCRIPTION)
                        .tuples())
                .isEqualTo(4000);
    }

    private static Stored clone(TestNode node, GroupKey source, GroupKey target) {
        return Rpc.call(
                node.connection(),
                DataVerbs.CLONE,
                new DataVerbs.Clone(source, target, DESCRIPTION),
                Stored.class,
                PutClient.PATIENCE);
    }

    private static Tuples read(TestNode node, GroupKey group, int subgroup) {
        return Tuples.readAll(node.openScan(new Scan(
                group.id(),
                subgroup,
                new DataVerbs.Range(null, null),
                new DataVerbs.ScanForm(true, null, null, null),
                group.identity(),
                null,
                null)));
    }

    private static void isWhole(TestNode node, GroupKey group) {
        assertThat(read(node, group, 0)).isEqualTo(TUPLES);
        assertThat(read(node, group, 3)).isEqualTo(TUPLES);
        assertThat(node.server().stat(group).subgroups()).hasSize(2);
    }

    private void isWell() {
        List<String> problems = new ArrayList<>();
        Fsck.verify(directory, finding -> problems.add(finding.text()));
        assertThat(problems).isEmpty();
    }

    private Path file(GroupKey group, String name) {
        return directory.resolve("groups").resolve(Long.toString(group.id())).resolve(name);
    }

    @Test
    void aCloneHasTheFilesOfItsSourceAndOutlivesIt() throws Exception {
        try (TestNode node = TestNode.open(directory)) {
            store(node);
            assertThat(clone(node, SOURCE, CLONE))
                    .isEqualTo(clone(node, SOURCE, CLONE))
                    .extracting(Stored::tuples)
                    .isEqualTo(4000L);
            assertThat(Files.isSameFile(file(SOURCE, "0-1.sss"), file(CLONE, "0-1.sss")))
                    .isTrue();
            isWhole(node, CLONE);
            node.server().drop(List.of(SOURCE));
            isWhole(node, CLONE);
        }
        isWell();
        try (TestNode node = TestNode.open(directory)) {
            isWhole(node, CLONE);
            assertThatThrownBy(() -> read(node, new GroupKey(8, SOURCE.identity()), 0))
                    .hasMessageContaining("another group");
        }
    }

    @Test
    void aCloneIsClonedAfterTheGroupThatWroteItsFilesIsGone() {
        try (TestNode node = TestNode.open(directory)) {
            store(node);
            clone(node, SOURCE, CLONE);
            node.server().drop(List.of(SOURCE));
        }
        try (TestNode node = TestNode.open(directory)) {
            clone(node, CLONE, SECOND);
            node.server().drop(List.of(CLONE));
            isWhole(node, SECOND);
        }
        isWell();
    }

    @Test
    void aCrashBeforeTheCommitLeavesNothingAndOneAfterItAll() throws Exception {
        try (TestNode node = TestNode.open(directory)) {
            store(node);
            clone(node, SOURCE, CLONE);
        }
        // As it is on the disk when the server dies between the commit and the names.
        Files.move(file(CLONE, "0-1.sss"), file(CLONE, "0-1.tmp"));
        // And here before the commit.
        Files.createDirectory(file(SECOND, "x").getParent());
        Files.createLink(file(SECOND, "0-1.tmp"), file(SOURCE, "0-1.sss"));
        try (TestNode node = TestNode.open(directory)) {
            isWhole(node, SOURCE);
            isWhole(node, CLONE);
            assertThat(file(SECOND, "x").getParent()).doesNotExist();
            clone(node, SOURCE, SECOND);
            isWhole(node, SECOND);
        }
        isWell();
    }

    @Test
    void whatAnAttemptThatFailedHasLeftIsReplaced() throws Exception {
        try (TestNode node = TestNode.open(directory)) {
            store(node);
            Files.createDirectory(file(CLONE, "x").getParent());
            Files.writeString(file(CLONE, "0-1.tmp"), "left");
            clone(node, SOURCE, CLONE);
            isWhole(node, CLONE);
        }
    }

    @Test
    void aSourceWhoseFileIsGoneIsNotCloned() throws Exception {
        try (TestNode node = TestNode.open(directory)) {
            store(node);
            Files.delete(file(SOURCE, "3-1.sss"));
            assertThatThrownBy(() -> clone(node, SOURCE, CLONE)).hasMessageContaining("is gone");
            assertThat(file(CLONE, "commit-1")).doesNotExist();
            assertThat(clone(node, new GroupKey(77, SOURCE.identity()), SECOND)).isEqualTo(Stored.NONE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DataServerConfig.Layout.class,
            names = {"MEMORY", "TUPLES"})
    void ofALayoutWithoutFilesTheBlocksAreCopied(DataServerConfig.Layout layout) {
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout))) {
            store(node);
            assertThat(clone(node, SOURCE, CLONE))
                    .isEqualTo(clone(node, SOURCE, CLONE))
                    .extracting(Stored::tuples)
                    .isEqualTo(4000L);
            node.server().drop(List.of(SOURCE));
            isWhole(node, CLONE);
            clone(node, CLONE, SECOND);
            isWhole(node, SECOND);
            assertThatThrownBy(() -> clone(node, CLONE, SOURCE)).hasMessageContaining("group 7 was dropped");
        }
    }

    @Test
    void valuesOfACopyKeepTheirOrder() {
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withLayout(DataServerConfig.Layout.MEMORY))) {
            for (int attempt = 2; attempt >= 0; attempt--) {
                node.openPut(new Put(SOURCE, attempt(attempt), false))
                        .put(0, 1, Tuples.numbered("key", 300, "b" + attempt))
                        .put(0, 0, Tuples.numbered("key", 300, "a" + attempt))
                        .finish();
            }
            node.server().commit(SOURCE, List.of(attempt(0), attempt(1), attempt(2)), DESCRIPTION);
            clone(node, SOURCE, CLONE);
            assertThat(read(node, CLONE, 0)).isEqualTo(read(node, SOURCE, 0));
        }
    }
}
