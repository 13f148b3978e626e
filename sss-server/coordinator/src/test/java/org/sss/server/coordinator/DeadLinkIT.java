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

    @Test
    void failsAtFirstReportNamingBothNodes() {
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReachNode2()));
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(end.error().message()).contains("node 1 cannot reach node 2: cannot reach node2:2");
        assertThat(cluster.nodes.get(1).tasks).as("no task is retried").hasSize(SUBGROUPS / 3);
    }

    @Test
    void namesLinkEvenIfOtherTasksFailFirst() {
        cluster.nodes.get(0).behaviour.set(task -> task.fail(new SssException(ErrorCode.CLOSED, "the group is gone")));
        cluster.nodes.get(1).behaviour.set(task -> task.fail(cannotReachNode2()));
        assertThat(cluster.run(FakeCluster.copy("out")).error().message()).contains("node 1 cannot reach node 2");
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
