package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.ClusterStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Nodes that ran out of memory, and the workflows that ran on them. */
class WorkflowMemoryTest extends OnFakeCluster {
    /** Node 1 restarts after it ran out of memory, and its status is requested. */
    private void restartNode1(String... workflows) {
        FakeNode node = cluster.nodes.get(1);
        node.shortage = new Shortage(Stream.of(workflows)
                .map(id -> new RanThen(id, "map-1", 7, null))
                .toList());
        node.startedMillis++;
        cluster.call(ServerVerbs.CLUSTER_STATUS, new Nothing(), ClusterStatus.class);
    }

    @Test
    void failsOnlyWorkflowThatFillsHeapTwice() {
        cluster.nodes.forEach(node -> node.behaviour.set(FakeNode.Task::hang));
        String greedy = cluster.submit(FakeCluster.copy("a")).id();
        String other = cluster.submit(FakeCluster.copy("b")).id();
        await().until(() ->
                cluster.nodes.stream().mapToInt(node -> node.tasks.size()).sum() == 2 * SUBGROUPS);
        restartNode1(greedy, other);
        assertThat(List.of(cluster.get(greedy).state(), cluster.get(other).state()))
                .containsOnly(State.RUNNING);
        restartNode1(greedy, other);
        WorkflowStatus end = cluster.follow(greedy);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().message()).contains("node 1 (node1:1)", "job 'map-1' of " + greedy, "second time");
        assertThat(cluster.get(other).state()).isEqualTo(State.RUNNING);
        cluster.nodes.forEach(node -> node.tasks.stream()
                .filter(task -> task.spec.id().workflow().equals(other))
                .forEach(FakeNode.Task::succeed));
        assertThat(cluster.follow(other).error()).isNull();
    }
}
