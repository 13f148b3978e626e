package org.sss.server.coordinator.execution;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.timing.SharedTimer;

/**
 * The stream of a client that follows a workflow. A client that does not read misses frames, but not the last one. If a
 * status is too large for a frame, the stream fails with that error, and the client may request the status.
 * Thread-safe.
 */
final class WorkflowSubscription implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WorkflowSubscription.class);
    static final long PERIOD_MILLIS = 200;

    private static final byte[] NOTHING = {};

    private final Stream stream;
    private final RunContext context;
    private final SharedTimer ticks;
    /** The workflow, or null if it had ended before. Guarded by this, like the following fields. */
    private WorkflowRun run;
    /** The registered callback, or null. */
    private Runnable tick;

    private boolean finished;

    WorkflowSubscription(Stream stream, RunContext context, SharedTimer ticks) {
        this.stream = stream;
        this.context = context;
        this.ticks = ticks;
    }

    void start(WorkflowRun watched) {
        synchronized (this) {
            run = watched;
            run.add(this);
            tick = this::tick;
            ticks.add(tick);
        }
        WorkflowStatus end = watched.over().getNow(null);
        if (end != null) {
            finish(end, Json.asMessage(end)); // it may have ended before it was added
        }
    }

    private synchronized void tick() {
        if (finished) {
            return;
        }
        try {
            WorkflowStatus status = run.status();
            if (!status.state().isOver()) { // else it is about to be sent as the last one
                trySend(status, Json.message(status));
            }
        } catch (SssException e) {
            stop();
            stream.fail(e);
        }
    }

    private boolean trySend(WorkflowStatus status, byte[] json) {
        ByteBuf frame = frame(status, json);
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
            return sent;
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    void finish(WorkflowStatus status) {
        finish(status, Json.asMessage(status));
    }

    /**
     * Sends the final status and ends the stream. Idempotent.
     *
     * @param message of the status, which followers share
     */
    void finish(WorkflowStatus status, Message message) {
        if (stop()) {
            sendEnd(status, message);
        }
    }

    /** Sends the end, on a thread that may block if the client reads slowly. Retries while no thread is free. */
    private void sendEnd(WorkflowStatus status, Message message) {
        try {
            if (!trySendLast(status, message)) {
                Work.execute(
                        context.executor(),
                        () -> sendLast(status, message),
                        "sending the end of workflow " + status.id());
            }
        } catch (SssException e) {
            LOG.debug("The end of {} is sent to a client later: {}", status.id(), e.getMessage());
            context.timer().schedule(() -> sendEnd(status, message), PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns false if sending would block, because the client has read too little. */
    private boolean trySendLast(WorkflowStatus status, Message message) {
        try {
            if (stream.isLocal()) {
                stream.end(message); // as it is: the reader takes it in place of a last frame
                return true;
            }
            boolean sent = trySend(status, message.bytes());
            if (sent) {
                stream.end(NOTHING);
            }
            return sent;
        } catch (SssException e) {
            failed(status, e);
            return true;
        }
    }

    /** Logs the failure and fails the stream, if the client has not disconnected. */
    private void failed(WorkflowStatus status, SssException e) {
        LOG.debug("The end of {} was not sent to a client: {}", status.id(), e.getMessage());
        stream.fail(e);
    }

    private void sendLast(WorkflowStatus status, Message message) {
        try {
            stream.send(frame(status, message.bytes()));
            stream.end(NOTHING);
        } catch (SssException e) {
            failed(status, e);
        }
    }

    private synchronized boolean stop() {
        boolean first = !finished;
        finished = true;
        if (run != null) {
            ticks.remove(tick);
            run.remove(this);
        }
        return first;
    }

    private static ByteBuf frame(WorkflowStatus status, byte[] json) {
        if (json.length > Stream.MAX_DATA_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "the status of workflow " + status.id() + " has " + json.length
                            + " bytes, which is too large to be followed; the workflow continues, request its status "
                            + "instead: sss job "
                            + status.id());
        }
        return Unpooled.wrappedBuffer(json);
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(Message trailer) {
        // The client sends nothing more; it still reads.
    }

    @Override
    public void onError(SssException error) {
        stop();
    }
}
