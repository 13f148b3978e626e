package org.sss.dataserver.copy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.GroupImport;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * The stream of one {@code data.replicate}: reports progress while the copy waits or runs, ends it when the requester
 * is gone, the group is dropped, or nothing moves, and answers. Thread-safe.
 */
final class Replication implements StreamHandler {
    private final Replicate request;
    private final Stream stream;
    private final Duration patience;

    private volatile SssException stopped;
    private volatile GroupImport group; // null before the copy runs
    private volatile long movedNanos;
    // The rest is guarded by this.
    private DataQueue reading; // null before the first source
    private long fetchedBytes;
    private boolean over;

    /** @param patience how long nothing may move */
    Replication(Replicate request, Stream stream, Duration patience) {
        this.request = request;
        this.stream = stream;
        this.patience = patience;
    }

    Replicate request() {
        return request;
    }

    /** How long a source may send nothing. */
    Duration patience() {
        return patience;
    }

    /** Opens the group, does the work, and answers. */
    void run(Supplier<GroupImport> open, Function<GroupImport, CommittedPart> work) {
        try {
            movedNanos = System.nanoTime();
            check();
            group = open.get();
            answer(work.apply(group));
        } catch (Throwable t) {
            fail(SssException.of(t, "copying group " + request.group().id()));
        }
    }

    private synchronized void answer(CommittedPart part) {
        if (!over) {
            over = true;
            stream.end(Json.asMessage(part));
        }
    }

    /** Answers with an error. */
    synchronized void fail(SssException why) {
        if (!over) {
            over = true;
            stream.fail(why);
        }
    }

    /** Ends the work soon, with this reason. */
    void stop(SssException why) {
        DataQueue open;
        synchronized (this) {
            if (stopped != null) {
                return;
            }
            stopped = why;
            open = reading;
            notifyAll();
        }
        if (open != null) {
            open.close();
        }
    }

    /** @throws SssException the reason why the work must end */
    void check() {
        SssException why = stopped;
        if (why != null) {
            throw new SssException(why.code(), why.getMessage(), why);
        }
        GroupImport target = group;
        if (target != null) {
            target.checkUsable();
        }
    }

    /** The work waits for this queue from now on. */
    void reads(DataQueue queue) {
        synchronized (this) {
            reading = queue;
        }
        if (stopped != null) {
            queue.close();
        }
    }

    /** The work continues; so many bytes were fetched. */
    void moved(long bytes) {
        movedNanos = System.nanoTime();
        if (bytes > 0) {
            synchronized (this) {
                fetchedBytes += bytes;
            }
        }
        check();
    }

    /** Waits, unless the work must end. */
    void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            synchronized (this) {
                for (long left = nanos; left > 0 && stopped == null; left = end - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while copying a group", e);
        }
        check();
    }

    /** Called twice a second. */
    void tick() {
        try {
            report();
            if (group != null) {
                check();
                checkMoves();
            }
        } catch (SssException e) {
            stop(e);
            fail(e);
        }
    }

    private void checkMoves() {
        long idle = System.nanoTime() - movedNanos;
        if (idle > patience.toNanos()) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "copying group " + request.group().id() + " to " + group.path("") + " has not moved for "
                            + TimeUnit.NANOSECONDS.toMillis(idle) + " ms: its source or the disk hangs");
        }
    }

    private synchronized void report() {
        if (over) {
            return;
        }
        ByteBuf frame = Unpooled.buffer(Long.BYTES).writeLong(fetchedBytes);
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        SssException why = new SssException(ErrorCode.PROTOCOL, "a request for copies takes no data");
        stop(why);
        fail(why);
    }

    @Override
    public void onEnd(Message trailer) {
        // the request is complete in its header
    }

    @Override
    public void onError(SssException error) {
        stop(error);
    }
}
