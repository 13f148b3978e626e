package org.sss.server.coordinator.execution.job;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Relocations;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleState;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** The coordinator's stream to one node that takes part in a shuffle. Thread-safe. */
final class ShuffleCall implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ShuffleCall.class);
    private static final byte[] NONE = {};
    private static final int NOT_READY = ShuffleState.READY - 1;

    private final NodeInfo node;
    private final ShuffleSpec spec;
    private final Runnable changed;
    private volatile Stream stream;
    private volatile SssException error;
    /** The latest step that the node has ended. */
    private volatile int ended = NOT_READY;

    private volatile long changedNanos = System.nanoTime();
    private volatile ShuffleTimes times = ShuffleTimes.NONE;
    private volatile Relocations relocations;
    private volatile String chosen;

    /** @param changed called after each change, from any thread */
    ShuffleCall(NodeInfo node, ShuffleSpec spec, Runnable changed) {
        this.node = node;
        this.spec = spec;
        this.changed = changed;
    }

    NodeInfo node() {
        return node;
    }

    /** @throws SssException if the node cannot be called */
    void start(Connection to) {
        stream = to.open(ServerVerbs.SHUFFLE_RUN.name(), Json.message(spec), this);
    }

    void send(ShuffleStep step) {
        changedNanos = System.nanoTime();
        try {
            stream.send(Unpooled.wrappedBuffer(Json.message(step)));
        } catch (SssException e) {
            if (error == null) {
                onError(e);
            }
        }
    }

    boolean hasEnded(int step) {
        return ended >= step;
    }

    /** When the node last moved a block or ended a step. */
    long changedNanos() {
        return changedNanos;
    }

    SssException error() {
        return error;
    }

    ShuffleTimes times() {
        return times;
    }

    /** What was stored elsewhere than at its owner, after the last step, or null. */
    Relocations relocations() {
        return relocations;
    }

    /** The method that was chosen, or null. */
    String chosen() {
        return chosen;
    }

    @Override
    public void onData(ByteBuf data) {
        byte[] json = new byte[data.readableBytes()];
        data.readBytes(json);
        data.release();
        ShuffleState state = Json.read(json, ShuffleState.class, "the state of " + spec.key());
        Stream open = stream;
        if (open != null) {
            open.grant(json.length);
        }
        changedNanos = System.nanoTime();
        if (state.times() != null) {
            times = state.times();
        }
        if (state.chosen() != null) {
            chosen = state.chosen();
        }
        if (state.held() != null) {
            relocations = state.held();
        }
        if (state.times() != null || state.step() == ShuffleState.READY) {
            ended = state.step();
        }
        changed.run();
    }

    @Override
    public void onEnd(Message trailer) {
        // After the end of this side; an earlier end leaves the step unfinished, which the timeout reports.
    }

    @Override
    public void onError(SssException failure) {
        error = failure;
        changed.run();
    }

    /** @param complete whether all steps have been taken */
    void close(boolean complete) {
        Stream open = stream;
        if (open == null) {
            return;
        }
        try {
            if (complete && error == null) {
                open.end(NONE);
            } else {
                open.fail(SssException.withoutTrace(ErrorCode.CANCELLED, spec.key() + " was stopped"));
            }
        } catch (SssException e) {
            LOG.debug("The stream of {} has failed", spec.key(), e);
        }
    }
}
