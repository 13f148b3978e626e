package org.sss.dataserver.scan;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.FileBlocks;
import org.sss.net.control.DataVerbs;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;

/**
 * Sends the frames of one scan, or of one request for keys, as fast as the client takes them. At most one thread of the
 * executor works on it at a time, and none while there is no credit; callbacks only ask for another turn. Thread-safe.
 *
 * <pre>
 *   open --> turn --trySend--> ... no credit: the thread leaves --onWritable--> turn ... --> trailer
 * </pre>
 */
public final class ScanStream implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ScanStream.class);
    /** After so many bytes, or as much work without any, or so long, other scans get the thread. */
    private static final int TURN_BYTES = 4 << 20;
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String what;
    private final Stream stream;
    private final Supplier<? extends StreamFrames> opener;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final DataServerConfig config;
    private final Runnable onOver;
    /** Turns that were asked for and not taken; above zero a thread is at work or about to be. */
    private final AtomicInteger asked = new AtomicInteger();
    private volatile SssException stopped;
    private volatile Future<?> stall;
    // the rest belongs to the thread whose turn it is
    private StreamFrames frames;
    private ByteBuf waiting;
    private FileBlocks waitingRest;
    private boolean over;

    /**
     * @param what   names it in errors, such as {@code a scan}
     * @param onOver runs once, when everything of it is free
     */
    ScanStream(String what, Stream stream, Supplier<? extends StreamFrames> opener, Executor executor,
            ScheduledExecutorService timer, DataServerConfig config, Runnable onOver) {
        this.what = what;
        this.stream = stream;
        this.opener = opener;
        this.executor = executor;
        this.timer = timer;
        this.config = config;
        this.onOver = onOver;
    }

    /** Asks for a turn; does nothing but that. */
    void ask() {
        if (asked.getAndIncrement() == 0) {
            submit();
        }
    }

    private void submit() {
        try {
            executor.execute(this::turn);
        } catch (RejectedExecutionException e) {
            stopped = new SssException(ErrorCode.CLOSED, "the data server is stopping", e);
            turn();
        } catch (OutOfMemoryError e) {
            // The client can try again; nobody else would ever go on with it.
            stopped = Work.refused(e, what);
            turn();
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        stop(new SssException(ErrorCode.PROTOCOL, what + " takes no data from the client"));
    }

    @Override
    public void onEnd(byte[] trailer) {
        // the client has nothing to say
    }

    @Override
    public void onError(SssException error) {
        stop(error);
    }

    @Override
    public void onWritable() {
        ask();
    }

    /** Ends the scan; the next turn tells the client and frees everything. */
    void stop(SssException why) {
        stopped = why;
        ask();
    }

    private void turn() {
        int taken = asked.get();
        if (!over) {
            cancelStall();
            try {
                checkStopped();
                work();
            } catch (Throwable t) {
                finish(SssException.of(t, what + " failed"));
            }
        }
        if (asked.addAndGet(-taken) > 0) {
            submit();
        }
    }

    private void checkStopped() {
        if (stopped != null) {
            throw stopped;
        }
    }

    private void work() {
        if (frames == null) {
            frames = opener.get();
        }
        long begunNanos = System.nanoTime();
        for (int sent = 0; sent < TURN_BYTES && System.nanoTime() - begunNanos < TURN_NANOS; ) {
            if (waiting == null) {
                waiting = frames.next();
                waitingRest = waiting == null ? null : frames.rest();
            }
            if (waiting == null) {
                stream.end(frames.trailer());
                finish(null);
                return;
            }
            int bytes = waitingBytes();
            if (!trySend()) {
                awaitCredit();
                return;
            }
            waiting = null;
            waitingRest = null;
            sent += bytes == DataVerbs.SIGN_OF_LIFE_BYTES ? TURN_BYTES : bytes;
        }
        asked.incrementAndGet(); // the thread goes on after others had it
    }

    private int waitingBytes() {
        return waiting.readableBytes() + (waitingRest == null ? 0 : waitingRest.bytes());
    }

    private boolean trySend() {
        return waitingRest == null ? stream.trySend(waiting) : stream.trySend(waiting, waitingRest.ranges());
    }

    private void awaitCredit() {
        stall = timer.schedule(this::stopUnlessAsked, config.stallTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The client may have taken something in time, and the turn for that not have come: many scans wait for theirs. */
    private void stopUnlessAsked() {
        if (asked.getAndIncrement() == 0) { // else a turn is due, which waits anew if it must
            stopped = new SssException(ErrorCode.TIMEOUT, what + " was cut: its client took nothing for "
                    + config.stallTimeout().toMillis() + " ms");
            submit();
        }
    }

    private void cancelStall() {
        Future<?> timeout = stall;
        if (timeout != null) {
            timeout.cancel(false);
            stall = null;
        }
    }

    private void finish(SssException failure) {
        if (over) {
            return;
        }
        over = true;
        try {
            Closing.all(() -> fail(failure), this::releaseWaiting, this::closeFrames, onOver);
        } catch (RuntimeException e) { // whoever has asked has got an answer
            LOG.warn("what {} has read could not be closed", what, e);
        }
    }

    private void fail(SssException failure) {
        if (failure != null) {
            stream.fail(failure);
        }
    }

    private void releaseWaiting() {
        ByteBuf begin = waiting;
        FileBlocks rest = waitingRest;
        waiting = null;
        waitingRest = null;
        if (begin != null) {
            begin.release();
        }
        if (rest != null) {
            rest.release();
        }
    }

    private void closeFrames() {
        if (frames != null) {
            frames.close();
        }
    }
}
