package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.sss.net.transport.ring.RingSender;

/**
 * Frames on their way from any thread to the socket of a channel. Many frames share one flush, and no frame waits for
 * a later one: the event loop writes all queued frames and flushes. Every byte counts until the socket has it, here and
 * in the memory that all connections share. A {@link RingSender} may take the place of the socket. Thread-safe.
 */
final class WriteQueue {
    /** Above this no more data frames are accepted, so that a slow socket does not fill the memory. */
    static final int HIGH_BYTES = 4 << 20;
    /** The same while all connections together have queued too much. */
    static final int SHORT_HIGH_BYTES = 128 << 10;
    /**
     * Limit of queued control frames; above it the peer is considered not to read. Data frames do not count: senders
     * that wake together may each add one, but there are not many more of them than threads of this process. Frames
     * that open streams have a separate limit of the same size, since this side alone causes them.
     */
    static final int MAX_CONTROL_BYTES = 4 * HIGH_BYTES;
    /** The same while all connections together have queued too much. */
    static final int SHORT_MAX_CONTROL_BYTES = HIGH_BYTES + (2 << 20);
    /** Above this, errors are sent in brief form: those of all streams of a connection fit into the rest. */
    static final int CROWDED_BYTES = 1 << 20;

    private static final int FRAMES_PER_FLUSH = 64;
    /** As much is taken from the queue for a ring at once, or one larger frame. */
    private static final int TAKEN_BYTES = 256 << 10;

    private final Channel channel;
    private final SendMemory memory;
    private final Runnable onWritable;
    private final Runnable onOverflow;
    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    /** Subsets of {@link #queuedBytes}. */
    private final AtomicLong controlBytes = new AtomicLong();

    private final AtomicLong openBytes = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean refused = new AtomicBoolean();
    /** Event loop only, as are the next fields. Takes the frames instead of the socket, or null. */
    private RingSender ring;

    private Runnable onWaiting;
    private Consumer<Throwable> onFailure;
    /** From {@link #firstTaken} to {@link #copied} those whose copies in the ring are not checked yet, then others. */
    private final Frame[] taken = new Frame[FRAMES_PER_FLUSH];

    private int firstTaken;
    private int copied;
    private int endTaken;

    /**
     * @param memory shared by all connections of a transport
     * @param onWritable runs on the event loop when at least half is free after {@link #isWritable} was false
     * @param onOverflow runs on the event loop when the peer reads nothing while control frames accumulate
     */
    WriteQueue(Channel channel, SendMemory memory, Runnable onWritable, Runnable onOverflow) {
        this.channel = channel;
        this.memory = memory;
        this.onWritable = onWritable;
        this.onOverflow = onOverflow;
    }

    /**
     * Only enqueues; the caller calls {@link #flush} after it has released its locks. Owns the buffers; data may be
     * null.
     */
    void add(ByteBuf head, ByteBuf data) {
        boolean isControl = data == null;
        enqueue(
                head,
                isControl ? List.of() : List.of(data),
                isControl ? 0 : data.readableBytes(),
                isControl ? controlBytes : null);
    }

    /** As {@link #add(ByteBuf, ByteBuf)} for the first frame of a stream. */
    void addOpen(ByteBuf frame) {
        enqueue(frame, List.of(), 0, openBytes);
    }

    /**
     * As {@link #add(ByteBuf, ByteBuf)}. Bytes of files count like bytes in memory, so that all streams get their
     * share.
     */
    void addFiles(ByteBuf head, List<? extends FileRegion> data) {
        int bytes = 0;
        for (FileRegion region : data) {
            bytes += (int) region.count();
        }
        enqueue(head, data, bytes, null);
    }

    private void enqueue(ByteBuf head, List<? extends ReferenceCounted> data, int dataBytes, AtomicLong counter) {
        int bytes = head.readableBytes() + dataBytes;
        queuedBytes.addAndGet(bytes);
        if (counter != null) {
            counter.addAndGet(bytes);
        }
        memory.add(bytes);
        frames.add(new Frame(head, data, bytes, counter));
    }

    void flush() {
        if (!frames.isEmpty() && scheduled.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(this::drain);
            } catch (RejectedExecutionException e) {
                scheduled.set(false);
                releaseAll();
            }
        }
    }

    /**
     * Returns true if data frames may be added; if not, {@code onWritable} runs later, or the channel closes. Once
     * refused, it stays false until half is free: otherwise streams that get credit for bytes just written would take
     * the room of waiting streams for ever.
     */
    boolean isWritable() {
        if (!refused.get() && hasRoom()) {
            return true;
        }
        refused.set(true);
        return hasMuchRoom();
    }

    /** Bytes that the socket does not have yet. */
    long queuedBytes() {
        return queuedBytes.get();
    }

    /** Returns true if so many control bytes are queued that the connection shall be closed. */
    boolean isOverfull() {
        return controlBytes.get() > (memory.isShort() ? SHORT_MAX_CONTROL_BYTES : MAX_CONTROL_BYTES);
    }

    /**
     * Returns true if so many control bytes are queued that errors shall be brief: those of many streams would fill the
     * rest.
     */
    boolean isCrowded() {
        return controlBytes.get() > CROWDED_BYTES;
    }

    /** Returns true if so many frames that open streams are queued that no more are accepted. */
    boolean hasManyOpens() {
        return openBytes.get() > MAX_CONTROL_BYTES;
    }

    private boolean hasRoom() {
        return queuedBytes.get() < highBytes();
    }

    private int highBytes() {
        return memory.isShort() ? SHORT_HIGH_BYTES : HIGH_BYTES;
    }

    /** Half free, so that waiting senders wake for many frames, and not all of them for each written frame. */
    private boolean hasMuchRoom() {
        return queuedBytes.get() < highBytes() / 2;
    }

    /**
     * On the event loop: frames that the socket does not have yet go to {@code sender}.
     *
     * @param whenWaiting runs on the event loop when a frame waits for room, which ends by {@link #resume}
     * @param whenFailed  closes the connection
     */
    void switchTo(RingSender sender, Runnable whenWaiting, Consumer<Throwable> whenFailed) {
        ring = sender;
        onWaiting = whenWaiting;
        onFailure = whenFailed;
    }

    /** On the event loop: there may be room in the ring, or the channel is closed. */
    void resume() {
        if (isWaiting() || !frames.isEmpty()) {
            drain();
        }
    }

    /** On the event loop: returns true if frames wait for room in the ring. */
    boolean isWaiting() {
        return firstTaken < endTaken;
    }

    private void drain() {
        scheduled.set(false);
        if (!channel.isActive()) {
            releaseUntil(endTaken);
            releaseAll();
        } else if (ring == null) {
            drainToSocket();
        } else {
            drainToRing();
        }
        if (isOverfull() && channel.isActive()) {
            onOverflow.run();
        }
    }

    /**
     * Between an access to the ring and its next check, no frame is taken or released: the error of a ring that the
     * peer has destroyed is thrown at any statement there, and would lose the frame.
     */
    private void drainToRing() {
        try {
            while (take()) {
                while (copied < endTaken) {
                    if (taken[copied].copyTo(ring)) {
                        copied++;
                    } else if (ring.waitsForRoom()) {
                        releaseUntil(copied);
                        onWaiting.run();
                        return;
                    }
                }
                if (frames.isEmpty()) {
                    ring.flush();
                } else {
                    ring.check();
                }
                releaseUntil(copied);
            }
        } catch (Throwable t) { // the peer broke the protocol or destroyed the ring, or a file is too short
            onFailure.accept(t);
        }
    }

    /** Returns false if there are no frames. */
    private boolean take() {
        if (isWaiting()) {
            return true;
        }
        firstTaken = 0;
        copied = 0;
        endTaken = 0;
        int bytes = 0;
        while (endTaken < taken.length && bytes < TAKEN_BYTES) {
            Frame frame = frames.poll();
            if (frame == null) {
                break;
            }
            taken[endTaken++] = frame;
            bytes += frame.bytes;
        }
        return endTaken > 0;
    }

    private void releaseUntil(int end) {
        while (firstTaken < end) {
            Frame frame = taken[firstTaken];
            taken[firstTaken++] = null;
            frame.release();
        }
    }

    private void drainToSocket() {
        int count = 0;
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.write();
            if (++count % FRAMES_PER_FLUSH == 0) {
                channel.flush();
            }
        }
        channel.flush();
    }

    private void releaseAll() {
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.release();
        }
    }

    /** On the event loop, or by another thread after that has ended. */
    private void free(int bytes) {
        queuedBytes.addAndGet(-bytes);
        memory.free(bytes);
        if (refused.get() && hasMuchRoom() && refused.getAndSet(false)) {
            onWritable.run();
        }
    }

    /** Is notified when the socket has its bytes, or never will. */
    private final class Frame implements ChannelFutureListener {
        private final ByteBuf head;
        private final List<? extends ReferenceCounted> data;
        private final int bytes;
        private final AtomicLong counter;

        /**
         * @param data none for control frames
         * @param counter of this kind of frame, besides {@link #queuedBytes}; or null
         */
        Frame(ByteBuf head, List<? extends ReferenceCounted> data, int bytes, AtomicLong counter) {
            this.head = head;
            this.data = data;
            this.bytes = bytes;
            this.counter = counter;
        }

        void write() {
            if (!channel.isActive()) {
                release();
            } else if (data.isEmpty()) {
                channel.write(head).addListener(this);
            } else {
                channel.write(head, channel.voidPromise());
                int last = data.size() - 1;
                for (int i = 0; i < last; i++) {
                    channel.write(data.get(i), channel.voidPromise());
                }
                channel.write(data.get(last)).addListener(this);
            }
        }

        /** Returns false if the ring is full; the next call continues. */
        boolean copyTo(RingSender sender) throws IOException {
            if (!sender.write(head)) {
                return false;
            }
            for (ReferenceCounted each : data) {
                if (!(each instanceof ByteBuf bytes ? sender.write(bytes) : copy((FileRegion) each, sender))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean copy(FileRegion region, RingSender sender) throws IOException {
            long copied = -1;
            while (region.transferred() < region.count() && copied != 0) {
                copied = region.transferTo(sender.channel(), region.transferred());
            }
            return region.transferred() == region.count();
        }

        void release() {
            head.release();
            data.forEach(ReferenceCounted::release);
            gone();
        }

        @Override
        public void operationComplete(ChannelFuture written) {
            gone();
            if (!written.isSuccess() && channel.isActive()) {
                // Its head may have been sent, and the peer would read the next frame as the rest of it.
                channel.pipeline().fireExceptionCaught(written.cause());
            }
        }

        private void gone() {
            if (counter != null) {
                counter.addAndGet(-bytes);
            }
            free(bytes);
        }
    }
}
