package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.task.state.CallSite;
import org.sss.server.timing.SharedTimer;
import org.sss.usercode.Endless;

class TaskExecutionIT {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final NodeAddress ADDRESS = new NodeAddress("node", 1);
    private static final Progress DONE = new Progress(3, 30, 2, 20, Map.of("n", 1L));

    private final LocalTransport transport = new LocalTransport();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final TaskLanes lanes = new TaskLanes("test", 1);
    private final TaskExecution.TaskServices services = new TaskExecution.TaskServices(
            lanes, timer, new SharedTimer(timer, 50), Duration.ofHours(1), RunningTasks.NONE, RunningFile.NONE);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger started = new AtomicInteger();
    /** Runs before the work of a task is created. */
    private volatile Runnable reading = () -> {};

    private volatile FakeWork work = FakeWork.of(() -> DONE);
    private Connection connection;

    @BeforeEach
    void listen() {
        RpcService service = new RpcService(Runnable::run).onStream(ServerVerbs.TASK_RUN, (header, stream) -> {
            FakeWork mine = work;
            TaskExecution task =
                    new TaskExecution(Json.read(header, TaskSpec.class, "task"), stream, services, spec -> {
                        started.incrementAndGet();
                        reading.run();
                        return mine;
                    });
            lanes.of(0).submit(task);
            return task;
        });
        transport.listen(ADDRESS, service);
        connection = transport.connect(ADDRESS, WAIT);
    }

    @AfterEach
    void close() {
        released.countDown();
        transport.close();
        lanes.close();
        timer.shutdownNow();
    }

    private DataQueue start(FakeWork newWork) {
        return start("wf-1", 0, newWork);
    }

    private DataQueue start(String workflow, long stallMillis, FakeWork newWork) {
        work = newWork;
        TaskSpec spec = spec(workflow, new TaskSpec.Limits(10, stallMillis, 0));
        return DataQueue.open(connection, ServerVerbs.TASK_RUN, Message.of(Json.write(spec)));
    }

    private static TaskSpec spec(String workflow, TaskSpec.Limits limits) {
        return new TaskSpec(
                new TaskSpec.Id(workflow, "map-1", JobKind.MAP, 0, 0, 0),
                TaskSpec.Inputs.ofGroups(List.of(1L), List.of(), List.of()),
                TaskSpec.Outputs.ofGroups(List.of(2L)),
                new TaskSpec.Code("f", List.of(), Map.of(), List.of()),
                limits,
                new ClusterMap("c", 1, List.of(), 1),
                List.of());
    }

    private FakeWork unresponsive() {
        return FakeWork.of(() -> {
            boolean interrupted = false;
            while (released.getCount() > 0) {
                interrupted |= Thread.interrupted();
            }
            return interrupted ? DONE : Progress.NONE;
        });
    }

    @Test
    void taskWeightIsWorkflowPriority() {
        TaskSpec spec = spec("wf-1", new TaskSpec.Limits(30, 0, 0));
        assertThat(new TaskExecution(spec, null, services, s -> work).weight()).isEqualTo(30);
    }

    @Test
    void trailerContainsFinalProgress() {
        try (DataQueue task = start(FakeWork.of(() -> DONE))) {
            assertThat(Json.read(task.awaitEnd(WAIT), Progress.class, "progress"))
                    .isEqualTo(DONE);
        }
    }

    @Test
    void reportsProgressWhileTaskRuns() {
        try (DataQueue task = start(unresponsive())) {
            ByteBuf frame = task.take(WAIT);
            byte[] json = new byte[frame.readableBytes()];
            frame.readBytes(json).release();
            assertThat(Json.read(json, Progress.class, "progress")).isEqualTo(FakeWork.UNDER_WAY);
        }
    }

    @Test
    void reportsTaskErrorAndClosesWork() {
        FakeWork failing = FakeWork.of(() -> {
            throw new SssException(ErrorCode.USER_CODE, "boom");
        });
        try (DataQueue task = start(failing)) {
            assertThatThrownBy(() -> task.awaitEnd(WAIT)).hasMessage("boom");
        }
        await().until(() -> failing.closed);
    }

    @Test
    void taskCancelledWhileWaitingNeverStarts() {
        DataQueue first = start(unresponsive());
        await().until(() -> started.get() == 1);
        start(FakeWork.of(() -> DONE)).close();
        released.countDown();
        first.awaitEnd(WAIT);
        assertThat(Json.read(start(FakeWork.of(() -> DONE)).awaitEnd(WAIT), Progress.class, "progress"))
                .isEqualTo(DONE);
        assertThat(started).hasValue(2);
    }

    @Test
    void unresponsiveTaskLosesItsSlot() {
        FakeWork unresponsive = unresponsive();
        DataQueue hanging = start(unresponsive);
        await().until(() -> started.get() == 1);
        hanging.close();
        try (DataQueue next = start(FakeWork.of(() -> DONE))) {
            assertThat(Json.read(next.awaitEnd(WAIT), Progress.class, "progress"))
                    .isEqualTo(DONE);
        }
        assertThat(unresponsive.cancelled).isTrue();
        assertThat(lanes.of(0).lostCount()).isEqualTo(1);
    }

    @Test
    void stalledTaskFailsWithItsLocationAndLosesItsSlot() {
        FakeWork unresponsive = unresponsive();
        try (DataQueue stalled = start("wf-1", 1_000, unresponsive)) {
            assertThatThrownBy(() -> stalled.awaitEnd(WAIT))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                    .hasMessageContaining("key <k>")
                    .hasMessageContaining("Busy.java:7")
                    .hasMessageContaining("stallTimeout");
        }
        assertThat(Json.read(start(FakeWork.of(() -> DONE)).awaitEnd(WAIT), Progress.class, "progress"))
                .isEqualTo(DONE);
        assertThat(unresponsive.cancelled).isTrue();
        assertThat(lanes.of(0).lostCount()).isEqualTo(1);
    }

    @Test
    void stalledFunctionLoadingFailsTask() {
        reading = () -> Endless.untilReleased(released);
        try (DataQueue stalled = start("wf-1", 1_000, FakeWork.of(() -> DONE))) {
            assertThatThrownBy(() -> stalled.awaitEnd(WAIT))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                    .hasMessageContaining("reading the functions of the job")
                    .hasMessageContaining("Endless.untilReleased(Endless.java:")
                    .hasMessageContaining("stallTimeout");
        }
        reading = () -> {};
        assertThat(Json.read(start(FakeWork.of(() -> DONE)).awaitEnd(WAIT), Progress.class, "progress"))
                .isEqualTo(DONE);
        assertThat(lanes.of(0).lostCount()).isEqualTo(1);
    }

    @Test
    void progressContainsLocationOfStalledTask() {
        try (DataQueue stalled = start(unresponsive())) {
            await().atMost(WAIT).until(() -> {
                ByteBuf frame = stalled.take(WAIT);
                byte[] json = new byte[frame.readableBytes()];
                frame.readBytes(json).release();
                String at = Json.read(json, Progress.class, "progress").at();
                return at != null && at.startsWith("task 0, key <k> at Busy.map(Busy.java:7), for ");
            });
        }
    }

    @Test
    void interruptOfTaskDoesNotReachNextOne() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            CountDownLatch running = new CountDownLatch(1);
            FakeWork[] endsWhenCancelled = new FakeWork[1];
            endsWhenCancelled[0] = FakeWork.of(() -> {
                running.countDown();
                while (!endsWhenCancelled[0].cancelled) {
                    Thread.onSpinWait();
                }
                return DONE;
            });
            DataQueue cancelled = start(endsWhenCancelled[0]);
            running.await();
            cancelled.close();
            try (DataQueue next = start(FakeWork.of(() -> Thread.interrupted() ? Progress.NONE : DONE))) {
                assertThat(Json.read(next.awaitEnd(WAIT), Progress.class, "progress"))
                        .isEqualTo(DONE);
            }
        }
    }

    /** Work that the test controls. */
    private static final class FakeWork implements TaskWork {
        static final Progress UNDER_WAY = new Progress(1, 10, 0, 0, Map.of());
        private final Supplier<Progress> course;
        volatile boolean cancelled;
        volatile boolean closed;

        private FakeWork(Supplier<Progress> course) {
            this.course = course;
        }

        static FakeWork of(Supplier<Progress> course) {
            return new FakeWork(course);
        }

        @Override
        public Progress run() {
            return course.get();
        }

        @Override
        public Progress progress() {
            return UNDER_WAY;
        }

        @Override
        public long signs() {
            return 0;
        }

        @Override
        public CallSite site(Thread thread) {
            return new CallSite(
                    "key <k>", new StackTraceElement[] {new StackTraceElement("Busy", "map", "Busy.java", 7)});
        }

        @Override
        public SssException ended(CallSite site, String what) {
            return new SssException(ErrorCode.USER_CODE, what + "; it was at " + site.text());
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
