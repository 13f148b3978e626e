package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.RetryPolicy;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.RunningCode;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** Workflows for which there is no thread. */
class WorkflowStartTest {
    @TempDir
    Path directory;

    private final AtomicBoolean noThreads = new AtomicBoolean();
    private final WorkflowThreads threads = new WorkflowThreads(2, work -> {
        if (noThreads.get()) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        return new Thread(work, "workflow");
    });
    private CoordinatorState state;
    private RunContext context;

    @BeforeEach
    void open() {
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Persistence.NONE, Clock.systemUTC(), group -> {});
        context = new RunContext(
                null,
                new RunContext.Stores(state.catalog(), state.history(), null, null, null),
                new Scheduling(Runnable::run, null, Clock.systemUTC()),
                new JobDefaults(RetryPolicy.DEFAULTS, ShuffleDefaults.DIRECT),
                new RunningCode());
    }

    @AfterEach
    void close() {
        threads.close();
        state.close();
    }

    private WorkflowRun run() {
        return run(0);
    }

    private WorkflowRun run(int depth) {
        WorkflowSpec spec = new WorkflowSpec(
                "w", List.of(), List.of(), Map.of(), List.of(), new WorkflowSpec.Limits(0, 0, 0, depth));
        WorkflowRun run = new WorkflowRun(state.history().nextId(), spec, null, context, null);
        state.history().submitted(run.status());
        return run;
    }

    @Test
    void nestedWorkflowNeedsNoThreadOfOuterOne() throws InterruptedException {
        WorkflowThreads one = new WorkflowThreads(1, Thread::new);
        CountDownLatch within = new CountDownLatch(1);
        try {
            WorkflowRun outer = run(0);
            outer.over().thenRun(() -> {
                // On its thread, like that of a workflow whose task waits for another workflow.
                WorkflowRun inner = run(1);
                one.start(inner);
                end(inner);
                within.countDown();
            });
            one.start(outer);
            assertThat(within.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            one.close();
        }
    }

    private static WorkflowStatus end(WorkflowRun run) {
        return run.over().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void workflowWithoutThreadFailsAsOverloadedAndNextOneRuns() {
        noThreads.set(true);
        WorkflowRun refused = run();
        assertThatThrownBy(() -> threads.start(refused))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContainingAll("workflow 'w' was refused", "unable to create native thread", "ulimit -u");
        assertThat(end(refused).state()).isEqualTo(State.FAILED);
        assertThat(end(refused).error().code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(state.history().find(refused.id())).isPresent();
        noThreads.set(false);
        WorkflowRun next = run();
        threads.start(next);
        // It reads nothing, so it fails when it runs.
        assertThat(end(next).error().message()).startsWith("running workflow " + next.id());
    }
}
