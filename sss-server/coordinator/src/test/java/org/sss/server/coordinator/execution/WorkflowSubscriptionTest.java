package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.timing.SharedTimer;

class WorkflowSubscriptionTest {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final RunContext context = new RunContext(
            null,
            new RunContext.Stores(null, null, null, null, null),
            new Scheduling(Runnable::run, timer, Clock.systemUTC()),
            new JobDefaults(null, ShuffleDefaults.DIRECT),
            null);
    private final WorkflowRun run =
            new WorkflowRun("wf-1", new WorkflowSpec("long", List.of(), List.of()), null, context, null);

    /** A stream that accepts nothing while it is stuck. */
    private static final class Stuck implements Stream {
        volatile boolean reads;
        volatile boolean ended;
        volatile SssException failed;

        @Override
        public void send(ByteBuf data) {
            data.release();
        }

        @Override
        public boolean trySend(ByteBuf data) {
            if (reads) {
                data.release();
            }
            return reads;
        }

        @Override
        public void end(Message trailer) {
            ended = true;
        }

        @Override
        public void fail(SssException error) {
            failed = error;
        }

        @Override
        public void grant(int bytes) {
            // No client.
        }
    }

    @AfterEach
    void stopTimer() {
        timer.shutdownNow();
    }

    private WeakReference<WorkflowSubscription> followAndLeave() {
        WorkflowSubscription follow = new WorkflowSubscription(
                new Stuck(), context, new SharedTimer(timer, WorkflowSubscription.PERIOD_MILLIS));
        follow.start(run);
        follow.onError(new SssException(ErrorCode.NODE_UNREACHABLE, "the client has disconnected"));
        return new WeakReference<>(follow);
    }

    @Test
    void sendsEndEvenWithoutThread() {
        RunContext noThreads = new RunContext(
                null,
                new RunContext.Stores(null, null, null, null, null),
                new Scheduling(
                        work -> {
                            throw new OutOfMemoryError("unable to create native thread");
                        },
                        timer,
                        Clock.systemUTC()),
                new JobDefaults(null, ShuffleDefaults.DIRECT),
                null);
        Stuck client = new Stuck();
        new WorkflowSubscription(client, noThreads, new SharedTimer(timer, WorkflowSubscription.PERIOD_MILLIS))
                .finish(run.status());
        client.reads = true;
        await().until(() -> client.ended);
    }

    /** The client then asks for the status, which may be larger as an answer than as a frame. */
    @Test
    void failsIfStatusIsTooLargeForFrame() {
        Stuck client = new Stuck();
        client.reads = true;
        WorkflowStatus large = new WorkflowStatus(
                "wf-1", "x".repeat(Stream.MAX_DATA_BYTES), WorkflowStatus.State.SUCCEEDED, List.of(), null, 1, 2);
        new WorkflowSubscription(client, context, new SharedTimer(timer, WorkflowSubscription.PERIOD_MILLIS))
                .finish(large);
        assertThat(client.failed.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(client.failed).hasMessageContainingAll("the status of workflow wf-1", "sss job wf-1");
        assertThat(client.ended).isFalse();
    }

    /** Otherwise a client that reconnects often would fill the heap. */
    @Test
    void removesDisconnectedClient() {
        WeakReference<WorkflowSubscription> gone = followAndLeave();
        await().until(() -> {
            System.gc();
            return gone.refersTo(null);
        });
    }
}
