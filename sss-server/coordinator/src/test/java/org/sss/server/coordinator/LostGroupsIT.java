package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowStatus.State;

/** Jobs that look up keys in temporary groups of which a node has lost data: no count of tuples detects that. */
class LostGroupsIT extends OnFakeCluster {
    private static JobSpec job(String name, GroupSpec output, String input, String... side) {
        return new JobSpec(
                name,
                JobKind.MAP,
                new WorkflowSpec.Groups(
                        List.of(FakeCluster.group(input)),
                        List.of(output),
                        Stream.of(side).map(FakeCluster::group).toList()),
                List.of(),
                Map.of(),
                null,
                FakeCluster.copy("x").jobs().get(0).functions());
    }

    private static WorkflowSpec looping(LoopSpec loop, JobSpec... jobs) {
        return new WorkflowSpec(
                "loop", List.of(jobs), List.of(), Map.of(), List.of(loop), new WorkflowSpec.Limits(0, 0, 0, 0));
    }

    private List<FakeNode.Task> tasksOf(String job) {
        return cluster.nodes.stream()
                .flatMap(node -> node.tasks.stream())
                .filter(task -> task.spec.id().job().equals(job))
                .toList();
    }

    /** Starts a workflow in which only these jobs hang; then a node is lost and returns. */
    private String loseNodeDuring(WorkflowSpec spec, String... jobs) {
        allNodes(task -> {
            if (!List.of(jobs).contains(task.spec.id().job())) {
                task.succeed();
            }
        });
        String id = cluster.submit(spec).id();
        await().until(() -> Stream.of(jobs).allMatch(job -> tasksOf(job).size() == SUBGROUPS)
                && cluster.get(id).jobs().stream()
                        .filter(job -> job.name().equals("map"))
                        .allMatch(job -> job.state() == State.SUCCEEDED));
        allNodes(FakeNode.Task::succeed);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        return id;
    }

    /** Numbers of the groups that the job wrote, in the order of their creation. */
    private List<Long> writtenBy(String job) {
        return tasksOf(job).stream()
                .map(task -> task.spec.outputs().outputGroups().get(0))
                .distinct()
                .sorted()
                .toList();
    }

    private static long lookedInto(FakeNode.Task task) {
        return task.spec.inputs().sideGroups().get(0).id();
    }

    private void lastOfEachNodeLookedInto(String job, long group) {
        assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.tasks.stream()
                                .filter(task -> task.spec.id().job().equals(job))
                                .toList())
                        .last()
                        .satisfies(task -> assertThat(lookedInto(task)).isEqualTo(group)));
    }

    @Test
    void rewritesLookupGroupForJobStartedAfterLoss() {
        WorkflowSpec spec = new WorkflowSpec(
                "side",
                List.of(
                        job("map", FakeCluster.temporary("words"), "in"),
                        job("between", FakeCluster.group("a"), "in"),
                        job("look", FakeCluster.group("out"), "a", "words")),
                List.of());
        assertThat(cluster.follow(loseNodeDuring(spec, "between")).error()).isNull();
        assertThat(writtenBy("map")).hasSize(2);
        lastOfEachNodeLookedInto("look", writtenBy("map").get(1));
    }

    /**
     * Missing tuples of an input are detected by their count, and a broken connection that is back has lost nothing.
     */
    @Test
    void doesNotRewriteIntactInputGroup() {
        WorkflowSpec spec = new WorkflowSpec(
                "whole",
                List.of(
                        job("map", FakeCluster.temporary("words"), "in"),
                        job("between", FakeCluster.group("a"), "in"),
                        job("read", FakeCluster.group("out"), "words", "a")),
                List.of());
        assertThat(cluster.follow(loseNodeDuring(spec, "between")).error()).isNull();
        assertThat(writtenBy("map")).hasSize(1);
    }

    /** The jobs of the loop could continue, as their input is not lost. */
    @Test
    void loopRestartsWithRewrittenGroup() {
        WorkflowSpec spec = looping(
                new LoopSpec(2, 1, 3, Map.of("in", "next"), List.of(), 0, 0),
                job("map", FakeCluster.temporary("words"), "in"),
                job("first", FakeCluster.group("a"), "words"),
                job("body", FakeCluster.group("next"), "in", "words"));
        assertThat(cluster.follow(loseNodeDuring(spec, "first", "body")).error())
                .isNull();
        lastOfEachNodeLookedInto("body", writtenBy("map").get(writtenBy("map").size() - 1));
        assertThat(writtenBy("map")).hasSizeGreaterThan(1);
    }

    @Test
    void loopWithLookupsInPreviousIterationRestarts() {
        cluster.writeGroup("state", false);
        WorkflowSpec spec = looping(
                new LoopSpec(0, 1, 3, Map.of("state", "next"), List.of(), 0, 0),
                job("body", FakeCluster.temporary("next"), "in", "state"),
                job("after", FakeCluster.group("out"), "state"));
        allNodes(task -> {
            if (task.spec.id().iteration() != 1) {
                task.succeed();
            }
        });
        String id = cluster.submit(spec).id();
        await().until(() -> tasksOfIteration(1).size() == SUBGROUPS);
        allNodes(FakeNode.Task::succeed);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        assertThat(cluster.follow(id).error()).isNull();
        assertThat(tasksOfIteration(0)).hasSize(2 * SUBGROUPS);
    }

    private List<FakeNode.Task> tasksOfIteration(int iteration) {
        return tasksOf("body").stream()
                .filter(task -> task.spec.id().iteration() == iteration)
                .toList();
    }
}
