package org.sss.server.coordinator.run;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.timing.Ticks;

/** A client that watches a workflow. A client that does not read misses frames, but not the last one. Thread-safe. */
final class Follow implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Follow.class);
    static final long PERIOD_MILLIS = 200;

    private static final byte[] NOTHING = {};

    private final Stream stream;
    private final RunContext context;
    private final Ticks ticks;
    /** What is called at ticks, or null. Guarded by this, as what follows. */
    private Runnable tick;
    private boolean finished;

    Follow(Stream stream, RunContext context, Ticks ticks) {
        this.stream = stream;
        this.context = context;
        this.ticks = ticks;
    }

    void start(WorkflowRun run) {
        synchronized (this) {
            tick = () -> tick(run);
            ticks.add(tick);
        }
        run.over().thenAccept(this::finish);
    }

    private synchronized void tick(WorkflowRun run) {
        if (finished) {
            return;
        }
        ByteBuf frame = frame(run.status());
        try {
            if (!stream.trySend(frame)) {
                frame.release();
            }
        } catch (SssException e) {
            frame.release();
            stop();
        }
    }

    /** Sends the final status and ends the stream. */
    void finish(WorkflowStatus status) {
        if (stop() && !trySendLast(status)) {
            context.executor().execute(() -> sendLast(status));
        }
    }

    /** False when the client has taken so little that it would have to be waited for. */
    private boolean trySendLast(WorkflowStatus status) {
        ByteBuf frame = frame(status);
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
            if (sent) {
                stream.end(NOTHING);
            }
            return sent;
        } catch (SssException e) {
            return noneWaited(status, e);
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    private static boolean noneWaited(WorkflowStatus status, SssException e) {
        LOG.debug("Nobody waited for the end of {}: {}", status.id(), e.getMessage());
        return true;
    }

    private void sendLast(WorkflowStatus status) {
        try {
            stream.send(frame(status));
            stream.end(NOTHING);
        } catch (SssException e) {
            noneWaited(status, e);
        }
    }

    private synchronized boolean stop() {
        boolean first = !finished;
        finished = true;
        if (tick != null) {
            ticks.remove(tick);
        }
        return first;
    }

    private static ByteBuf frame(WorkflowStatus status) {
        return Unpooled.wrappedBuffer(Json.write(status));
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
