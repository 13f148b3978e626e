package org.sss.server.coordinator.run;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A client that watches a workflow. A client that does not read misses frames, but not the last one. Thread-safe. */
final class Follow implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Follow.class);
    private static final long PERIOD_MILLIS = 200;

    private final Stream stream;
    private final RunContext context;
    /** Guarded by this, as what follows. */
    private Future<?> ticks;
    private boolean finished;

    Follow(Stream stream, RunContext context) {
        this.stream = stream;
        this.context = context;
    }

    void start(WorkflowRun run) {
        synchronized (this) {
            ticks = context.timer().scheduleAtFixedRate(() -> tick(run), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
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
        if (stop()) {
            context.executor().execute(() -> sendLast(status));
        }
    }

    private void sendLast(WorkflowStatus status) {
        try {
            stream.send(frame(status));
            stream.end(new byte[0]);
        } catch (SssException e) {
            LOG.debug("Nobody waited for the end of {}: {}", status.id(), e.getMessage());
        }
    }

    private synchronized boolean stop() {
        boolean first = !finished;
        finished = true;
        if (ticks != null) {
            ticks.cancel(false);
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
