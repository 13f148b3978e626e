package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.transport.StreamConfig;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.shuffle.plan.DsaPlan;
import org.sss.server.shuffle.plan.PairwisePlan;

/** Shuffles with a node that does not end a step, while its connections are well. */
class StuckShuffleIT {
    @TempDir
    Path directory;

    private FakeCluster start(Shuffle method, Duration stepTimeout) {
        FakeCluster cluster = new FakeCluster(
                directory,
                3,
                6,
                2,
                Duration.ofMillis(500),
                StreamConfig.DEFAULTS,
                new ShuffleDefaults(
                        method,
                        stepTimeout,
                        0,
                        any -> any == Shuffle.PAIRWISE ? new PairwisePlan() : new DsaPlan(false)));
        cluster.writeGroup("in", false);
        return cluster;
    }

    private static void awaitNoShuffles(FakeCluster cluster) {
        await().untilAsserted(() -> assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.shuffles).hasValue(0)));
    }

    @ParameterizedTest
    @CsvSource({
        "PAIRWISE, step 1 (exchange with node 0), step 1 (exchange), node 1 (node1:1) with node 0 (node0:1)",
        "DSA_SMS, step 1 (move), step 1 (move), node 1 (node1:1)"
    })
    void aStepThatDoesNotEndFailsTheJobWithItsNodes(Shuffle method, String step, String named, String nodes) {
        try (FakeCluster cluster = start(method, Duration.ofSeconds(2))) {
            cluster.nodes.get(1).stuckIn = step;
            WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
            assertThat(end.state()).isEqualTo(State.FAILED);
            assertThat(end.error().code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(end.error().message())
                    .contains(
                            named + " of the shuffle of wf-1/map-1",
                            nodes,
                            "which moved nothing for 2 s",
                            "net.stallTimeout");
            assertThat(cluster.groups()).extracting("name").containsExactly("in");
            awaitNoShuffles(cluster);
            cluster.nodes.get(1).stuckIn = null;
            assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
        }
    }

    @Test
    void aJobIsCancelledWhileANodeIsStuck() {
        try (FakeCluster cluster = start(Shuffle.DSA_SMS, FakeCluster.WAIT)) {
            cluster.nodes.get(1).stuckIn = "step 1 (move)";
            String id = cluster.submit(FakeCluster.copy("out")).id();
            await().until(() -> cluster.nodes.stream().allMatch(node -> node.shuffles.get() == 1));
            cluster.cancel(id);
            assertThat(cluster.follow(id).state()).isEqualTo(State.CANCELLED);
            awaitNoShuffles(cluster);
        }
    }
}
