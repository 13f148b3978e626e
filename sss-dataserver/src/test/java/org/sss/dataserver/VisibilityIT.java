package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Connection;

/** Whether uncommitted blocks are held in memory or in files. */
@ParameterizedClass
@ValueSource(longs = {0, 64 << 20})
final class VisibilityIT {
    private static final AttemptId FIRST = attempt(0);
    private static final AttemptId SECOND = new AttemptId(FIRST.writer(), FIRST.source(), 1);

    @TempDir
    Path directory;

    private final DataServerConfig config;
    private TestNode node;

    VisibilityIT(long memoryBytes) {
        config = TestNode.CONFIG.withMemoryBytes(memoryBytes);
    }

    @BeforeEach
    void open() {
        node = TestNode.open(directory, config);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void reopen() {
        node.close();
        node = TestNode.open(directory, config);
    }

    @Test
    void uncommittedTuplesAreInvisible() {
        node.put(1, FIRST, 0, Tuples.of("a", "1"));
        assertThat(node.read(1, 0).count()).isZero();
        assertThat(node.scan(1, 0, true).count()).isZero();
    }

    @Test
    void closedServerRetainsNothingUncommitted() {
        node.put(1, FIRST, 0, Tuples.numbered("k", 10_000, "v"));
        reopen();
        assertThat(node.read(1, 0).count()).isZero();
        assertThat(node.server().ids()).isEmpty();
        assertThat(DataFiles.ofGroup(directory, 1)).isEmpty();
    }

    @Test
    void committedTuplesOutliveTheServer() {
        Tuples tuples = Tuples.numbered("k", 10_000, "v");
        Stored stored = node.store(1, 0, tuples);
        reopen();
        assertThat(node.read(1, 0)).isEqualTo(tuples);
        assertThat(node.server().stat(GroupKey.of(1)).subgroups().get(0).tuples())
                .isEqualTo(stored.tuples());
    }

    @Test
    void ofTwoAttemptsOnlyTheCommittedOneShows() {
        node.put(1, FIRST, 0, Tuples.of("a", "first", "b", "first"));
        node.put(1, SECOND, 0, Tuples.of("a", "second", "b", "second"));
        Stored stored = node.server().commit(GroupKey.of(1), List.of(SECOND));
        assertThat(stored.tuples()).isEqualTo(2);
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "second", "b", "second"));
        reopen();
        assertThat(node.scan(1, 0, false)).isEqualTo(Tuples.of("a", "second", "b", "second"));
    }

    @Test
    void repeatedCommitReturnsTheSameResult() {
        node.put(1, FIRST, 0, Tuples.of("a", "1"));
        node.put(1, attempt(7), 3, Tuples.of("b", "2", "c", "3"));
        List<AttemptId> attempts = List.of(FIRST, attempt(7));
        Stored first = node.server().commit(GroupKey.of(1), attempts);
        assertThat(first.tuples()).isEqualTo(3);
        assertThat(node.server().commit(GroupKey.of(1), attempts)).isEqualTo(first);
        reopen();
        assertThat(node.server().commit(GroupKey.of(1), attempts)).isEqualTo(first);
        assertThat(node.server().stat(GroupKey.of(1)).subgroups()).hasSize(2);
    }

    @Test
    void whatAnAttemptSendsAgainAfterItsCommitIsNotStoredTwice() {
        Stored first = node.store(1, 0, Tuples.of("a", "1"));
        node.put(1, FIRST, 0, Tuples.of("a", "1"));
        assertThat(node.server().commit(GroupKey.of(1), List.of(FIRST))).isEqualTo(first);
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "1"));
    }

    @Test
    void aLaterCommitAddsToTheGroup() {
        node.store(1, 0, Tuples.of("a", "1"));
        node.put(1, attempt(1), 0, Tuples.of("a", "2"));
        node.server().commit(GroupKey.of(1), List.of(attempt(1)));
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "1", "a", "2"));
        reopen();
        assertThat(node.scan(1, 0, true)).isEqualTo(Tuples.of("a", "1", "a", "2"));
        assertThat(node.server().stat(GroupKey.of(1)).subgroups().get(0).segments())
                .isEqualTo(2);
    }

    @Test
    void theOrderOfValuesDoesNotDependOnTheOrderOfCommits() {
        for (int source : new int[] {2, 0, 1}) {
            node.put(1, attempt(source), 0, Tuples.of("a", "source " + source));
            node.server().commit(GroupKey.of(1), List.of(attempt(source)));
        }
        List<String> expected = List.of("source 0", "source 1", "source 2");
        assertThat(node.read(1, 0).values("a")).isEqualTo(expected);
        assertThat(node.scan(1, 0, false).values("a")).isEqualTo(expected);
    }

    @Test
    void aBrokenStreamAbortsItsAttempt() {
        PutClient put = node.openPut(1, FIRST).put(0, 0, Tuples.of("a", "1"));
        await().until(node::hasUncommitted);
        put.fail();
        await().until(() -> !node.hasUncommitted());
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(1), List.of(FIRST)))
                .hasMessageContaining("cannot commit attempt")
                .hasMessageContaining("the test cancelled");
    }

    @Test
    void aLostConnectionAbortsItsAttempts() {
        Connection lost = node.connect();
        new PutClient(lost, 1, FIRST).put(0, 0, Tuples.of("a", "1"));
        await().until(node::hasUncommitted);
        lost.close();
        await().until(() -> !node.hasUncommitted());
    }

    @Test
    void failedAttemptCanRestart() {
        PutClient put = node.openPut(1, FIRST).put(0, 0, Tuples.of("a", "1"));
        put.fail();
        node.put(1, FIRST, 0, Tuples.of("a", "again"));
        node.server().commit(GroupKey.of(1), List.of(FIRST));
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "again"));
    }

    @Test
    void anAttemptThatStillSendsCannotBeCommitted() {
        PutClient put = node.openPut(1, FIRST).put(0, 0, Tuples.of("a", "1"));
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(1), List.of(FIRST)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("still sending");
        put.finish();
        assertThat(node.server().commit(GroupKey.of(1), List.of(FIRST)).tuples())
                .isEqualTo(1);
    }

    @Test
    void aCommitEndsAttemptsThatAreStillSending() {
        PutClient late = node.openPut(1, SECOND).put(0, 0, Tuples.of("a", "late"));
        node.put(1, FIRST, 0, Tuples.of("a", "1"));
        node.server().commit(GroupKey.of(1), List.of(FIRST));
        assertThatThrownBy(late::await)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
                .hasMessageContaining("without this attempt");
        assertThat(node.read(1, 0)).isEqualTo(Tuples.of("a", "1"));
    }

    @Test
    void abortingTheLastAttemptFreesFileAndMemory() {
        node.put(1, FIRST, 0, Tuples.of("a", "1"));
        node.put(1, SECOND, 0, Tuples.of("a", "2"));
        node.server().abort(1, FIRST);
        assertThat(node.hasUncommitted()).isTrue();
        node.server().abort(1, SECOND);
        await().until(() -> !node.hasUncommitted());
        assertThat(node.server().commit(GroupKey.of(1), List.of(FIRST, SECOND))).isEqualTo(Stored.NONE);
    }

    @Test
    void aCommitWithoutDataHereIsEmptyAndLeavesNoTrace() {
        assertThat(node.server().commit(GroupKey.of(1), List.of(FIRST))).isEqualTo(Stored.NONE);
        assertThat(DataFiles.ofGroup(directory, 1)).isEmpty();
    }

    @Test
    void aCommitThatGotItsFileBeforeTheServerDiedIsFinishedAtTheStart() throws Exception {
        Tuples tuples = Tuples.of("a", "1");
        node.store(1, 0, tuples);
        node.close();
        Path group = directory.resolve("groups/1");
        Files.move(group.resolve("0-1.sss"), group.resolve("0-1.tmp"));
        Files.writeString(group.resolve("5-9.tmp"), "never committed");
        node = TestNode.open(directory);
        assertThat(node.read(1, 0)).isEqualTo(tuples);
        assertThat(DataFiles.ofGroup(directory, 1)).containsExactly("0-1.sss", "commit-1");
    }
}
