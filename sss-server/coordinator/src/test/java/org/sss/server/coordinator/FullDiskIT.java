package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.testing.FailingDisk;

/** Workflows of a coordinator whose disk is full. */
class FullDiskIT extends OnFakeCluster {
    @BeforeEach
    void tasksNeverEnd() {
        allNodes(FakeNode.Task::hang);
    }

    private void isFullAfter(int lines) {
        AtomicInteger written = new AtomicInteger();
        cluster.disk.before = change -> {
            if (change.equals("write journal") && written.getAndIncrement() >= lines) {
                FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
            }
        };
    }

    private void hasSpaceAgain() {
        cluster.disk.before = change -> {};
    }

    private WorkflowStatus runWhileFullAfter(int lines, WorkflowSpec spec) {
        String id = cluster.submit(spec).id();
        await().until(() ->
                cluster.nodes.stream().mapToInt(node -> node.tasks.size()).sum() == SUBGROUPS);
        isFullAfter(lines);
        cluster.nodes.forEach(node -> node.tasks.forEach(FakeNode.Task::succeed));
        return cluster.follow(id);
    }

    private List<String> groups() {
        return cluster.groups().stream().map(GroupInfo::name).toList();
    }

    private void restart() {
        cluster.stopCoordinator();
        cluster.startCoordinator();
    }

    @Test
    void reportsEndThatCannotBeWritten() {
        WorkflowStatus end = runWhileFullAfter(1, FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(cluster.get(end.id())).isEqualTo(end);
        assertThat(cluster.follow(end.id())).isEqualTo(end);
        assertThat(groups()).containsExactly("in", "out");
        assertThatThrownBy(() -> cluster.submit(FakeCluster.copy("other")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("No space left");
    }

    @Test
    void writesEndWhenSpaceIsAvailableAgain() {
        String id = runWhileFullAfter(1, FakeCluster.copy("out")).id();
        hasSpaceAgain();
        cluster.nodes.forEach(node -> node.behaviour.set(FakeNode.Task::succeed));
        cluster.run(FakeCluster.copy("other"));
        // It is written before the coordinator stops.
        isFullAfter(0);
        cluster.stopCoordinator();
        hasSpaceAgain();
        cluster.startCoordinator();
        assertThat(cluster.get(id).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void writesEndWhenCoordinatorStops() {
        String id = runWhileFullAfter(1, FakeCluster.copy("out")).id();
        hasSpaceAgain();
        restart();
        assertThat(cluster.get(id).state()).isEqualTo(State.SUCCEEDED);
    }

    /** The status of the workflow and its groups agree, now and after a restart. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void announcesAllGroupsOfJobOrNone(int lines) {
        JobSpec two = new JobSpec(
                "map-1",
                JobKind.MAP,
                new WorkflowSpec.Groups(
                        List.of(FakeCluster.group("in")),
                        List.of(FakeCluster.group("a"), FakeCluster.group("b")),
                        List.of()),
                List.of(),
                Map.of(),
                "",
                FakeCluster.copy("x").jobs().get(0).functions());
        WorkflowStatus end = runWhileFullAfter(lines, new WorkflowSpec("two", List.of(two), List.of()));
        List<String> expected = end.state() == State.SUCCEEDED ? List.of("a", "b", "in") : List.of("in");
        if (end.state() != State.SUCCEEDED) {
            assertThat(end.error().code()).isEqualTo(ErrorCode.STORAGE);
        }
        assertThat(groups()).isEqualTo(expected);
        hasSpaceAgain();
        restart();
        assertThat(groups()).isEqualTo(expected);
        assertThat(cluster.get(end.id()).state()).isEqualTo(end.state());
    }
}
