package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Workflows that are cancelled while they wait for a lost node, which does not return during the test. */
class CancelledWaitIT {
    private static final int SUBGROUPS = 6;

    @TempDir
    Path directory;

    private FakeCluster cluster;

    @BeforeEach
    void startCluster() {
        cluster = new FakeCluster(directory, 3, SUBGROUPS, 2, Duration.ofHours(1));
        cluster.writeGroup("in", false);
    }

    @AfterEach
    void closeCluster() {
        cluster.close();
    }

    private long tasksOf(String job) {
        return cluster.nodes.stream()
                .flatMap(node -> node.tasks.stream())
                .filter(task -> task.spec.id().job().equals(job))
                .count();
    }

    /** Stops a node while all tasks of {@code job} run, and cancels when the coordinator polls whether it is back. */
    private void cancelWhileItWaits(WorkflowSpec spec, String job) {
        cluster.nodes.forEach(node -> node.behaviour.set(task -> {
            if (!task.spec.id().job().equals(job)) {
                task.succeed();
            }
        }));
        String id = cluster.submit(spec).id();
        await().until(() -> tasksOf(job) == SUBGROUPS);
        int asked = cluster.nodes.get(0).asked.get();
        cluster.nodes.get(1).close();
        await().until(() -> cluster.nodes.get(0).asked.get() > asked + 1);
        assertThat(cluster.get(id).waiting()).matches("waiting for node 1, \\d+ s");
        cluster.cancel(id);
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.state()).isEqualTo(State.CANCELLED);
        assertThat(end.waiting()).isNull();
        assertThat(end.error().code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(end.error().message())
                .contains(
                        "workflow " + id + " was cancelled",
                        "while it waited",
                        "node 1 (node1:1) was lost",
                        "job '" + job + "'");
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
    }

    @Test
    void cancelsJobThatWaitsForRestart() {
        cancelWhileItWaits(FakeCluster.copy("out"), "map-1");
    }

    @Test
    void cancelsJobThatWaitsForItsInput() {
        cancelWhileItWaits(FakeCluster.mapAndReduce(), "reduce-2");
    }

    @Test
    void cancelsLoop() {
        WorkflowSpec copy = FakeCluster.copy("next");
        cancelWhileItWaits(
                new WorkflowSpec(
                        "loop",
                        copy.jobs(),
                        List.of(),
                        Map.of(),
                        List.of(new LoopSpec(0, 1, 3, Map.of("in", "next"), List.of(), 0, 0)),
                        new WorkflowSpec.Limits(0, 0, 0, 0)),
                "map-1");
    }
}
