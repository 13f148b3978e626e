package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames on their way from any thread to the event loop of a channel. Many frames share one flush, and no frame waits for
 * another one to come: the event loop takes all there are and flushes. Thread-safe.
 */
final class WriteQueue {
    /** Above this no more data frames are taken, so that a slow socket does not fill the memory. */
    static final int HIGH_BYTES = 4 << 20;
    /** More than this is not kept even of control frames: the peer does not read. */
    private static final int MAX_BYTES = 64 << 20;
    private static final int FRAMES_PER_FLUSH = 64;

    /** @param data null for control frames */
    private record Frame(ByteBuf head, ByteBuf data, int bytes) {
        void release() {
            head.release();
            if (data != null) {
                data.release();
            }
        }
    }

    private final Channel channel;
    private final Runnable onWritable;
    private final Runnable onOverflow;
    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean refused = new AtomicBoolean();

    /**
     * @param onWritable runs on the event loop when there is room again after {@link #isWritable} was false
     * @param onOverflow runs on the event loop when the peer reads nothing while more and more has to be told it
     */
    WriteQueue(Channel channel, Runnable onWritable, Runnable onOverflow) {
        this.channel = channel;
        this.onWritable = onWritable;
        this.onOverflow = onOverflow;
    }

    /** Only enqueues; whoever adds calls {@link #flush} after it has left its locks. Owns the buffers. */
    void add(ByteBuf head, ByteBuf data) {
        int bytes = head.readableBytes() + (data == null ? 0 : data.readableBytes());
        queuedBytes.addAndGet(bytes);
        frames.add(new Frame(head, data, bytes));
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

    /** Says whether data frames may be added; if not, {@code onWritable} runs later, or the channel closes. */
    boolean isWritable() {
        if (!channel.isWritable()) {
            return false;
        }
        if (queuedBytes.get() < HIGH_BYTES) {
            return true;
        }
        refused.set(true);
        return queuedBytes.get() < HIGH_BYTES;
    }

    private void drain() {
        scheduled.set(false);
        int count = 0;
        for (Frame frame = poll(); frame != null; frame = poll()) {
            write(frame);
            if (++count % FRAMES_PER_FLUSH == 0) {
                channel.flush();
            }
        }
        channel.flush();
        if (channel.isActive() && channel.bytesBeforeWritable() > MAX_BYTES) {
            onOverflow.run();
        }
        if (refused.getAndSet(false)) {
            onWritable.run();
        }
    }

    private void write(Frame frame) {
        if (!channel.isActive()) {
            frame.release();
            return;
        }
        channel.write(frame.head(), channel.voidPromise());
        if (frame.data() != null) {
            channel.write(frame.data(), channel.voidPromise());
        }
    }

    private Frame poll() {
        Frame frame = frames.poll();
        if (frame != null) {
            queuedBytes.addAndGet(-frame.bytes());
        }
        return frame;
    }

    private void releaseAll() {
        for (Frame frame = poll(); frame != null; frame = poll()) {
            frame.release();
        }
    }
}
