package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.transport.StreamConfig;

/** Jobs whose tasks together are more than a connection has streams for. */
class FewStreamsIT {
    private static final int MAX = 50;
    private static final int JOBS = 2;
    private static final int SPLITS = 120;

    @Test
    void tasksWaitWhileOtherJobsUseAllStreams(@TempDir Path directory) {
        StreamConfig streams =
                new StreamConfig(StreamConfig.DEFAULTS.windowBytes(), StreamConfig.DEFAULTS.stallTimeout(), MAX);
        try (FakeCluster cluster = new FakeCluster(directory, 3, 6, 2, Duration.ofMillis(500), streams)) {
            Queue<FakeNode.Task> waiting = new ConcurrentLinkedQueue<>();
            // One task of each job emits the tuples that the nodes commit, the others emit nothing.
            Map<Long, AtomicLong> left = new ConcurrentHashMap<>();
            FakeNode.Behaviour succeed = task -> task.succeed(
                    2,
                    left.computeIfAbsent(
                                    task.spec.outputs().outputGroups().get(0),
                                    group -> new AtomicLong(3 * FakeNode.STORED.tuples()))
                            .getAndSet(0));
            cluster.nodes.forEach(node -> node.behaviour.set(waiting::add));
            List<SplitSpec> splits = Collections.nCopies(SPLITS, new SplitSpec(0, "s", new byte[0]));
            List<JobSpec> jobs = IntStream.range(0, JOBS)
                    .mapToObj(i -> new JobSpec(
                            "map-" + i,
                            JobKind.MAP,
                            new WorkflowSpec.Groups(List.of(), List.of(FakeCluster.group("out" + i)), List.of()),
                            splits,
                            Map.of(),
                            "",
                            FakeCluster.copy("x").jobs().get(0).functions()))
                    .toList();
            String id =
                    cluster.submit(new WorkflowSpec("wide", jobs, List.of())).id();
            await().until(() -> waiting.size() == 3 * MAX);
            // As many rejections as would exhaust the attempts of a task.
            await().during(Duration.ofSeconds(2)).until(() -> cluster.get(id).state() == State.RUNNING);
            cluster.nodes.forEach(node -> node.behaviour.set(succeed));
            waiting.forEach(succeed::run);
            assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
        }
    }
}
