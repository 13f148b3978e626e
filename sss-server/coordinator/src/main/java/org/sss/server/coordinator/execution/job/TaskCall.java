package org.sss.server.coordinator.execution.job;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.TaskTimes;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** The coordinator's call of one attempt of a task on its node. Thread-safe. */
final class TaskCall implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TaskCall.class);
    private static final byte[] NONE = {};
    /** A task whose parameters and split are that small has a header below the limit. */
    private static final int SMALL = Stream.MAX_HEADER_BYTES / 8;

    private final int index;
    private final TaskSpec spec;
    private final NodeInfo node;
    private final JobTasks job;
    private volatile Progress progress = Progress.NONE;
    private volatile Connection connection;
    private volatile long startedNanos;
    private volatile long takenNanos;
    /** Guarded by this, like the following fields. Null until the stream is open; callbacks may arrive before. */
    private Stream stream;

    private volatile boolean ended;
    /** The error of the stream, from either side. */
    private SssException failure;

    /** @param index of the task in its job */
    TaskCall(int index, TaskSpec spec, NodeInfo node, JobTasks job) {
        this.index = index;
        this.spec = spec;
        this.node = node;
        this.job = job;
    }

    int index() {
        return index;
    }

    TaskSpec spec() {
        return spec;
    }

    NodeInfo node() {
        return node;
    }

    /** Time from the start of this attempt to its success, or to now; 0 if it has not started. */
    long millis() {
        long started = startedNanos;
        return TimeUnit.NANOSECONDS.toMillis(ended || started == 0 ? takenNanos : System.nanoTime() - started);
    }

    /** When this attempt has succeeded, after the given time; 0 if it has not. */
    long endMillis(long sinceNanos) {
        return ended ? TimeUnit.NANOSECONDS.toMillis(startedNanos + takenNanos - sinceNanos) : 0;
    }

    /** Returns whether this attempt has succeeded. */
    boolean hasEnded() {
        return ended;
    }

    /** When this attempt ran, once it has succeeded. */
    TaskTimes times(long jobStartNanos) {
        return TaskTimes.of(
                spec.id().task(),
                TimeUnit.NANOSECONDS.toMicros(startedNanos + takenNanos - jobStartNanos),
                TimeUnit.NANOSECONDS.toMicros(takenNanos),
                progress);
    }

    boolean hasStarted() {
        return startedNanos != 0;
    }

    Progress progress() {
        return progress;
    }

    /** Called when the sum of the job has it: a job may have very many tasks and subgroups. */
    void forgetLoad() {
        progress = progress.withLoad(null);
    }

    /** @throws SssException if the node cannot be called */
    void start(Connection to) {
        startedNanos = System.nanoTime();
        connection = to;
        attach(to.open(ServerVerbs.TASK_RUN.name(), header(to), this));
    }

    private Message header(Connection to) {
        Message header = Json.asMessage(spec);
        if (to.isLocal() && variableBytes(spec) < SMALL) {
            return header;
        }
        int bytes = header.bytes().length;
        if (bytes > Stream.MAX_HEADER_BYTES) {
            int split = spec.inputs().split() == null
                    ? 0
                    : Json.message(spec.inputs().split()).length;
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    spec + " cannot be sent to " + node + ": its description has "
                            + bytes + " bytes, and the limit is " + Stream.MAX_HEADER_BYTES + "; its split has " + split
                            + ", "
                            + "its parameters have " + Json.message(spec.code().parameters()).length
                            + ". Let a split contain the location of its tuples, not the"
                            + " tuples, and put large parameters into a group for the job to look into (with)");
        }
        return header;
    }

    private static long variableBytes(TaskSpec spec) {
        WorkflowSpec.SplitSpec split = spec.inputs().split();
        long bytes =
                split == null ? 0 : split.data().length + split.description().length();
        for (Map.Entry<String, String> parameter : spec.code().parameters().entrySet()) {
            bytes += parameter.getKey().length() + parameter.getValue().length();
        }
        return bytes;
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

    /** Cancels the task on the node; does nothing if it has ended. */
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
    public void onEnd(Message trailer) {
        progress = Json.read(trailer, Progress.class, "the end of " + spec);
        Stream open;
        takenNanos = System.nanoTime() - startedNanos;
        synchronized (this) {
            ended = true;
            open = stream;
            stream = null; // within one process, it references the whole task
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
            LOG.debug("The stream of an ended task has failed", e);
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
        job.failed(this, wasNodeLost(error) ? TaskFailure.ofNode(node, spec, error) : TaskFailure.at(node, error));
    }

    /** True if the node was lost. An error that the node itself reports has a remote trace. */
    private boolean wasNodeLost(SssException error) {
        return !connection.isOpen() || error.code() == ErrorCode.NODE_UNREACHABLE && error.remoteTrace() == null;
    }
}
