package org.sss.server.shuffle;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleState;
import org.sss.net.control.ShuffleStep;
import org.sss.net.profile.Profile;
import org.sss.net.profile.ShuffleStepEvent;
import org.sss.net.rpc.Json;
import org.sss.net.transport.InterruptibleWork;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.shuffle.method.BlockServer;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.Relocator;
import org.sss.server.timing.SharedTimer;

/**
 * A node's part in one shuffle, and the stream on which the coordinator directs it. Steps run on the executor, one at a
 * time. Thread-safe.
 *
 * <pre>
 *   READY --step--> RUNNING --ended--> READY ...
 *     +---------------+--- the stream ends or fails ---> CLOSED: a running step is interrupted
 * </pre>
 */
final class ShuffleExecution implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ShuffleExecution.class);
    private static final byte[] NONE = {};

    private final ShuffleSpec spec;
    private final Stream stream;
    private final Executor executor;
    private final SharedTimer ticks;
    private final NodeShuffle shuffle;
    private final Runnable whenClosed;
    private final Runnable tick = this::tick;
    private final InterruptibleWork work = new InterruptibleWork();
    /** Guarded by this, like the following fields. */
    private ShuffleStep running;

    private boolean closed;
    private long reported = -1;

    /** @param whenClosed runs once, before the shuffle is closed */
    ShuffleExecution(
            ShuffleSpec spec,
            NodeShuffle shuffle,
            Stream stream,
            Executor executor,
            SharedTimer ticks,
            Runnable whenClosed) {
        this.spec = spec;
        this.shuffle = shuffle;
        this.stream = stream;
        this.executor = executor;
        this.ticks = ticks;
        this.whenClosed = whenClosed;
        if (shuffle instanceof BlockServer server) {
            server.onFailure(e -> {
                stream.fail(e);
                closeLater(() -> {});
            });
        }
    }

    NodeShuffle shuffle() {
        return shuffle;
    }

    /** Reports to the coordinator that tasks can start, once they can. */
    void prepare() {
        Work.execute(
                executor,
                () -> {
                    try {
                        if (shuffle instanceof Relocator relocator) {
                            relocator.prepare();
                        }
                        report(new ShuffleState(ShuffleState.READY, 0, null));
                    } catch (RuntimeException | Error e) {
                        stream.fail(SssException.of(e, "the start of " + spec.key()));
                        close();
                    }
                },
                "the start of " + spec.key());
    }

    @Override
    public void onData(ByteBuf data) {
        byte[] json = new byte[data.readableBytes()];
        data.readBytes(json);
        data.release();
        stream.grant(json.length);
        ShuffleStep step = Json.read(json, ShuffleStep.class, "a step of " + spec.key());
        synchronized (this) {
            if (closed) {
                return;
            }
            if (running != null) {
                throw new SssException(
                        ErrorCode.PROTOCOL, step + " of " + spec.key() + " came while " + running + " was running");
            }
            running = step;
        }
        Work.execute(executor, () -> run(step), step + " of " + spec.key());
    }

    private void run(ShuffleStep step) {
        if (!start()) {
            return;
        }
        ticks.add(tick);
        try {
            runRecorded(step);
            if (end()) {
                report(ended(step));
            }
        } catch (RuntimeException | Error e) {
            end();
            stream.fail(SssException.of(e, step + " of " + spec.key()));
            close();
        } finally {
            ticks.remove(tick);
        }
    }

    private void runRecorded(ShuffleStep step) {
        ShuffleStepEvent event = Profile.shuffleStep();
        shuffle.run(step);
        if (event != null) {
            event.job = spec.key().job();
            event.method = spec.method();
            event.step = step.name();
            event.partner = step.partner() == null ? -1 : step.partner();
            event.moved = shuffle.moved();
            event.commit();
        }
    }

    private ShuffleState ended(ShuffleStep step) {
        if (!(shuffle instanceof Relocator relocator)) {
            return new ShuffleState(step.number(), shuffle.moved(), shuffle.times());
        }
        Shuffle chosen = relocator.chosen();
        return new ShuffleState(
                step.number(),
                shuffle.moved(),
                shuffle.times(),
                step.name().equals(ShuffleStep.END) ? relocator.relocations() : null,
                chosen == null ? null : chosen.methodName());
    }

    private synchronized boolean start() {
        if (!closed) {
            work.start();
        }
        return !closed;
    }

    /** Returns false if the shuffle was closed. */
    private synchronized boolean end() {
        work.end();
        running = null;
        return !closed;
    }

    private void tick() {
        long moved = shuffle.moved();
        ShuffleStep step;
        synchronized (this) {
            step = moved == reported ? null : running;
            reported = moved;
        }
        if (step != null) {
            report(new ShuffleState(step.number(), moved, null));
        }
    }

    private void report(ShuffleState state) {
        ByteBuf frame = Unpooled.wrappedBuffer(Json.message(state));
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
        } catch (SssException e) {
            LOG.debug("The state of {} is no longer needed", spec.key());
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    @Override
    public void onEnd(Message trailer) {
        closeLater(this::reply);
    }

    /** The coordinator, or this node, may have left since. */
    private void reply() {
        try {
            stream.end(NONE);
        } catch (SssException e) {
            LOG.debug("The end of {} is not confirmed: {}", spec.key(), e.getMessage());
        }
    }

    @Override
    public void onError(SssException error) {
        closeLater(() -> {});
    }

    private void closeLater(Runnable then) {
        interrupt();
        try {
            Work.execute(
                    executor,
                    () -> {
                        close();
                        then.run();
                    },
                    "the end of " + spec.key());
        } catch (SssException e) {
            LOG.warn("{} is closed by the thread that reads the network, as no other is free", spec.key());
            close();
        }
    }

    /** No step starts after this. */
    private synchronized void interrupt() {
        closed = true;
        work.interrupt();
    }

    /** Idempotent. */
    void close() {
        interrupt();
        whenClosed.run();
        try {
            shuffle.close();
        } catch (SssException e) {
            LOG.warn("{} could not be closed: {}", spec.key(), e.getMessage());
        }
    }
}
