package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.control.WorkflowStatus;

/** Very many workflows, tasks and counters. */
class WorkflowBoundsTest {
    private static final int SUBGROUPS = 6;

    @TempDir
    Path directory;
    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(directory, 3, SUBGROUPS, 2);
        cluster.writeGroup("in", false);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void allNodes(FakeNode.Behaviour behaviour) {
        cluster.nodes.forEach(node -> node.behaviour.set(behaviour));
    }

    @Test
    void ofVeryManyTasksANodeIsGivenTheNextWhenOneHasSucceeded() {
        Queue<FakeNode.Task> held = new ConcurrentLinkedQueue<>();
        int splits = 36_000;
        allNodes(held::add);
        List<SplitSpec> all = IntStream.range(0, splits).mapToObj(i -> new SplitSpec(0, "s", new byte[0])).toList();
        JobSpec map = new JobSpec("map-1", JobKind.MAP, List.of(), List.of(FakeCluster.group("out")), List.of(),
                all, Map.of(), "", FakeCluster.copy("x").jobs().get(0).functions());
        String id = cluster.submit(new WorkflowSpec("many", List.of(map), List.of())).id();
        await().until(() -> held.size() == 3 * 500);
        held.remove().succeed();
        await().until(() -> held.size() == 3 * 500);
        allNodes(FakeNode.Task::succeed);
        held.forEach(FakeNode.Task::succeed);
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.error()).isNull();
        assertThat(end.jobs().get(0).tasksDone()).isEqualTo(splits);
        assertThat(end.jobs().get(0).progress().tuplesIn()).isEqualTo(2L * splits);
    }
}
