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
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.timing.Ticks;

/**
 * A client that watches a workflow. A client that does not read misses frames, but not the last one; one whose workflow has a status
 * too large for a frame is told so, and may ask for it. Thread-safe.
 */
final class WorkflowSubscription implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WorkflowSubscription.class);
    static final long PERIOD_MILLIS = 200;

    private static final byte[] NOTHING = {};

    private final Stream stream;
    private final RunContext context;
    private final Ticks ticks;
    /** What is watched, or null when that is over from the start. Guarded by this, as what follows. */
    private WorkflowRun run;
    /** What is called at ticks, or null. */
    private Runnable tick;
    private boolean finished;

    WorkflowSubscription(Stream stream, RunContext context, Ticks ticks) {
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
            finish(end); // it may have been too late to be told
        }
    }

    private synchronized void tick() {
        if (finished) {
            return;
        }
        try {
            trySend(run.status());
        } catch (SssException e) {
            stop();
            stream.fail(e);
        }
    }

    private boolean trySend(WorkflowStatus status) {
        ByteBuf frame = frame(status);
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

    /** Sends the final status and ends the stream. Idempotent. */
    void finish(WorkflowStatus status) {
        if (stop()) {
            tell(status);
        }
    }

    /** The client is told by a thread that may wait for it; as long as there is none, it is tried again whether the client takes it. */
    private void tell(WorkflowStatus status) {
        try {
            if (!trySendLast(status)) {
                Work.begin(context.executor(), () -> sendLast(status), "telling the end of workflow " + status.id());
            }
        } catch (SssException e) {
            LOG.debug("A client is told the end of {} later: {}", status.id(), e.getMessage());
            context.timer().schedule(() -> tell(status), PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** False when the client has taken so little that it would have to be waited for. */
    private boolean trySendLast(WorkflowStatus status) {
        try {
            boolean sent = trySend(status);
            if (sent) {
                stream.end(NOTHING);
            }
            return sent;
        } catch (SssException e) {
            failed(status, e);
            return true;
        }
    }

    /** Does nothing but to say so when nobody waited. */
    private void failed(WorkflowStatus status, SssException e) {
        LOG.debug("Nobody was told the end of {}: {}", status.id(), e.getMessage());
        stream.fail(e);
    }

    private void sendLast(WorkflowStatus status) {
        try {
            stream.send(frame(status));
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

    private static ByteBuf frame(WorkflowStatus status) {
        byte[] json = Json.write(status);
        if (json.length > Stream.MAX_DATA_BYTES) {
            throw new SssException(ErrorCode.TOO_LARGE, "the status of workflow " + status.id() + " has " + json.length
                    + " bytes, which is too large to be followed; the workflow goes on, ask for its status instead: sss job " + status.id());
        }
        return Unpooled.wrappedBuffer(json);
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(byte[] trailer) {
        // The client has nothing more to say; it still listens.
    }

    @Override
    public void onError(SssException error) {
        stop();
    }
}
