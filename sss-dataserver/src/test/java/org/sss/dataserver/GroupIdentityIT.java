package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.data.GetAnswer;
import org.sss.net.data.GetFormat;
import org.sss.net.data.GetRequest;

/** Two groups of one number: what is of one is never taken for what is of the other. */
class GroupIdentityIT {
    private static final GroupKey OURS = new GroupKey(7, "00000000000000010000000000000001");
    private static final GroupKey OTHER = new GroupKey(7, "00000000000000020000000000000002");
    private static final Tuples TUPLES = Tuples.numbered("key", 2000, "value");
    private static final GroupDescription DESCRIPTION = new GroupDescription(
            "words",
            new GroupFormat("string", "long", true, Compression.NONE, false),
            new GroupOrigin(5, "import"),
            false);

    @TempDir
    Path directory;

    private static void store(TestNode node, GroupKey group) {
        node.openPut(new Put(group, attempt(0), false)).put(0, 0, TUPLES).finish();
        assertThat(node.server().commit(group, List.of(attempt(0)), DESCRIPTION).tuples())
                .isEqualTo(2000);
    }

    private static void isAnother(ThrowingCallable use) {
        assertThatThrownBy(use)
                .hasMessageContainingAll("group 7", "another identity")
                .hasMessageNotContaining(OURS.identity().substring(0, 8))
                .hasMessageNotContaining(OTHER.identity().substring(0, 8))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    private static void get(TestNode node, GroupKey group) {
        GetRequest request = new GetRequest(group, GetFormat.MAX_REQUEST_BYTES);
        request.add(0, new byte[] {'k'});
        try (GetAnswer answer = GetAnswer.ask(node.connection(), request, PutClient.PATIENCE)) {
            answer.nextKey();
            answer.end();
        }
    }

    private static Scan scan(GroupKey group) {
        return new Scan(
                group.id(),
                0,
                new DataVerbs.Range(null, null),
                new DataVerbs.ScanForm(true, null, null, null),
                group.identity(),
                null,
                null);
    }

    private static void allUsesOfTheOtherFail(TestNode node) {
        DataServer server = node.server();
        isAnother(() -> node.openPut(new Put(OTHER, attempt(1), false))
                .put(0, 0, TUPLES)
                .finish());
        isAnother(() -> server.commit(OTHER, List.of(attempt(0)), DESCRIPTION));
        isAnother(() -> Tuples.readAll(node.openScan(scan(OTHER))));
        isAnother(() -> get(node, OTHER));
        isAnother(() -> server.sample(new Sample(7, 1, 1, OTHER.identity())));
        isAnother(() -> server.stat(OTHER));
        isAnother(() -> server.checkIs(OTHER));
        server.drop(List.of(OTHER));
        assertThat(Tuples.readAll(node.openScan(scan(OURS)))).isEqualTo(TUPLES);
        get(node, OURS);
    }

    @ParameterizedTest
    @EnumSource(DataServerConfig.Layout.class)
    void requestForAnotherGroupOfTheNumberFails(DataServerConfig.Layout layout) {
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout))) {
            store(node, OURS);
            allUsesOfTheOtherFail(node);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DataServerConfig.Layout.class,
            names = {"BLOCKS", "TUPLES"})
    void itIsTheSameAfterARestart(DataServerConfig.Layout layout) {
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout))) {
            store(node, OURS);
        }
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout))) {
            isAnother(() -> node.openPut(new Put(OTHER, attempt(1), false))
                    .put(0, 0, TUPLES)
                    .finish());
            assertThat(node.server().list().groups()).containsExactly(new StoredGroup(7, OURS.identity(), true, false));
            allUsesOfTheOtherFail(node);
        }
    }

    @Test
    void theNumberOfADroppedGroupCanBeUsedByAnother() {
        try (TestNode node = TestNode.open(directory)) {
            store(node, OURS);
            node.server().drop(List.of(OURS));
            assertThatThrownBy(() -> node.openScan(scan(OURS)).next(null)).hasMessageContaining("was dropped");
            store(node, OTHER);
            assertThat(Tuples.readAll(node.openScan(scan(OTHER)))).isEqualTo(TUPLES);
        }
    }

    @Test
    void aSegmentOfAnotherGroupOfTheNumberIsNotRead() throws Exception {
        Path copied = directory.resolve("0-1.sss");
        Path segment = directory.resolve("data/groups/7/0-1.sss");
        try (TestNode node = TestNode.open(directory.resolve("data"))) {
            store(node, OTHER);
            Files.copy(segment, copied);
            node.server().drop(List.of(OTHER));
            store(node, OURS);
        }
        Files.delete(segment);
        Files.copy(copied, segment);
        try (TestNode node = TestNode.open(directory.resolve("data"))) {
            assertThatThrownBy(() -> Tuples.readAll(node.openScan(scan(OURS))))
                    .hasMessageContainingAll(segment.toString(), "of another identity")
                    .hasMessageNotContaining(OTHER.identity());
        }
    }

    @Test
    void aCommitOfAnotherGroupOfTheNumberIsNotTakenForOneOfThisOne() throws Exception {
        try (TestNode node = TestNode.open(directory)) {
            store(node, OURS);
        }
        Path second = directory.resolve("groups/7/commit-2");
        Files.write(
                second,
                new CommitRecord(CommitRecord.VERSION, 7, OTHER.identity(), DESCRIPTION, List.of(), List.of())
                        .encode());
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(() -> Tuples.readAll(node.openScan(scan(OURS))))
                    .hasMessageContainingAll(
                            second.toString(), "it is of group 7 with another identity, expected group 7")
                    .hasMessageNotContaining(OTHER.identity());
        }
    }
}
