package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;

class GroupsTest {
    @TempDir
    Path directory;

    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(directory, 2, 4, 2);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static NewGroup wanted(boolean replace) {
        return new NewGroup("g", "string", "long", true, replace, "import", Compression.NONE);
    }

    private void awaitDroppedEverywhere(long group) {
        await().untilAsserted(() -> assertThat(cluster.nodes).allMatch(node -> node.dropped.contains(group)));
    }

    @Test
    void commitsAndListsWrittenGroup() {
        GroupInfo group = cluster.writeGroup("g", false);
        assertThat(group.state()).isEqualTo(GroupInfo.State.READY);
        assertThat(group.tuples()).isEqualTo(2 * FakeNode.STORED.tuples());
        assertThat(cluster.groups()).containsExactly(group);
        assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.commits)
                        .singleElement()
                        .satisfies(commit ->
                                assertThat(commit.attempts()).containsExactly(new AttemptId("import", 0, 0))));
    }

    @Test
    void brokenStreamDropsGroup() {
        DataQueue write = cluster.startGroup(wanted(false));
        write.close();
        awaitDroppedEverywhere(1);
        assertThat(cluster.groups()).isEmpty();
        await().untilAsserted(
                        () -> assertThat(cluster.writeGroup("g", false).id()).isGreaterThan(1));
    }

    @Test
    void answersAnAbortAfterTheNameIsFree() {
        for (int i = 0; i < 50; i++) {
            try (DataQueue write = cluster.startGroup(wanted(false))) {
                write.stream().end(Json.write(Attempts.abort()));
                assertThat(write.awaitEnd(FakeCluster.WAIT).bytes()).isEmpty();
            }
        }
        awaitDroppedEverywhere(1);
        assertThat(cluster.groups()).isEmpty();
    }

    @Test
    void rejectsAnAbortInAFrame() {
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            write.stream().send(Unpooled.wrappedBuffer(Json.write(Attempts.abort())));
            write.stream().end(new byte[0]);
            assertThatThrownBy(() -> write.awaitEnd(FakeCluster.WAIT)).hasMessageContaining("only a trailer aborts");
        }
        awaitDroppedEverywhere(1);
    }

    @Test
    void writerThatDisconnectsDuringCommitLeavesNoGroup() {
        CompletableFuture<Void> committing = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        cluster.nodes.get(1).beforeCommit.set(() -> {
            committing.complete(null);
            goOn.orTimeout(FakeCluster.WAIT.toSeconds(), TimeUnit.SECONDS).join();
        });
        DataQueue write = cluster.startGroup(wanted(false));
        write.stream().end(Json.write(new Attempts(List.of())));
        committing.orTimeout(FakeCluster.WAIT.toSeconds(), TimeUnit.SECONDS).join();
        write.close();
        awaitDroppedEverywhere(1);
        goOn.complete(null);
        await().untilAsserted(() -> assertThat(cluster.nodes.get(1).commits).hasSize(1));
        assertThat(cluster.writeGroup("g", false).id()).isGreaterThan(1);
    }

    /** The nodes store what they have received; only the writers know how much that should be. */
    @Test
    void rejectsAttemptsOfWhichTuplesAreMissing() {
        long tuples = 2 * FakeNode.STORED.tuples();
        long bytes = 2 * FakeNode.STORED.dataBytes();
        List<AttemptId> attempts = List.of(new AttemptId("write", 0, 0));
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            write.stream().end(Json.write(new Attempts(attempts, tuples + 1, bytes)));
            assertThatThrownBy(() -> write.awaitEnd(FakeCluster.WAIT))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContainingAll(
                            "1 attempts to commit have sent " + (tuples + 1), "stored " + tuples, "is missing");
        }
        awaitDroppedEverywhere(1);
        assertThat(cluster.groups()).isEmpty();
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            write.stream().send(Unpooled.wrappedBuffer(Json.write(new Attempts(attempts, tuples, bytes + 1))));
            write.stream().end(new byte[0]);
            assertThatThrownBy(() -> write.awaitEnd(FakeCluster.WAIT)).hasMessageContaining("is missing");
        }
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            write.stream().send(Unpooled.wrappedBuffer(Json.write(new Attempts(attempts, tuples, bytes))));
            write.stream().end(new byte[0]);
            assertThat(Json.read(write.awaitEnd(FakeCluster.WAIT), GroupInfo.class, "group")
                            .state())
                    .isEqualTo(GroupInfo.State.READY);
        }
    }

    @Test
    void acceptsManyAttemptsInFrames() {
        int count = 100_000;
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            for (int from = 0; from < count; from += 4000) {
                sendAttempts(write, from, 4000);
            }
            write.stream().end(new byte[0]);
            assertThat(Json.read(write.awaitEnd(FakeCluster.WAIT), GroupInfo.class, "group")
                            .state())
                    .isEqualTo(GroupInfo.State.READY);
        }
        assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.commits)
                        .singleElement()
                        .satisfies(commit -> assertThat(commit.attempts())
                                .hasSize(count)
                                .startsWith(new AttemptId("write", 0, 0))
                                .endsWith(new AttemptId("write", 0, count - 1))
                                .doesNotHaveDuplicates()));
    }

    @Test
    void limitsAttempts() {
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 17; i++) {
                            write.stream().send(Unpooled.wrappedBuffer(new byte[1 << 20]));
                        }
                        write.stream().end(new byte[0]);
                        write.awaitEnd(FakeCluster.WAIT);
                    })
                    .hasMessageContaining("write it as several groups");
        }
        awaitDroppedEverywhere(1);
    }

    @Test
    void rejectsMissingAttempts() {
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            write.stream().end(new byte[0]);
            assertThatThrownBy(() -> write.awaitEnd(FakeCluster.WAIT))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL));
        }
        awaitDroppedEverywhere(1);
    }

    private static void sendAttempts(DataQueue write, int from, int count) {
        List<AttemptId> attempts = IntStream.range(from, from + count)
                .mapToObj(i -> new AttemptId("write", 0, i))
                .toList();
        write.stream().send(Unpooled.wrappedBuffer(Json.write(new Attempts(attempts))));
    }

    @Test
    void rejectsExistingNameUnlessReplaced() {
        GroupInfo old = cluster.writeGroup("g", false);
        assertThatThrownBy(() -> cluster.writeGroup("g", false)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(e).hasMessageContainingAll("sss group rm g", "--replace");
        });
        GroupInfo replacement = cluster.writeGroup("g", true);
        assertThat(cluster.groups()).containsExactly(replacement);
        awaitDroppedEverywhere(old.id());
    }

    @Test
    void failedCommitDropsGroup() {
        cluster.nodes.get(1).commitError.set(new SssException(ErrorCode.STORAGE, "no space left"));
        assertThatThrownBy(() -> cluster.writeGroup("g", false)).hasMessageContainingAll("node 1", "no space left");
        awaitDroppedEverywhere(1);
    }

    @Test
    void nodeRestartDuringWriteFailsGroup() {
        try (DataQueue write = cluster.startGroup(wanted(false))) {
            cluster.nodes.get(1).close();
            cluster.nodes.get(1).start();
            write.stream().end(Json.write(new Attempts(List.of())));
            assertThatThrownBy(() -> write.awaitEnd(FakeCluster.WAIT)).hasMessageContainingAll("node 1", "was lost");
        }
    }

    @Test
    void sendsDropsToReturningNode() {
        GroupInfo group = cluster.writeGroup("g", false);
        FakeNode down = cluster.nodes.get(1);
        down.close();
        cluster.call(ServerVerbs.GROUP_DROP, new Name("g"), ServerVerbs.Nothing.class);
        assertThat(down.stored).contains(group.key());
        down.start();
        await().untilAsserted(() -> assertThat(down.stored).isEmpty());
    }

    @Test
    void restartedCoordinatorFindsItsGroupsAndRetainsUnknownOnes() {
        GroupInfo group = cluster.writeGroup("g", false);
        cluster.stopCoordinator();
        cluster.nodes.forEach(node -> node.stored.addAll(List.of(GroupKey.of(2), GroupKey.of(5_000_000L))));
        cluster.startCoordinator();
        assertThat(cluster.groups()).containsExactly(group);
        GroupInfo dropped = cluster.writeGroup("dropped", false);
        assertThat(dropped.id()).as("above all that nodes have").isGreaterThan(5_000_000L);
        cluster.call(ServerVerbs.GROUP_DROP, new Name("dropped"), ServerVerbs.Nothing.class);
        awaitDroppedEverywhere(dropped.id());
        assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.stored)
                        .containsExactlyInAnyOrder(group.key(), GroupKey.of(2), GroupKey.of(5_000_000L)));
    }

    @Test
    void renamesAndDropsGroups() {
        GroupInfo group = cluster.writeGroup("g", false);
        cluster.call(ServerVerbs.GROUP_RENAME, new Rename("g", "h", false), ServerVerbs.Nothing.class);
        assertThat(cluster.call(ServerVerbs.GROUP_GET, new Name("h"), GroupInfo.class)
                        .id())
                .isEqualTo(group.id());
        cluster.call(ServerVerbs.GROUP_DROP, new Name("h"), ServerVerbs.Nothing.class);
        awaitDroppedEverywhere(group.id());
    }

    @Test
    void clusterStatusNamesStoppedNodes() {
        cluster.nodes.get(1).close();
        ClusterStatus status = cluster.call(ServerVerbs.CLUSTER_STATUS, new ServerVerbs.Nothing(), ClusterStatus.class);
        assertThat(status.cluster()).extracting(ClusterMap::subgroupCount).isEqualTo(4);
        assertThat(status.nodes())
                .extracting(NodeHealth::error)
                .satisfiesExactly(
                        error -> assertThat(error).isNull(),
                        error -> assertThat(error).contains("node1:1"));
    }
}
