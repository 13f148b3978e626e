package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Very many workflows, tasks and counters. */
class WorkflowBoundsIT extends OnFakeCluster {
    private void awaitTasks(int count) {
        await().until(() ->
                cluster.nodes.stream().mapToInt(node -> node.tasks.size()).sum() >= count);
    }

    @Test
    void cancelledWorkflowsLeaveQueue() {
        allNodes(FakeNode.Task::hang);
        cluster.submit(FakeCluster.copy("a"));
        cluster.submit(FakeCluster.copy("b"));
        awaitTasks(2 * SUBGROUPS);
        for (int i = 0; i < 1_001; i++) {
            String waiting = cluster.submit(FakeCluster.copy("c")).id();
            assertThat(cluster.cancel(waiting).state()).isEqualTo(State.CANCELLED);
        }
        assertThat(cluster.submit(FakeCluster.copy("c")).state()).isEqualTo(State.WAITING);
    }

    private WorkflowSpec large(int bytes) {
        return new WorkflowSpec(
                "large",
                FakeCluster.copy("c").jobs(),
                List.of(),
                Map.of("text", "x".repeat(bytes)),
                List.of(),
                new WorkflowSpec.Limits(0, 0, 0, 0));
    }

    @Test
    void limitsBytesOfWaitingWorkflows() {
        allNodes(FakeNode.Task::hang);
        cluster.submit(FakeCluster.copy("a"));
        cluster.submit(FakeCluster.copy("b"));
        awaitTasks(2 * SUBGROUPS);
        List<String> waiting = IntStream.range(0, 4)
                .mapToObj(i -> cluster.submit(large(15 << 20)).id())
                .toList();
        assertThatThrownBy(() -> cluster.submit(large(15 << 20)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContainingAll("workflow 'large' was refused", "the 4 waiting workflows", "sss cancel");
        assertThat(cluster.submit(FakeCluster.copy("small")).state()).isEqualTo(State.WAITING);
        cluster.cancel(waiting.get(0));
        assertThat(cluster.submit(large(15 << 20)).state()).isEqualTo(State.WAITING);
    }

    @Test
    void doesNotStoreLargeWorkflowForReplay() {
        String small = cluster.run(FakeCluster.copy("a")).id();
        assertThat(cluster.call(ServerVerbs.WORKFLOW_SPEC, new Name(small), WorkflowSpec.class))
                .isEqualTo(FakeCluster.copy("a"));
        String large = cluster.run(large(3 << 20)).id();
        assertThatThrownBy(() -> cluster.call(ServerVerbs.WORKFLOW_SPEC, new Name(large), WorkflowSpec.class))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("run the workflow again");
    }

    private static Map<String, Long> counters(String name, int count) {
        Map<String, Long> counters = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            counters.put(name + i, 1L);
        }
        return counters;
    }

    @Test
    void failsJobWithTooManyCounters() {
        allNodes(task -> task.succeed(counters("task-" + task.spec.id().task() + "-", 300)));
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(end.error().message())
                .contains("the tasks of job 'map-1' together count under more than 1000 names");
    }

    @Test
    void statusMayBeLargerThanFrame() {
        allNodes(task -> task.succeed(counters("x".repeat(180), 160)));
        List<JobSpec> jobs = IntStream.range(0, 60)
                .mapToObj(i -> FakeCluster.job(
                        "map-" + i, JobKind.MAP, FakeCluster.group("in"), FakeCluster.group("out-" + i)))
                .toList();
        String id = cluster.submit(new WorkflowSpec("many", jobs, List.of())).id();
        await().until(() -> cluster.get(id).state().isOver());
        assertThat(cluster.get(id).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void rejectsMoreTasksThanFitIntoCommit() {
        String name = "x".repeat(200);
        List<SplitSpec> splits = Collections.nCopies(80_000, new SplitSpec(0, "s", new byte[0]));
        JobSpec map = new JobSpec(
                name,
                JobKind.MAP,
                new WorkflowSpec.Groups(List.of(), List.of(FakeCluster.group("out")), List.of()),
                splits,
                Map.of(),
                "",
                FakeCluster.copy("x").jobs().get(0).functions());
        assertThatThrownBy(() -> cluster.run(new WorkflowSpec("many", List.of(map), List.of())))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                .hasMessageContainingAll("has 80000 splits", "fewer and larger splits");
        assertThat(cluster.nodes).allSatisfy(node -> assertThat(node.tasks).isEmpty());
    }

    @Test
    void sendsNextTaskWhenOneHasSucceeded() {
        Queue<FakeNode.Task> waitingTasks = new ConcurrentLinkedQueue<>();
        int splits = 36_000;
        // One task emits the tuples that the nodes commit, the others emit nothing.
        AtomicLong left = new AtomicLong(3 * FakeNode.STORED.tuples());
        FakeNode.Behaviour succeed = task -> task.succeed(2, left.getAndSet(0));
        allNodes(waitingTasks::add);
        List<SplitSpec> all = IntStream.range(0, splits)
                .mapToObj(i -> new SplitSpec(0, "s", new byte[0]))
                .toList();
        JobSpec map = new JobSpec(
                "map-1",
                JobKind.MAP,
                new WorkflowSpec.Groups(List.of(), List.of(FakeCluster.group("out")), List.of()),
                all,
                Map.of(),
                "",
                FakeCluster.copy("x").jobs().get(0).functions());
        String id = cluster.submit(new WorkflowSpec("many", List.of(map), List.of()))
                .id();
        await().until(() -> waitingTasks.size() == 3 * 500);
        succeed.run(waitingTasks.remove());
        await().until(() -> waitingTasks.size() == 3 * 500);
        allNodes(succeed);
        waitingTasks.forEach(succeed::run);
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.error()).isNull();
        assertThat(end.jobs().get(0).work().tasksDone()).isEqualTo(splits);
        assertThat(end.jobs().get(0).progress().tuplesIn()).isEqualTo(2L * splits);
    }

    @Test
    void sendsFewerTasksIfTheyAreLarge() {
        Queue<FakeNode.Task> waitingTasks = new ConcurrentLinkedQueue<>();
        AtomicLong left = new AtomicLong(3 * FakeNode.STORED.tuples());
        FakeNode.Behaviour succeed = task -> task.succeed(2, left.getAndSet(0));
        allNodes(waitingTasks::add);
        List<SplitSpec> splits = Collections.nCopies(300, new SplitSpec(0, "s", new byte[0]));
        JobSpec map = new JobSpec(
                "map-1",
                JobKind.MAP,
                new WorkflowSpec.Groups(List.of(), List.of(FakeCluster.group("out")), List.of()),
                splits,
                Map.of("text", "x".repeat(200 << 10)),
                "",
                FakeCluster.copy("x").jobs().get(0).functions());
        String id = cluster.submit(new WorkflowSpec("large", List.of(map), List.of()))
                .id();
        int given = (8 << 20) / (200 << 10);
        await().until(() -> waitingTasks.size() >= 3 * given);
        succeed.run(waitingTasks.remove());
        await().until(() -> waitingTasks.size() >= 3 * given);
        assertThat(waitingTasks).hasSize(3 * given);
        allNodes(succeed);
        waitingTasks.forEach(succeed::run);
        assertThat(cluster.follow(id).error()).isNull();
    }

    /** A node rejects calls above its limit, and a commit blocks on the disk. */
    @Test
    void limitsConcurrentCommitsOfJob() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch tooMany = new CountDownLatch(9);
        cluster.nodes.get(1).beforeCommit.set(() -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            tooMany.countDown();
            awaitAWhile(tooMany);
            now.decrementAndGet();
        });
        List<GroupSpec> outputs = IntStream.range(0, 40)
                .mapToObj(i -> FakeCluster.group("out-" + i))
                .toList();
        JobSpec one = FakeCluster.copy("x").jobs().get(0);
        JobSpec job = new JobSpec(
                one.name(),
                one.kind(),
                new WorkflowSpec.Groups(one.inputs(), outputs, List.of()),
                List.of(),
                Map.of(),
                "",
                one.functions());
        assertThat(cluster.run(new WorkflowSpec("many", List.of(job), List.of()))
                        .error())
                .isNull();
        assertThat(cluster.groups()).hasSize(1 + 40);
        assertThat(most).hasValueLessThan(9);
    }

    private static void awaitAWhile(CountDownLatch latch) {
        try {
            latch.await(200, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
