package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DeadLink;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

/** A node that cannot connect to another one, though the coordinator reaches both. */
class DeadLinkIT extends OnFakeCluster {
    private SssException cannotReachNode2() {
        return DeadLink.error(
                1,
                cluster.nodes.get(2).info(),
                new SssException(ErrorCode.NODE_UNREACHABLE, "cannot reach node2:2: no answer within 8000 ms"));
    }

    private SssException cannotReach(int from, int to) {
        return DeadLink.error(
                from,
                cluster.nodes.get(to).info(),
                new SssException(ErrorCode.NODE_UNREACHABLE, "cannot reach it: no answer within 8000 ms"));
    }

    @Test
    void otherNodesRunTheTasksOfNodeThatCannotReachAnother() {
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReachNode2()));
        assertThat(cluster.run(FakeCluster.copy("out")).error()).isNull();
        assertThat(cluster.nodes.get(1).tasks).as("no task is retried there").hasSize(SUBGROUPS / 3);
        assertThat(cluster.nodes.get(0).tasks).filteredOn(this::isOfNode1).isNotEmpty();
        assertThat(cluster.nodes.get(2).tasks).filteredOn(this::isOfNode1).isNotEmpty();
        assertThat(cluster.nodes.get(2).tasks).filteredOn(this::isOfNode1).allSatisfy(task -> {
            assertThat(task.spec.mayRunAnywhere()).isTrue();
            assertThat(task.spec.inputs().held())
                    .singleElement()
                    .satisfies(held -> assertThat(held.node()).isEqualTo(1));
        });
    }

    private boolean isOfNode1(FakeNode.Task task) {
        return task.spec.node().id() == 1;
    }

    @Test
    void bothNodesOfDeadLinkAreLeftOutAtOnce() {
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReach(1, 2)));
        cluster.nodes.get(2).behaviour.set(task -> task.fail(cannotReach(2, 1)));
        assertThat(cluster.run(FakeCluster.mapAndReduce()).error()).isNull();
        assertThat(cluster.nodes.get(1).tasks).hasSize(SUBGROUPS / 3);
        assertThat(cluster.nodes.get(2).tasks).hasSize(SUBGROUPS / 3);
    }

    @Test
    void failsNamingLinkIfNoNodeReachesAllOthers() {
        cluster.nodes.get(0).behaviour.set(task -> task.fail(cannotReach(0, 2)));
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReach(1, 2)));
        cluster.nodes.get(2).behaviour.set(task -> task.fail(cannotReach(2, 1)));
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(end.error().message()).contains("node 0 cannot reach node 2: cannot reach it");
    }

    @Test
    void deadLinkIsTheReasonEvenIfOtherTasksFailFirst() {
        AtomicInteger failures = new AtomicInteger(2 * SUBGROUPS / 3);
        cluster.nodes.get(0).behaviour.set(task -> {
            if (failures.getAndDecrement() > 0) {
                task.fail(new SssException(ErrorCode.CLOSED, "the group is gone"));
            } else {
                task.succeed();
            }
        });
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReachNode2()));
        assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void waitsForNodeThatCoordinatorCannotReachEither() {
        FakeNode silent = cluster.nodes.get(2);
        AtomicInteger failures = new AtomicInteger();
        cluster.nodes.get(1).behaviour.set(task -> {
            cluster.nodes.get(1).behaviour.set(FakeNode.Task::succeed);
            silent.beforeStatus.set(() -> {
                if (failures.incrementAndGet() <= 2) {
                    throw new SssException(ErrorCode.OVERLOADED, "not now");
                }
            });
            task.fail(cannotReachNode2());
        });
        assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
        assertThat(failures.get()).isGreaterThan(2);
    }
}
