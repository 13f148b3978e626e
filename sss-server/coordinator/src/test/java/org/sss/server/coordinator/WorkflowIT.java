package org.sss.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.coordinator.execution.job.RetryPolicy;

class WorkflowIT extends OnFakeCluster {
    private void awaitTasks(int count) {
        await().until(() ->
                cluster.nodes.stream().mapToInt(node -> node.tasks.size()).sum() >= count);
    }

    private void awaitDroppedEverywhere(long group) {
        await().untilAsserted(() -> assertThat(cluster.nodes).allSatisfy(node -> {
            assertThat(node.dropped).contains(group);
            assertThat(node.stored).noneMatch(stored -> stored.id() == group);
        }));
    }

    private static Consumer<Throwable> error(ErrorCode code, String... parts) {
        return t -> {
            assertThat(((SssException) t).code()).isEqualTo(code);
            assertThat(t).hasMessageContainingAll(parts);
        };
    }

    @Test
    void runsOneTaskPerSubgroupOnItsOwner() {
        WorkflowStatus end = cluster.run(FakeCluster.mapAndReduce());
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(end.jobs()).allSatisfy(job -> {
            assertThat(job.state()).isEqualTo(State.SUCCEEDED);
            assertThat(job.work().tasksDone()).isEqualTo(SUBGROUPS);
            assertThat(job.progress().tuplesIn()).isEqualTo(2L * SUBGROUPS);
            assertThat(job.progress().counters()).containsEntry("seen", 2L * SUBGROUPS);
        });
        assertThat(cluster.nodes)
                .allSatisfy(node -> assertThat(node.tasks)
                        .hasSize(2 * SUBGROUPS / 3)
                        .allMatch(
                                task -> task.spec.id().task() % 3 == node.info().id()));
    }

    @Test
    void reduceReadsOutputOfMapAndNodesCommitTheAttempts() {
        cluster.run(FakeCluster.mapAndReduce());
        FakeNode node = cluster.nodes.get(1);
        FakeNode.Task map = node.tasks.get(0);
        FakeNode.Task reduce = node.tasks.get(node.tasks.size() - 1);
        assertThat(map.spec.inputs().inputGroups().get(0)).isEqualTo(input.id());
        assertThat(reduce.spec.inputs().inputGroups().get(0))
                .isEqualTo(map.spec.outputs().outputGroups().get(0));
        assertThat(map.spec.inputs().ownGroups()).isEmpty();
        assertThat(reduce.spec.inputs().ownGroups())
                .isEqualTo(map.spec.outputs().outputGroups());
        assertThat(node.commits)
                .filteredOn(commit ->
                        commit.group() == reduce.spec.outputs().outputGroups().get(0))
                .singleElement()
                .satisfies(commit ->
                        assertThat(commit.attempts()).hasSize(SUBGROUPS).contains(reduce.spec.attemptId()));
    }

    @Test
    void outputHasSizesAndTemporaryGroupIsDropped() {
        cluster.run(FakeCluster.mapAndReduce());
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "out");
        assertThat(cluster.groups().get(1)).satisfies(out -> {
            assertThat(out.tuples()).isEqualTo(3 * FakeNode.STORED.tuples());
            assertThat(out.createdBy()).isEqualTo("wf-1/reduce-2");
        });
        awaitDroppedEverywhere(
                cluster.nodes.get(0).tasks.get(0).spec.outputs().outputGroups().get(0));
    }

    @Test
    void failingTaskFailsWorkflowCancelsOthersAndDropsOutput() {
        allNodes(task -> {
            if (task.spec.id().task() == 4) {
                task.fail(new SssException(ErrorCode.USER_CODE, "job 'map-1', task 4: boom"));
            }
        });
        WorkflowStatus end = cluster.run(FakeCluster.mapAndReduce());
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().message()).contains("task 4: boom");
        assertThat(end.jobs()).extracting(WorkflowStatus.JobStatus::state).containsExactly(State.FAILED, State.WAITING);
        await().untilAsserted(() -> assertThat(cluster.nodes.get(0).tasks).allMatch(task -> task.cancelled != null));
        awaitDroppedEverywhere(
                cluster.nodes.get(0).tasks.get(0).spec.outputs().outputGroups().get(0));
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
    }

    @Test
    void reportsCauseNotConsequence() {
        allNodes(task -> {
            if (task.spec.id().task() == 0) {
                task.fail(new SssException(ErrorCode.NODE_UNREACHABLE, "a peer went away"));
            } else if (task.spec.id().task() == 5) {
                await().until(() -> cluster.nodes.get(0).tasks.size() >= 2);
                task.fail(new SssException(ErrorCode.STORAGE, "the disk of node 2 is full"));
            }
        });
        assertThat(cluster.run(FakeCluster.mapAndReduce()).error().message()).contains("the disk of node 2 is full");
    }

    @Test
    void reportsFailureWithoutBetterExplanation() {
        allNodes(task -> {
            if (task.spec.id().task() == 0) {
                task.fail(new SssException(ErrorCode.TIMEOUT, "stalled"));
            }
        });
        WorkflowStatus end = cluster.run(FakeCluster.mapAndReduce());
        assertThat(end.error().code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void lostNodeFailsWorkflowWithNodeAndTask() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.mapAndReduce()).id();
        awaitTasks(SUBGROUPS);
        cluster.nodes.get(1).close();
        WorkflowStatus end = cluster.follow(id);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(end.error().message())
                .contains("node 1 (node1:1) was lost", "job 'map-1' in wf-1", "run the workflow again");
    }

    @Test
    void rewritesOutputAfterNodeRestartBeforeCommit() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.copy("out")).id();
        awaitTasks(SUBGROUPS);
        cluster.nodes.get(1).tasks.forEach(FakeNode.Task::succeed);
        await().until(() -> cluster.get(id).jobs().get(0).work().tasksDone() == 2);
        allNodes(FakeNode.Task::succeed);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        List.of(0, 2).forEach(node -> cluster.nodes.get(node).tasks.forEach(FakeNode.Task::succeed));
        long lost =
                cluster.nodes.get(0).tasks.get(0).spec.outputs().outputGroups().get(0);
        assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
        assertThat(cluster.nodes.get(0).commits)
                .extracting(commit -> commit.group())
                .last()
                .isNotEqualTo(lost);
        awaitDroppedEverywhere(lost);
    }

    /** The node returns, and the job succeeds. */
    private void loseANodeWhileTasksRun() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.copy("out")).id();
        awaitTasks(SUBGROUPS);
        allNodes(FakeNode.Task::succeed);
        cluster.nodes.get(1).close();
        cluster.nodes.get(1).start();
        assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void lostNodeRestartsJob() {
        loseANodeWhileTasksRun();
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "out");
    }

    @Test
    void retriesTaskAndCommitsOnlyLastAttempt() {
        allNodes(task -> {
            if (task.spec.id().task() == 4 && task.spec.id().attempt() < 2) {
                task.fail(new SssException(ErrorCode.TIMEOUT, "the peer took nothing for 30 s"));
            } else {
                task.succeed();
            }
        });
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(end.jobs().get(0).progress().tuplesIn()).isEqualTo(2L * SUBGROUPS);
        assertThat(cluster.nodes).allSatisfy(node -> {
            assertThat(node.commits)
                    .filteredOn(commit -> commit.attempts().size() == SUBGROUPS)
                    .singleElement()
                    .satisfies(commit -> assertThat(commit.attempts())
                            .filteredOn(attempt -> attempt.source() == 4)
                            .extracting(AttemptId::attempt)
                            .containsExactly(2));
            await().untilAsserted(() -> assertThat(node.aborts)
                    .extracting(
                            abort -> abort.attempt().source(),
                            abort -> abort.attempt().attempt())
                    .containsExactlyInAnyOrder(tuple(4, 0), tuple(4, 1)));
        });
    }

    @Test
    void heapFilledByOthersCostsNoAttempt() {
        allNodes(task -> {
            if (task.spec.id().task() == 4 && task.spec.id().attempt() < RetryPolicy.DEFAULTS.attempts()) {
                task.fail(new SssException(ErrorCode.HEAP_FULL, "the heap is full"));
            } else {
                task.succeed();
            }
        });
        assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void jobRestartedAfterCommitStartPassesItsFilesToTasks() {
        FakeNode lost = cluster.nodes.get(1);
        lost.beforeCommit.set(() -> {
            lost.beforeCommit.set(() -> {});
            await().until(() -> cluster.nodes.get(0).commits.size()
                            + cluster.nodes.get(2).commits.size()
                    == 2 * 2);
            lost.close();
            lost.start();
            throw new SssException(ErrorCode.CLOSED, "the node is stopping");
        });
        assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
        assertThat(cluster.nodes.get(0).tasks)
                .extracting(task -> task.spec.outputs().filesNamed())
                .containsExactly(false, false, true, true);
    }

    /**
     * As if a node was paused for the idle timeout of connections, and only one of its two connections was idle all
     * that time.
     */
    @Test
    void disconnectedCommitRestartsJob() {
        FakeNode cutOff = cluster.nodes.get(1);
        cutOff.beforeCommit.set(() -> {
            cutOff.beforeCommit.set(() -> {});
            cutOff.breakData();
        });
        assertThat(cluster.run(FakeCluster.copy("out")).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void jobRestartedBeforeCommitHasNoFiles() {
        loseANodeWhileTasksRun();
        assertThat(cluster.nodes.get(0).tasks)
                .hasSizeGreaterThan(2)
                .noneMatch(task -> task.spec.outputs().filesNamed());
    }

    @Test
    void doesNotRetryFailedUserCode() {
        allNodes(task -> task.fail(new SssException(ErrorCode.USER_CODE, "boom")));
        assertThat(cluster.run(FakeCluster.copy("out")).error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(cluster.nodes)
                .allSatisfy(node ->
                        assertThat(node.tasks).allMatch(task -> task.spec.id().attempt() == 0));
    }

    @Test
    void cancelsWorkflowWithUnresponsiveTasks() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.mapAndReduce()).id();
        awaitTasks(SUBGROUPS);
        assertThat(cluster.cancel(id).state()).isEqualTo(State.CANCELLED);
        assertThat(cluster.get(id)).satisfies(status -> {
            assertThat(status.state()).isEqualTo(State.CANCELLED);
            assertThat(status.error().code()).isEqualTo(ErrorCode.CANCELLED);
            assertThat(status.jobs().get(0).state()).isEqualTo(State.CANCELLED);
        });
        await().untilAsserted(() -> assertThat(cluster.nodes.get(2).tasks).allMatch(task -> task.cancelled != null));
        awaitDroppedEverywhere(
                cluster.nodes.get(0).tasks.get(0).spec.outputs().outputGroups().get(0));
    }

    @Test
    void cancelsSortWhileSampling() {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        cluster.nodes.get(1).beforeSample.set(() -> {
            asked.countDown();
            answer.join();
        });
        try {
            String id = cluster.submit(FakeCluster.sort("out")).id();
            await().until(() -> asked.getCount() == 0);
            cluster.cancel(id);
            assertThat(cluster.follow(id).state()).isEqualTo(State.CANCELLED);
        } finally {
            answer.complete(null);
        }
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
    }

    @Test
    void sortFailsIfSampleFails() {
        cluster.nodes.get(1).beforeSample.set(() -> {
            throw new SssException(ErrorCode.CORRUPT, "a block is damaged");
        });
        WorkflowStatus end = cluster.run(FakeCluster.sort("out"));
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.error().message()).contains("a block is damaged");
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
    }

    @Test
    void cancelOfEndedWorkflowDoesNothing() {
        String id = cluster.run(FakeCluster.mapAndReduce()).id();
        assertThat(cluster.cancel(id).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void workflowsAboveLimitWaitAndCanBeCancelled() {
        allNodes(FakeNode.Task::hang);
        cluster.submit(FakeCluster.copy("a"));
        cluster.submit(FakeCluster.copy("b"));
        awaitTasks(2 * SUBGROUPS);
        String third = cluster.submit(FakeCluster.copy("c")).id();
        assertThat(cluster.get(third).state()).isEqualTo(State.WAITING);
        assertThat(cluster.cancel(third).state()).isEqualTo(State.CANCELLED);
        allNodes(FakeNode.Task::succeed);
        String fourth = cluster.submit(FakeCluster.copy("c")).id();
        cluster.cancel("wf-1");
        assertThat(cluster.follow(fourth).state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void retainsGroupsOfSucceededJobsAfterLaterFailure() {
        allNodes(task -> {
            if (task.spec.id().kind() == JobKind.MAP) {
                task.succeed();
            } else {
                task.fail(new SssException(ErrorCode.USER_CODE, "reduce failed"));
            }
        });
        WorkflowSpec spec = new WorkflowSpec(
                "w",
                List.of(
                        FakeCluster.job("map-1", JobKind.MAP, FakeCluster.group("in"), FakeCluster.group("result")),
                        FakeCluster.job(
                                "reduce-2", JobKind.REDUCE, FakeCluster.group("result"), FakeCluster.group("out"))),
                List.of());
        assertThat(cluster.run(spec).state()).isEqualTo(State.FAILED);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "result");
    }

    @Test
    void failedCommitOnOneNodeLeavesNothing() {
        cluster.nodes.get(2).commitError.set(new SssException(ErrorCode.STORAGE, "no space left"));
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.error().code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(end.error().message())
                .startsWith("group 'out' (number ")
                .contains("could not be committed on node 2 (node2:1)", "no space left");
        awaitDroppedEverywhere(
                cluster.nodes.get(0).tasks.get(0).spec.outputs().outputGroups().get(0));
    }

    @Test
    void namesGroupsInErrorsOfNodesButNotOfUserCode() {
        String reported = "group " + input.id() + ", subgroup 0: damaged; group " + input.id() + "5 is not";
        allNodes(task -> task.fail(new SssException(ErrorCode.CORRUPT, reported)));
        assertThat(cluster.run(FakeCluster.copy("out")).error().message())
                .isEqualTo("group 'in' (number " + input.id() + "), subgroup 0: damaged; group " + input.id()
                        + "5 is not");
        allNodes(task -> task.fail(new SssException(ErrorCode.USER_CODE, reported)));
        assertThat(cluster.run(FakeCluster.copy("out")).error().message()).isEqualTo(reported);
    }

    @Test
    void retainsInputUntilWorkflowEnds() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.copy("out")).id();
        awaitTasks(SUBGROUPS);
        cluster.call(ServerVerbs.GROUP_DROP, new Name("in"), ServerVerbs.Nothing.class);
        assertThat(cluster.groups()).isEmpty();
        assertThat(cluster.nodes.get(0).dropped).doesNotContain(input.id());
        cluster.nodes.forEach(node -> node.tasks.forEach(FakeNode.Task::succeed));
        assertThat(cluster.follow(id).state()).isEqualTo(State.SUCCEEDED);
        awaitDroppedEverywhere(input.id());
    }

    @Test
    void rejectsWorkflowIfNodeIsDown() {
        cluster.nodes.get(1).close();
        assertThatThrownBy(() -> cluster.submit(FakeCluster.mapAndReduce()))
                .satisfies(error(ErrorCode.NODE_UNREACHABLE, "1 of 3 nodes", "node 1 (node1:1)"));
        assertThat(cluster.nodes.get(0).tasks).isEmpty();
    }

    @Test
    void rejectsMissingInput() {
        WorkflowSpec spec = new WorkflowSpec(
                "w",
                List.of(FakeCluster.job("map-1", JobKind.MAP, FakeCluster.group("missing"), FakeCluster.group("out"))),
                List.of());
        assertThatThrownBy(() -> cluster.submit(spec))
                .satisfies(error(ErrorCode.NOT_FOUND, "job 'map-1'", "'missing'"));
    }

    @Test
    void rejectsExistingOutputUnlessReplaced() {
        GroupInfo old = cluster.writeGroup("out", false);
        assertThatThrownBy(() -> cluster.submit(FakeCluster.copy("out")))
                .satisfies(error(ErrorCode.ALREADY_EXISTS, "'out'", "sss group rm out"));
        WorkflowSpec replacing = new WorkflowSpec(
                "w",
                List.of(FakeCluster.job(
                        "map-1",
                        JobKind.MAP,
                        FakeCluster.group("in"),
                        new GroupSpec("out", "string", "long", true, false, true, Compression.NONE))),
                List.of());
        assertThat(cluster.run(replacing).state()).isEqualTo(State.SUCCEEDED);
        awaitDroppedEverywhere(old.id());
    }

    @Test
    void rejectsOtherTypesExceptBytes() {
        assertThatThrownBy(() -> cluster.submit(reading("string", "string")))
                .satisfies(error(ErrorCode.TYPE_MISMATCH, "job 'map-1'", "(string, string)", "(string, long)"));
        assertThat(cluster.run(reading("bytes", "bytes")).state()).isEqualTo(State.SUCCEEDED);
    }

    private static WorkflowSpec reading(String keyType, String valueType) {
        return new WorkflowSpec(
                "w",
                List.of(FakeCluster.job(
                        "map-1",
                        JobKind.MAP,
                        new GroupSpec("in", keyType, valueType, true, false, false, Compression.NONE),
                        FakeCluster.group("out"))),
                List.of());
    }

    @Test
    void rejectsMissingFunctions() {
        WorkflowSpec spec = new WorkflowSpec("w", FakeCluster.copy("out").jobs(), List.of("0".repeat(64)));
        assertThatThrownBy(() -> cluster.submit(spec)).satisfies(error(ErrorCode.NOT_FOUND, "blob 0000"));
    }

    @Test
    void allowsTemporaryGroupsWithEqualNames() {
        assertThat(cluster.run(FakeCluster.mapAndReduce()).state()).isEqualTo(State.SUCCEEDED);
        WorkflowSpec again = new WorkflowSpec(
                "again",
                List.of(
                        FakeCluster.mapAndReduce().jobs().get(0),
                        FakeCluster.job(
                                "reduce-2", JobKind.REDUCE, FakeCluster.group("words"), FakeCluster.group("out2"))),
                List.of());
        cluster.writeGroup("words", false);
        assertThat(cluster.run(again).state()).isEqualTo(State.SUCCEEDED);
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in", "out", "out2", "words");
    }

    @Test
    void listsWorkflowsNewestFirstAlsoAfterRestart() {
        cluster.run(FakeCluster.copy("a"));
        cluster.run(FakeCluster.copy("b"));
        cluster.stopCoordinator();
        cluster.startCoordinator();
        assertThat(cluster.call(ServerVerbs.WORKFLOW_LIST, new ServerVerbs.Nothing(), ServerVerbs.Workflows.class)
                        .workflows())
                .extracting(WorkflowStatus::id, WorkflowStatus::state)
                .containsExactly(tuple("wf-2", State.SUCCEEDED), tuple("wf-1", State.SUCCEEDED));
    }

    @Test
    void unknownWorkflowIsNotFound() {
        assertThatThrownBy(() -> cluster.get("wf-77")).satisfies(error(ErrorCode.NOT_FOUND, "wf-77"));
        assertThatThrownBy(() -> cluster.follow("wf-77")).satisfies(error(ErrorCode.NOT_FOUND, "wf-77"));
    }

    @Test
    void stopOfCoordinatorFailsRunningWorkflows() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.copy("a")).id();
        awaitTasks(SUBGROUPS);
        cluster.stopCoordinator();
        cluster.startCoordinator();
        assertThat(cluster.get(id).state()).isEqualTo(State.FAILED);
        assertThat(cluster.get(id).error().message()).contains("the coordinator stopped");
    }

    @Test
    void failsIfNodesCommitFewerTuplesThanEmitted() {
        allNodes(task -> task.succeed(2, task.spec.id().task() == 3 ? 3 : 2));
        WorkflowStatus end = cluster.run(FakeCluster.copy("out"));
        assertThat(end.error().code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(end.error().message())
                .contains("job 'map-1' of wf-1 emitted 13 tuples, of which 0 were combined with others, but the"
                        + " nodes committed 12 to group 'out'");
        assertThat(cluster.groups()).extracting(GroupInfo::name).containsExactly("in");
    }

    @Test
    void failsJobWithoutThreadForNextAttempt() {
        allNodes(FakeNode.Task::hang);
        String id = cluster.submit(FakeCluster.copy("out")).id();
        awaitTasks(SUBGROUPS);
        cluster.noThreads.set(true);
        cluster.nodes.get(1).tasks.get(0).fail(new SssException(ErrorCode.TIMEOUT, "the peer took nothing for 30 s"));
        await().until(() -> cluster.get(id).state().isOver());
        cluster.noThreads.set(false);
        assertThat(cluster.get(id).error().code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(cluster.get(id).error().message()).contains("continuing task", "no thread can be started");
    }
}
