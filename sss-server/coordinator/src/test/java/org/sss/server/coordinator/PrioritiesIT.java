package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus.State;

/** Use of the priority of a workflow by the coordinator. */
class PrioritiesIT extends OnFakeCluster {
    private static WorkflowSpec copyOfPriority(int priority, String output) {
        return new WorkflowSpec(
                output,
                FakeCluster.copy(output).jobs(),
                List.of(),
                Map.of(),
                List.of(),
                new WorkflowSpec.Limits(priority, 0, 0, 0));
    }

    @Test
    void startsWaitingWorkflowsInOrderOfPriority() {
        cluster.nodes.forEach(node -> node.behaviour.set(FakeNode.Task::hang));
        cluster.submit(FakeCluster.copy("a"));
        cluster.submit(FakeCluster.copy("b"));
        await().until(() ->
                cluster.nodes.stream().mapToInt(node -> node.tasks.size()).sum() == 2 * SUBGROUPS);
        String usual = cluster.submit(FakeCluster.copy("usual")).id();
        String preferred = cluster.submit(copyOfPriority(20, "preferred")).id();
        String late = cluster.submit(copyOfPriority(20, "late")).id();
        String before = "wf-1";
        for (String next : List.of(preferred, late, usual)) {
            cluster.cancel(before);
            await().until(() -> cluster.get(next).state() == State.RUNNING);
            before = next;
        }
    }

    @Test
    void tasksHaveThePriorityOfTheirWorkflow() {
        cluster.run(copyOfPriority(20, "preferred"));
        cluster.run(FakeCluster.copy("usual"));
        assertThat(cluster.nodes.get(0).tasks)
                .extracting(task -> task.spec.limits().priority())
                .containsExactly(20, 20, 10, 10);
    }
}
