package org.sss.net.rpc;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.SpinThenPark;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * Lets a thread take the frames of a stream and wait for them. Buffers at most the stream's window, since credit is
 * granted only when frames are taken. Thread-safe; meant for one consumer.
 *
 * <pre>
 *   try (DataQueue blocks = DataQueue.ask(connection, "scan", header)) {
 *       for (ByteBuf b = blocks.take(wait); b != null; b = blocks.take(wait)) { ... b.release(); }
 *   }
 * </pre>
 */
public final class DataQueue implements StreamHandler, AutoCloseable {
    /** Received bytes that wake the reader before the next pause. */
    private static final int WAKING_BYTES = 256 << 10;

    private final StreamSlot slot = new StreamSlot();
    /** Whether this side has ended its direction. */
    private final boolean silent;

    private final Runnable whenReady;
    // All guarded by this.
    private final Queue<ByteBuf> frames = new ArrayDeque<>();
    private Message trailer;
    private SssException error;
    private int newBytes;
    private volatile boolean woken;

    private DataQueue(boolean silent, Runnable whenReady) {
        this.silent = silent;
        this.whenReady = whenReady;
    }

    /** At the acceptor: the handler of {@code stream}. */
    public DataQueue(Stream stream) {
        this(false, () -> {});
        slot.attach(stream);
    }

    /** Opens a stream and receives what the peer sends on it. */
    public static DataQueue open(Connection connection, Verb verb, Message header) {
        DataQueue queue = new DataQueue(false, () -> {});
        queue.slot.attach(connection.open(verb.name(), header, queue));
        return queue;
    }

    /** The same for a request that is complete in its header: this side's direction has ended. */
    public static DataQueue ask(Connection connection, Verb verb, Message header) {
        return ask(connection, verb, header, () -> {});
    }

    /**
     * The same for a reader of several queues.
     *
     * @param whenReady runs in callbacks when {@link #isReady} may have become true; must not wait or throw
     */
    public static DataQueue ask(Connection connection, Verb verb, Message header, Runnable whenReady) {
        DataQueue queue = new DataQueue(true, whenReady);
        queue.slot.attach(connection.openEnded(verb.name(), header, queue));
        return queue;
    }

    public Stream stream() {
        return slot.stream();
    }

    /**
     * Returns the next frame, which the caller owns, or null if the peer has ended its direction. Waits at most
     * {@code timeout}.
     *
     * @throws SssException {@link ErrorCode#TIMEOUT}, the error of the stream, or {@link ErrorCode#CLOSED} if it was
     *     closed
     */
    public ByteBuf take(Duration timeout) {
        ByteBuf frame;
        synchronized (this) {
            await(timeout);
            frame = frames.poll();
        }
        if (frame != null) {
            slot.grant(frame.readableBytes());
        }
        return frame;
    }

    /**
     * Spins for a short time before {@link #take} blocks: for answers that arrive about as fast as a thread wakes up.
     */
    public void spin() {
        SpinThenPark spin = new SpinThenPark();
        while (!woken && spin.pollsAgain()) {
            Thread.onSpinWait();
        }
    }

    /** Returns true if {@link #take} need not wait. */
    public synchronized boolean isReady() {
        return error != null || !frames.isEmpty() || trailer != null;
    }

    /** Returns the trailer of the peer's direction. Call it after {@link #take} has returned null. */
    public synchronized Message trailer() {
        if (trailer == null) {
            throw new IllegalStateException(slot + " has not ended yet");
        }
        return trailer;
    }

    /**
     * Waits until the peer has ended its direction, each frame at most {@code timeout}; further data is dropped.
     *
     * @return the trailer
     * @throws SssException as {@link #take}
     */
    public Message awaitEnd(Duration timeout) {
        for (ByteBuf frame = take(timeout); frame != null; frame = take(timeout)) {
            frame.release();
        }
        return trailer();
    }

    /** Releases frames that were not taken, and fails the stream unless both directions have ended. Idempotent. */
    @Override
    public void close() {
        if (isOver()) {
            return; // the usual case; creating an exception would dominate its cost
        }
        SssException closed = SssException.withoutTrace(ErrorCode.CLOSED, slot + " was closed by its reader");
        stop(closed);
        slot.fail(closed);
    }

    private synchronized boolean isOver() {
        return silent && trailer != null && frames.isEmpty();
    }

    @Override
    public void onData(ByteBuf data) {
        synchronized (this) {
            if (error == null) {
                frames.add(data);
                newBytes += data.readableBytes();
                if (newBytes >= WAKING_BYTES) {
                    wake();
                }
                return;
            }
        }
        data.release();
    }

    @Override
    public synchronized void onPause() {
        wake();
    }

    private void wake() {
        newBytes = 0;
        woken = true;
        notifyAll();
        whenReady.run();
    }

    @Override
    public synchronized void onEnd(Message peersTrailer) {
        trailer = peersTrailer;
        wake();
    }

    @Override
    public void onError(SssException failure) {
        stop(failure);
    }

    /** Drops buffered frames: after an error the reader either reads everything again or fails. */
    private synchronized void stop(SssException failure) {
        if (error == null) {
            error = failure;
        }
        frames.forEach(ByteBuf::release);
        frames.clear();
        wake();
    }

    private void await(Duration timeout) {
        long startNanos = System.nanoTime();
        while (!isReady()) {
            Callbacks.forbidWaiting("DataQueue.take");
            long leftNanos = timeout.toNanos() - (System.nanoTime() - startNanos);
            if (leftNanos <= 0) {
                throw new SssException(
                        ErrorCode.TIMEOUT, "nothing was received within " + timeout.toMillis() + " ms on " + slot);
            }
            awaitNotify(leftNanos);
        }
        if (error != null) {
            throw new SssException(error.code(), error.getMessage(), error, error.remoteTrace());
        }
    }

    private void awaitNotify(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(nanos, 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for data on " + slot, e);
        }
    }
}
