package org.sss.server.coordinator.execution;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.TaskSpec;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** One attempt of a task at its node, seen from the coordinator. Thread-safe. */
final class TaskCall implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TaskCall.class);
    private static final byte[] NONE = {};

    private final int place;
    private final TaskSpec spec;
    private final NodeInfo node;
    private final JobTasks job;
    private volatile Progress progress = Progress.NONE;
    private volatile Connection connection;
    private volatile long beganNanos;
    private volatile long millis;
    /** Guarded by this, as what follows. Null until the stream is open, and callbacks may come before. */
    private Stream stream;
    private volatile boolean ended;
    /** Why the stream has failed, by whichever side. */
    private SssException failure;

    /** @param place of the task in its job */
    TaskCall(int place, TaskSpec spec, NodeInfo node, JobTasks job) {
        this.place = place;
        this.spec = spec;
        this.node = node;
        this.job = job;
    }

    int place() {
        return place;
    }

    TaskSpec spec() {
        return spec;
    }

    NodeInfo node() {
        return node;
    }

    /** From the beginning of this attempt to its success, or to now; 0 when it has not begun. */
    long millis() {
        long began = beganNanos;
        return ended || began == 0 ? millis : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    boolean hasBegun() {
        return beganNanos != 0;
    }

    Progress progress() {
        return progress;
    }

    /** @throws SssException when the node cannot be asked */
    void start(Connection to) {
        beganNanos = System.nanoTime();
        connection = to;
        attach(to.open(ServerVerbs.TASK_RUN, header(), this));
    }

    private byte[] header() {
        byte[] header = Json.write(spec);
        if (header.length > Stream.MAX_HEADER_BYTES) {
            int split = spec.split() == null ? 0 : Json.write(spec.split()).length;
            throw new SssException(ErrorCode.TOO_LARGE, spec + " cannot be sent to " + node + ": what is said of it takes "
                    + header.length + " bytes, and " + Stream.MAX_HEADER_BYTES + " are the most; " + split + " are of its split, "
                    + Json.write(spec.parameters()).length + " of parameters. Let a split say where its tuples are rather than hold"
                    + " them, and put large parameters into a group for the job to look into (with)");
        }
        return header;
    }

    private void attach(Stream opened) {
        SssException why;
        boolean isEnded;
        synchronized (this) {
            why = failure;
            isEnded = ended;
            stream = isEnded ? null : opened;
        }
        if (isEnded) {
            end(opened);
        } else if (why != null) {
            opened.fail(why);
        }
    }

    /** Tells the node to stop; nothing happens when the task is over. */
    void cancel(SssException why) {
        Stream open;
        synchronized (this) {
            if (ended || failure != null) {
                return;
            }
            failure = why;
            open = stream;
        }
        if (open != null) {
            open.fail(why);
        }
    }

    @Override
    public void onData(ByteBuf data) {
        int bytes = data.readableBytes();
        byte[] json = new byte[bytes];
        data.readBytes(json);
        data.release();
        progress = Json.read(json, Progress.class, "the progress of " + spec);
        Stream open;
        synchronized (this) {
            open = stream;
        }
        if (open != null) {
            open.grant(bytes);
        }
    }

    @Override
    public void onEnd(byte[] trailer) {
        progress = Json.read(trailer, Progress.class, "the end of " + spec);
        Stream open;
        millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
        synchronized (this) {
            ended = true;
            open = stream;
            stream = null; // within a process, all of the task hangs on it
        }
        job.succeeded(this);
        if (open != null) {
            end(open);
        }
    }

    private static void end(Stream open) {
        try {
            open.end(NONE);
        } catch (SssException e) {
            LOG.debug("The stream of a task that is over was failed meanwhile", e);
        }
    }

    @Override
    public void onError(SssException error) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = error;
        }
        job.failed(this, wasNodeLost(error) ? TaskFailure.ofNode(node, spec, error) : TaskFailure.of(error));
    }

    /** What the node itself reports comes with a trace. */
    private boolean wasNodeLost(SssException error) {
        return !connection.isOpen() || error.code() == ErrorCode.NODE_UNREACHABLE && error.remoteTrace() == null;
    }
}
