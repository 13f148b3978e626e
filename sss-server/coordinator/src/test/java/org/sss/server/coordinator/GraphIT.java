package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Rename;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Concurrent jobs, and loops, with nodes that the test controls. */
class GraphIT extends OnFakeCluster {
    private static JobSpec job(String name, WorkflowSpec.GroupSpec output, String... inputs) {
        return new JobSpec(
                name,
                JobKind.MAP,
                new WorkflowSpec.Groups(
                        java.util.Arrays.stream(inputs).map(FakeCluster::group).toList(), List.of(output), List.of()),
                List.of(),
                Map.of(),
                null,
                FakeCluster.copy("x").jobs().get(0).functions());
    }

    /** Both {@code left} and {@code right} read the input, {@code both} reads their outputs. */
    private static WorkflowSpec diamond() {
        return new WorkflowSpec(
                "diamond",
                List.of(
                        job("left", FakeCluster.group("a"), "in"),
                        job("right", FakeCluster.temporary("b"), "in"),
                        job("both", FakeCluster.group("c"), "a", "b")),
                List.of());
    }

    private List<FakeNode.Task> tasksOf(String job) {
        return cluster.nodes.stream()
                .flatMap(node -> node.tasks.stream())
                .filter(task -> task.spec.id().job().equals(job))
                .toList();
    }

    private void awaitTasksOf(String job) {
        await().until(() -> tasksOf(job).size() == SUBGROUPS);
    }

    @Test
    void independentJobsRunConcurrently() {
        allNodes(task -> {
            if (task.spec.id().job().equals("both")) {
                task.succeed(4);
            }
        });
        String id = cluster.submit(diamond()).id();
        awaitTasksOf("left");
        awaitTasksOf("right");
        assertThat(tasksOf("both")).isEmpty();
        tasksOf("right").forEach(FakeNode.Task::succeed);
        await().until(() -> cluster.get(id).jobs().get(1).state() == State.SUCCEEDED);
        tasksOf("left").forEach(FakeNode.Task::succeed);
        assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("a", "c", "in");
    }

    @Test
    void namesGroupsInOrderOfJobs() {
        WorkflowSpec two = new WorkflowSpec(
                "two",
                List.of(job("first", FakeCluster.group("a"), "in"), job("second", FakeCluster.group("b"), "in")),
                List.of());
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(two).id();
        awaitTasksOf("first");
        awaitTasksOf("second");
        tasksOf("second").forEach(FakeNode.Task::succeed);
        await().until(() -> cluster.get(id).jobs().get(1).state() == State.SUCCEEDED);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
        tasksOf("first").forEach(FakeNode.Task::succeed);
        cluster.follow(id);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("a", "b", "in");
    }

    @Test
    void failedJobStopsLaterJobsOnly() {
        allNodes(FakeNode.Task::hang);
        WorkflowSpec three = new WorkflowSpec(
                "three",
                List.of(
                        job("first", FakeCluster.group("a"), "in"),
                        job("second", FakeCluster.group("b"), "in"),
                        job("third", FakeCluster.group("c"), "in")),
                List.of());
        String id = cluster.submit(three).id();
        List.of("first", "second", "third").forEach(this::awaitTasksOf);
        tasksOf("second").get(0).fail(new SssException(ErrorCode.USER_CODE, "second failed"));
        await().until(() -> cluster.get(id).jobs().get(2).state() == State.CANCELLED);
        assertThat(cluster.get(id).jobs().get(0).state()).isEqualTo(State.RUNNING);
        tasksOf("first").forEach(FakeNode.Task::succeed);
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.error().message()).contains("second failed");
        assertThat(end.jobs())
                .extracting(JobStatus::state)
                .containsExactly(State.SUCCEEDED, State.FAILED, State.CANCELLED);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("a", "in");
    }

    @Test
    void reportsErrorOfFirstJobInOrder() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(diamond()).id();
        awaitTasksOf("left");
        awaitTasksOf("right");
        tasksOf("right").get(0).fail(new SssException(ErrorCode.USER_CODE, "right failed"));
        await().until(() -> cluster.get(id).jobs().get(1).state() == State.FAILED);
        tasksOf("left").get(0).fail(new SssException(ErrorCode.USER_CODE, "left failed"));
        assertThat(cluster.follow(id).error().message()).contains("left failed");
    }

    @Test
    void dropsTemporaryGroupAfterLastReader() {
        WorkflowSpec chain = new WorkflowSpec(
                "chain",
                List.of(
                        job("one", FakeCluster.temporary("a"), "in"),
                        job("two", FakeCluster.temporary("b"), "a"),
                        job("three", FakeCluster.group("c"), "b")),
                List.of());
        allNodes(task -> {
            if (!task.spec.id().job().equals("three")) {
                task.succeed();
            }
        });
        String id = cluster.submit(chain).id();
        awaitTasksOf("three");
        long first = tasksOf("one").get(0).spec.outputs().outputGroups().get(0);
        long second = tasksOf("two").get(0).spec.outputs().outputGroups().get(0);
        await().untilAsserted(() -> assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.dropped).contains(first)));
        assertThat(cluster.nodes.get(0).dropped).doesNotContain(second);
        cluster.cancel(id);
    }

    @Test
    void rewritesTemporaryGroupsAfterLossOfNode() {
        allNodes(task -> {
            if (task.spec.id().job().equals("map-1") || tasksOf("map-1").size() == 2 * SUBGROUPS) {
                task.succeed();
            }
        });
        String id = cluster.submit(FakeCluster.mapAndReduce()).id();
        awaitTasksOf("reduce-2");
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
        assertThat(tasksOf("map-1")).hasSize(2 * SUBGROUPS);
    }

    private static WorkflowSpec loopOf(int iterations) {
        return new WorkflowSpec(
                "loop",
                List.of(job("body", FakeCluster.temporary("next"), "in"), job("after", FakeCluster.group("out"), "in")),
                List.of(),
                Map.of(),
                List.of(new LoopSpec(0, 1, iterations, Map.of("in", "next"), List.of(), 0, 0)),
                new WorkflowSpec.Limits(0, 0, 0, 0));
    }

    @Test
    void rejectsLoopWithMoreJobsThanWorkflow() {
        for (int jobCount : List.of(2, Integer.MAX_VALUE)) {
            WorkflowSpec loop = new WorkflowSpec(
                    "loop",
                    List.of(
                            job("before", FakeCluster.group("a"), "in"),
                            job("body", FakeCluster.temporary("next"), "in")),
                    List.of(),
                    Map.of(),
                    List.of(new LoopSpec(1, jobCount, 2, Map.of("in", "next"), List.of(), 0, 0)),
                    new WorkflowSpec.Limits(0, 0, 0, 0));
            assertThatThrownBy(() -> cluster.submit(loop))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("impossible loop");
        }
    }

    /** As often as task.attempts allows, also in a loop. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void disconnectedJobRunsThreeTimes(boolean inLoop) {
        cluster.nodes.get(1).beforeCommit.set(cluster.nodes.get(1)::breakData);
        WorkflowSpec spec = inLoop
                ? loopOf(2)
                : new WorkflowSpec("one", List.of(job("body", FakeCluster.group("out"), "in")), List.of());
        assertThat(cluster.run(spec).error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(tasksOf("body")).hasSize(3 * SUBGROUPS);
    }

    private List<FakeNode.Task> tasksOfIteration(int iteration) {
        return tasksOf("body").stream()
                .filter(task -> task.spec.id().iteration() == iteration)
                .toList();
    }

    @Test
    void restartedLoopResetsCounts() {
        allNodes(task -> {
            boolean isFirstPass = tasksOfIteration(0).size() == SUBGROUPS;
            if (task.spec.id().iteration() != 1 || !isFirstPass) {
                task.succeed();
            } else if (tasksOfIteration(1).size() > SUBGROUPS) {
                // Data of the previous iteration is lost.
                task.succeed(0);
            }
        });
        String id = cluster.submit(loopOf(3)).id();
        await().until(() -> tasksOfIteration(1).size() == SUBGROUPS);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(tasksOfIteration(0)).hasSize(2 * SUBGROUPS);
        assertThat(end.jobs().get(0).work().iterations()).isEqualTo(3);
        assertThat(end.jobs().get(0).progress().counters()).isEqualTo(Map.of("seen", 3L * 2 * SUBGROUPS));
        assertThat(end.jobs().get(0).progress().tuplesIn()).isEqualTo(3L * 2 * SUBGROUPS);
    }

    @Test
    void loopStoresGroupsOfOneIterationAndPassesItsNumber() {
        WorkflowStatus end = cluster.run(loopOf(20));
        assertThat(end.error()).isNull();
        List<FakeNode.Task> first = tasksOf("body").stream()
                .filter(task -> task.spec.id().task() == 0)
                .toList();
        assertThat(first)
                .extracting(task -> task.spec.id().iteration())
                .hasSize(20)
                .isSorted()
                .doesNotHaveDuplicates();
        for (int i = 1; i < first.size(); i++) {
            assertThat(first.get(i).spec.inputs().inputGroups())
                    .isEqualTo(first.get(i - 1).spec.outputs().outputGroups());
        }
        assertThat(tasksOf("after").get(0).spec.inputs().inputGroups())
                .isEqualTo(first.get(19).spec.outputs().outputGroups());
        await().untilAsserted(() -> assertThat(cluster.nodes.get(0).stored).hasSize(2));
    }

    private static WorkflowSpec retaining(LoopSpec loop, String... reads) {
        return new WorkflowSpec(
                "loop",
                List.of(job("body", FakeCluster.group("next"), reads)),
                List.of(),
                Map.of(),
                List.of(loop),
                new WorkflowSpec.Limits(0, 0, 0, 0));
    }

    @Test
    void groupCarriedToTwoNamesIsRetainedOnceAndResumed() {
        cluster.writeGroup("other", false);
        allNodes(task -> {
            if (task.spec.id().iteration() < 3) {
                task.succeed(4);
            }
        });
        Map<String, String> both = Map.of("other", "next", "in", "next");
        String id = cluster.submit(retaining(new LoopSpec(0, 1, 4, both, List.of(), 2, 0), "in", "other"))
                .id();
        await().until(() -> cluster.get(id).jobs().get(0).work().iterations() == 4);
        cluster.cancel(id);
        assertThat(cluster.groups())
                .extracting(GroupInfo::name)
                .containsExactly("in", "in.iteration-2", "in.iteration-3", "other");
        long retained = cluster.groups().get(2).id();
        allNodes(task -> task.succeed(4));
        assertThat(cluster.run(retaining(new LoopSpec(0, 1, 4, both, List.of(), 2, 3), "in", "other"))
                        .error())
                .isNull();
        assertThat(tasksOf("body")).last().satisfies(task -> {
            assertThat(task.spec.inputs().inputGroups()).containsExactly(retained, retained);
            // It is read like a group that the loop itself has written.
            assertThat(task.spec.inputs().ownGroups()).containsExactly(retained, retained);
        });
        assertThat(cluster.groups())
                .extracting(GroupInfo::name)
                .containsExactly("in", "in.iteration-2", "in.iteration-3", "next", "other");
    }

    @Test
    void doesNotDropGroupThatTookNameOfRetainedIteration() {
        allNodes(task -> {
            if (task.spec.id().iteration() != 1) {
                task.succeed();
            }
        });
        String id = cluster.submit(retaining(new LoopSpec(0, 1, 3, Map.of("in", "next"), List.of(), 1, 0), "in"))
                .id();
        await().until(() -> tasksOfIteration(1).size() == SUBGROUPS);
        long mine = cluster.writeGroup("in.iteration-1", true).id();
        tasksOfIteration(1).forEach(FakeNode.Task::succeed);
        assertThat(cluster.follow(id).error()).isNull();
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "in.iteration-1", "next");
        assertThat(cluster.groups().get(1).id()).isEqualTo(mine);
    }

    @Test
    void resultOfLoopSurvivesReplacementOfItsRetainedName() {
        allNodes(task -> {
            if (task.spec.id().job().equals("body")) {
                task.succeed();
            }
        });
        String id = cluster.submit(new WorkflowSpec(
                        "loop",
                        List.of(
                                job("slow", FakeCluster.group("other"), "in"),
                                job("body", FakeCluster.group("next"), "in")),
                        List.of(),
                        Map.of(),
                        List.of(new LoopSpec(1, 1, 2, Map.of("in", "next"), List.of(), 1, 0)),
                        new WorkflowSpec.Limits(0, 0, 0, 0)))
                .id();
        await().until(() ->
                cluster.groups().stream().anyMatch(group -> group.name().equals("in.iteration-2")));
        long result = cluster.groups().stream()
                .filter(group -> group.name().equals("in.iteration-2"))
                .findFirst()
                .orElseThrow()
                .id();
        long mine = cluster.writeGroup("in.iteration-2", true).id();
        awaitTasksOf("slow");
        tasksOf("slow").forEach(FakeNode.Task::succeed);
        assertThat(cluster.follow(id).error()).isNull();
        assertThat(cluster.groups())
                .extracting(GroupInfo::name)
                .containsExactly("in", "in.iteration-2", "next", "other");
        assertThat(cluster.groups().subList(1, 3)).extracting(GroupInfo::id).containsExactly(mine, result);
    }

    @Test
    void rejectsRenameOfLoopResultBeforeItHasItsName() {
        allNodes(task -> {
            if (task.spec.id().job().equals("body")) {
                task.succeed();
            }
        });
        String id = cluster.submit(new WorkflowSpec(
                        "loop",
                        List.of(
                                job("slow", FakeCluster.group("other"), "in"),
                                job("body", FakeCluster.group("next"), "in")),
                        List.of(),
                        Map.of(),
                        List.of(new LoopSpec(1, 1, 3, Map.of("in", "next"), List.of(), 2, 0)),
                        new WorkflowSpec.Limits(0, 0, 0, 0)))
                .id();
        await().until(() ->
                cluster.groups().stream().anyMatch(group -> group.name().equals("in.iteration-3")));
        rename("in.iteration-2", "mine");
        assertThatThrownBy(() -> rename("in.iteration-3", "mine-2"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContainingAll("'in.iteration-3'", "wf-1", "'next'");
        awaitTasksOf("slow");
        tasksOf("slow").forEach(FakeNode.Task::succeed);
        assertThat(cluster.follow(id).error()).isNull();
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "mine", "next", "other");
        rename("next", "mine-2");
    }

    private void rename(String from, String to) {
        cluster.call(ServerVerbs.GROUP_RENAME, new Rename(from, to, false), Nothing.class);
    }

    /** A loop names its group at its end, which is too late for a conflict with another group. */
    @Test
    void rejectsNamesOfOutputsOfRunningLoop() {
        allNodes(task -> {
            if (task.spec.id().iteration() != 1) {
                task.succeed();
            }
        });
        WorkflowSpec loop = retaining(new LoopSpec(0, 1, 3, Map.of("in", "next"), List.of(), 0, 0), "in");
        String id = cluster.submit(loop).id();
        await().until(() -> tasksOfIteration(1).size() == SUBGROUPS);
        assertThatThrownBy(() -> cluster.submit(FakeCluster.copy("next"))).satisfies(GraphIT::isPromised);
        assertThatThrownBy(() -> cluster.submit(loop)).satisfies(GraphIT::isPromised);
        assertThatThrownBy(() -> cluster.writeGroup("next", false)).satisfies(GraphIT::isPromised);
        cluster.writeGroup("mine", false);
        assertThatThrownBy(() -> rename("mine", "next")).satisfies(GraphIT::isPromised);
        tasksOfIteration(1).forEach(FakeNode.Task::succeed);
        assertThat(cluster.follow(id).error()).isNull();
        cluster.call(ServerVerbs.GROUP_DROP, new Name("next"), Nothing.class);
        assertThat(cluster.writeGroup("next", false).name()).isEqualTo("next");
    }

    private static void isPromised(Throwable t) {
        assertThat(t)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                .hasMessageContaining("group 'next' is going to be written by workflow wf-1, which is running");
    }

    @Test
    void cancelledWorkflowReleasesItsNames() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(loopOf(3)).id();
        awaitTasksOf("body");
        assertThatThrownBy(() -> cluster.writeGroup("out", false))
                .hasMessageContaining("is going to be written by workflow " + id);
        cluster.cancel(id);
        cluster.follow(id);
        assertThat(cluster.writeGroup("out", false).name()).isEqualTo("out");
    }

    /** No job of it has run then. */
    @Test
    void waitingWorkflowFailsIfNameWasTaken() {
        allNodes(FakeNode.Task::hang);
        String first = cluster.submit(FakeCluster.copy("a")).id();
        cluster.submit(FakeCluster.copy("b"));
        await().until(() -> tasksOf("map-1").size() == 2 * SUBGROUPS);
        String waiting = cluster.submit(new WorkflowSpec(
                        "two",
                        List.of(job("one", FakeCluster.group("c"), "in"), job("two", FakeCluster.group("d"), "c")),
                        List.of()))
                .id();
        cluster.writeGroup("d", false);
        cluster.cancel(first);
        await().until(() -> cluster.get(waiting).state().isOver());
        assertThat(cluster.get(waiting).error().message()).contains("group 'd' exists already");
        assertThat(tasksOf("one")).isEmpty();
    }

    @Test
    void cancelsRunningLoop() {
        allNodes(task -> {
            if (task.spec.id().iteration() < 3) {
                task.succeed();
            }
        });
        WorkflowSpec loop = new WorkflowSpec(
                "loop",
                List.of(job("body", FakeCluster.group("next"), "in")),
                List.of(),
                Map.of(),
                List.of(new LoopSpec(0, 1, 20, Map.of("in", "next"), List.of(), 2, 0)),
                new WorkflowSpec.Limits(0, 0, 0, 0));
        String id = cluster.submit(loop).id();
        await().until(() -> cluster.get(id).jobs().get(0).work().iterations() == 4);
        assertThat(cluster.cancel(id).state()).isEqualTo(State.CANCELLED);
        assertThat(cluster.groups())
                .extracting(GroupInfo::name)
                .containsExactly("in", "in.iteration-2", "in.iteration-3");
    }
}
