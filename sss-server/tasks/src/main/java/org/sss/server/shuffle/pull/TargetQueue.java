package org.sss.server.shuffle.pull;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DeadLink;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.shuffle.pull.PullFrames.Origin;
import org.sss.server.shuffle.staged.StagingMemory;

/**
 * The blocks of one shuffle that wait at this node until another node pulls them, in the order in which they came.
 * Thread-safe.
 *
 * <pre>
 *   tasks: add, waits while it is full ---> entries ---> stream of the node that pulls, as far as it has credit
 *          ended, failed: never wait
 * </pre>
 *
 * It is full at {@link #MAX_BYTES}, or when no memory is free. If it is empty, it takes a block in any case.
 */
final class TargetQueue implements StreamHandler {
    /** Several windows of a stream: a link that is ready never waits for tasks that write in bursts. */
    static final long MAX_BYTES = 8L << 20;

    private static final byte[] NONE = {};

    private final String shuffle;
    private final int self;
    private final NodeInfo target;
    private final StagingMemory memory;
    private final Duration stallTimeout;
    private final Executor executor;
    private final Runnable moved;
    private final Consumer<SssException> onFailure;
    /** Guarded by this, like all following fields. */
    private final Deque<Entry> entries = new ArrayDeque<>();

    private Stream stream;
    private SssException error;
    private boolean ending;
    private boolean ended;
    /** Of the blocks among the entries, and of the one that is being sent. */
    private long queuedBytes;

    private long movedNanos = System.nanoTime();
    private long waitedNanos;
    private long sentBlocks;
    private long sentBytes;

    /**
     * @param origin     null unless it is a block
     * @param takenBytes of memory
     */
    private record Entry(ByteBuf frame, Origin origin, int takenBytes, int bytes) {}

    /**
     * @param shuffle   names it in messages
     * @param executor  for work that does not block
     * @param moved     called after each frame that was sent; must not block
     * @param onFailure called at most once, from any thread, if the stream breaks; must not block
     */
    TargetQueue(
            String shuffle,
            int self,
            NodeInfo target,
            StagingMemory memory,
            Duration stallTimeout,
            Executor executor,
            Runnable moved,
            Consumer<SssException> onFailure) {
        this.shuffle = shuffle;
        this.self = self;
        this.target = target;
        this.memory = memory;
        this.stallTimeout = stallTimeout;
        this.executor = executor;
        this.moved = moved;
        this.onFailure = onFailure;
    }

    /**
     * Adds a block; waits while the queue is full.
     *
     * @throws SssException {@link ErrorCode#TIMEOUT} if it stays full and nothing moves for the stall timeout; {@link
     *     ErrorCode#CANCELLED} if interrupted; the error of the stream, or of {@link #close}
     */
    synchronized void add(Origin origin, int subgroup, int sequence, byte[] block, int length) {
        int bytes = PullFrames.BLOCK_HEADER_BYTES + length;
        int takenBytes = awaitRoom(bytes);
        boolean added = false;
        try {
            entries.add(
                    new Entry(PullFrames.block(origin, subgroup, sequence, block, length), origin, takenBytes, bytes));
            queuedBytes += bytes;
            added = true;
        } finally {
            if (!added) {
                memory.give(takenBytes);
            }
        }
        pump();
    }

    /** Returns the bytes of memory that were taken, maybe 0. */
    private int awaitRoom(int bytes) {
        checkOpen();
        int takenBytes = take(bytes);
        if (takenBytes >= 0) {
            return takenBytes;
        }
        Callbacks.forbidWaiting("TargetQueue.add");
        long startNanos = System.nanoTime();
        try {
            while (takenBytes < 0) {
                await(startNanos);
                checkOpen();
                takenBytes = take(bytes);
            }
            return takenBytes;
        } finally {
            waitedNanos += System.nanoTime() - startNanos;
        }
    }

    /** Returns -1 if there is no room. */
    private int take(int bytes) {
        if (queuedBytes > 0 && queuedBytes + bytes > MAX_BYTES) {
            return -1;
        }
        return memory.take(bytes) ? bytes : queuedBytes == 0 ? 0 : -1;
    }

    private void await(long startNanos) {
        long sinceNanos = System.nanoTime() - (movedNanos - startNanos > 0 ? movedNanos : startNanos);
        long leftNanos = stallTimeout.toNanos() - sinceNanos;
        if (leftNanos <= 0) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "node " + self + " has " + queuedBytes + " bytes of " + shuffle + " for node "
                            + target.id() + ", which took none of them for " + stallTimeout.toMillis()
                            + " ms; see the log of node " + target.id()
                            + " for a slow disk or a lack of memory, or raise net.stallTimeout");
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(leftNanos, 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(
                    ErrorCode.CANCELLED,
                    "interrupted while " + shuffle + " waited at node " + self + " for node " + target.id(),
                    e);
        }
    }

    private void checkOpen() {
        if (error != null) {
            throw new SssException(error.code(), error.getMessage(), error, error.remoteTrace());
        }
    }

    /** Adds the totals of an attempt that has sent all its blocks. */
    synchronized void ended(Origin origin, long tuples, long dataBytes) {
        checkOpen();
        entries.add(new Entry(PullFrames.ended(origin, tuples, dataBytes), null, 0, 0));
        pump();
    }

    /** Discards the blocks of an attempt that has failed, here and at the node that has pulled some of them. */
    synchronized void failed(Origin origin) {
        if (error != null) {
            return;
        }
        for (Iterator<Entry> all = entries.iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (origin.equals(entry.origin())) {
                all.remove();
                free(entry);
                entry.frame().release();
            }
        }
        entries.add(new Entry(PullFrames.failed(origin), null, 0, 0));
        notifyAll();
        pump();
    }

    /** No block follows: ends the stream when all entries were sent. */
    synchronized void end() {
        ending = true;
        pump();
    }

    /** Starts to send to the node that pulls. */
    void attach(Stream opened) {
        synchronized (this) {
            checkOpen();
            if (stream != null) {
                throw new SssException(
                        ErrorCode.ALREADY_EXISTS,
                        "node " + target.id() + " pulls " + shuffle + " from node " + self + " already");
            }
            stream = opened;
        }
        onWritable();
    }

    @Override
    public void onWritable() {
        Work.execute(executor, this::send, "sending blocks of " + shuffle + " to node " + target.id());
    }

    private synchronized void send() {
        pump();
    }

    /** Callbacks of this thread may change the fields while a frame is sent. */
    private void pump() {
        while (stream != null && error == null && !entries.isEmpty()) {
            Entry next = entries.remove();
            boolean sent = false;
            boolean over = true;
            try {
                sent = stream.trySend(next.frame());
                over = false;
            } catch (SssException e) {
                fail(e);
            } finally {
                if (sent) {
                    sent(next);
                } else if (over || error != null) {
                    free(next);
                    next.frame().release();
                } else {
                    entries.addFirst(next);
                }
            }
            if (!sent) {
                return;
            }
        }
        if (stream != null && error == null && ending && !ended) {
            ended = true;
            endStream();
        }
    }

    private void endStream() {
        try {
            stream.end(NONE);
        } catch (SssException e) {
            fail(e);
        }
    }

    private void sent(Entry entry) {
        free(entry);
        if (entry.origin() != null) {
            sentBlocks++;
            sentBytes += entry.bytes() - PullFrames.BLOCK_HEADER_BYTES;
        }
        movedNanos = System.nanoTime();
        notifyAll();
        moved.run();
    }

    private void free(Entry entry) {
        queuedBytes -= entry.bytes();
        memory.give(entry.takenBytes());
    }

    synchronized ShuffleTimes times() {
        return ShuffleTimes.sent(
                sentBlocks > 0 ? 1 : 0, sentBlocks, sentBytes, TimeUnit.NANOSECONDS.toMillis(waitedNanos));
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
        throw new SssException(ErrorCode.PROTOCOL, "node " + target.id() + " sent data on a stream on which it pulls");
    }

    @Override
    public void onEnd(Message trailer) {
        // It has nothing to send.
    }

    @Override
    public void onError(SssException failure) {
        fail(failure);
    }

    private void fail(SssException e) {
        SssException named = e.code() == ErrorCode.NODE_UNREACHABLE && e.remoteTrace() == null
                ? DeadLink.error(self, target, e)
                : new SssException(
                        e.code(),
                        "node " + target.id() + " pulls " + shuffle + " from node " + self + ": " + e.getMessage(),
                        e,
                        e.remoteTrace());
        if (stop(named)) {
            onFailure.accept(named);
        }
    }

    private synchronized boolean stop(SssException reason) {
        if (error != null) {
            return false;
        }
        error = reason;
        entries.forEach(entry -> {
            free(entry);
            entry.frame().release();
        });
        entries.clear();
        notifyAll();
        return true;
    }

    /**
     * Discards all blocks. Idempotent.
     *
     * @param reason for tasks that wait, and for the other node
     */
    void close(SssException reason) {
        Stream open;
        synchronized (this) {
            stop(reason);
            open = stream;
        }
        if (open != null) {
            open.fail(reason);
        }
    }
}
