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
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;

/**
 * Sends the frames of one scan, or of one request for keys, as fast as the client accepts them. At most one thread of
 * the executor works on it at a time, and none while there is no credit; callbacks only request another time slice.
 * Thread-safe.
 *
 * <pre>
 *   open --> slice --trySend--> ... no credit: the thread leaves --onWritable--> slice ... --> trailer
 * </pre>
 */
public final class ScanStream implements StreamHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ScanStream.class);
    /** Limits of a time slice (bytes sent, steps without any, time); then other scans get the thread. */
    private static final int SLICE_BYTES = 4 << 20;

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final String what;
    private final Stream stream;
    private final Supplier<? extends StreamFrames> opener;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final DataServerConfig config;
    private final Runnable onOver;
    /** Time slices that were requested and not used; above zero a thread is at work or about to be. */
    private final AtomicInteger requested = new AtomicInteger();

    private volatile SssException stopped;
    private volatile Future<?> stall;
    // the rest belongs to the thread that runs the time slice
    private StreamFrames frames;
    private ByteBuf waiting;
    private FileBlocks waitingRest;
    private boolean over;

    /**
     * @param what   names it in errors, for example {@code a scan}
     * @param onOver runs once, when all its resources are free
     */
    ScanStream(
            String what,
            Stream stream,
            Supplier<? extends StreamFrames> opener,
            Executor executor,
            ScheduledExecutorService timer,
            DataServerConfig config,
            Runnable onOver) {
        this.what = what;
        this.stream = stream;
        this.opener = opener;
        this.executor = executor;
        this.timer = timer;
        this.config = config;
        this.onOver = onOver;
    }

    /** Requests a time slice; does nothing else. */
    void requestSlice() {
        if (requested.getAndIncrement() == 0) {
            submit();
        }
    }

    private void submit() {
        try {
            executor.execute(this::runSlice);
        } catch (RejectedExecutionException e) {
            stopped = new SssException(ErrorCode.CLOSED, "the data server is stopping", e);
            runSlice();
        } catch (OutOfMemoryError e) {
            // The client can retry; nothing else would continue it.
            stopped = Work.refused(e, what);
            runSlice();
        }
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        stop(new SssException(ErrorCode.PROTOCOL, what + " takes no data from the client"));
    }

    @Override
    public void onEnd(Message trailer) {
        // nothing to do
    }

    @Override
    public void onError(SssException error) {
        stop(error);
    }

    @Override
    public void onWritable() {
        requestSlice();
    }

    /** Ends the scan; the next time slice reports it to the client and frees everything. */
    void stop(SssException why) {
        stopped = why;
        requestSlice();
    }

    private void runSlice() {
        int taken = requested.get();
        if (!over) {
            cancelStall();
            try {
                checkStopped();
                work();
            } catch (Throwable t) {
                finish(SssException.of(t, what + " failed"));
            }
        }
        if (requested.addAndGet(-taken) > 0) {
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
        long startNanos = System.nanoTime();
        for (int sent = 0; sent < SLICE_BYTES && System.nanoTime() - startNanos < SLICE_NANOS; ) {
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
            sent += bytes == DataVerbs.SIGN_OF_LIFE_BYTES ? SLICE_BYTES : bytes;
        }
        requested.incrementAndGet(); // continues after others had the thread
    }

    private int waitingBytes() {
        return waiting.readableBytes() + (waitingRest == null ? 0 : waitingRest.bytes());
    }

    private boolean trySend() {
        return waitingRest == null ? stream.trySend(waiting) : stream.trySend(waiting, waitingRest.ranges());
    }

    private void awaitCredit() {
        stall = timer.schedule(
                this::stopUnlessRequested, config.requests().stallTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * The client may have granted credit in time while the time slice for it is still queued: many scans wait for a
     * thread.
     */
    private void stopUnlessRequested() {
        if (requested.getAndIncrement() == 0) { // else a time slice is due, which waits again if it must
            stopped = new SssException(
                    ErrorCode.TIMEOUT,
                    what + " was cut: its client took nothing for "
                            + config.requests().stallTimeout().toMillis() + " ms");
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
        } catch (RuntimeException e) { // the client has got an answer
            LOG.warn("what {} has read could not be closed", what, e);
        }
    }

    private void fail(SssException failure) {
        if (failure != null) {
            stream.fail(failure);
        }
    }

    private void releaseWaiting() {
        ByteBuf head = waiting;
        FileBlocks rest = waitingRest;
        waiting = null;
        waitingRest = null;
        if (head != null) {
            head.release();
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
