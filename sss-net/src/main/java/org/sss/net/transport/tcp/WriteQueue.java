package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames on their way from any thread to the socket of a channel. Many frames share one flush, and no frame waits for
 * another one to come: the event loop takes all there are and flushes. Every byte counts until the socket has it, here and
 * in the memory that all connections share. Thread-safe.
 */
final class WriteQueue {
    /** Above this no more data frames are taken, so that a slow socket does not fill the memory. */
    static final int HIGH_BYTES = 4 << 20;
    /** The same while all connections together hold more than they should. */
    static final int SHORT_HIGH_BYTES = 128 << 10;
    /**
     * More than this is not kept of control frames: the peer does not read. Data frames do not count, as senders that are woken together
     * may each add one, and are not many more than the threads of this process. Nor do those that open streams, which nobody makes this
     * side do: of so many bytes of them no more are taken.
     */
    static final int MAX_CONTROL_BYTES = 4 * HIGH_BYTES;
    /** The same while all connections together hold more than they should. */
    static final int SHORT_MAX_CONTROL_BYTES = HIGH_BYTES + (2 << 20);
    /** Behind so many, errors are told in a few words: those of all streams of a connection fit into the rest. */
    static final int CROWDED_BYTES = 1 << 20;
    private static final int FRAMES_PER_FLUSH = 64;

    private final Channel channel;
    private final SendMemory memory;
    private final Runnable onWritable;
    private final Runnable onOverflow;
    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final AtomicLong heldBytes = new AtomicLong();
    /** Parts of {@link #heldBytes}. */
    private final AtomicLong controlBytes = new AtomicLong();
    private final AtomicLong openBytes = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean refused = new AtomicBoolean();

    /**
     * @param memory shared by all connections of a transport
     * @param onWritable runs on the event loop when there is much room again after {@link #isWritable} was false
     * @param onOverflow runs on the event loop when the peer reads nothing while more and more has to be told it
     */
    WriteQueue(Channel channel, SendMemory memory, Runnable onWritable, Runnable onOverflow) {
        this.channel = channel;
        this.memory = memory;
        this.onWritable = onWritable;
        this.onOverflow = onOverflow;
    }

    /** Only enqueues; whoever adds calls {@link #flush} after it has left its locks. Owns the buffers; data may be null. */
    void add(ByteBuf head, ByteBuf data) {
        boolean isControl = data == null;
        hold(head, isControl ? List.of() : List.of(data), isControl ? 0 : data.readableBytes(), isControl ? controlBytes : null);
    }

    /** As {@link #add(ByteBuf, ByteBuf)} for the first frame of a stream. */
    void addOpen(ByteBuf frame) {
        hold(frame, List.of(), 0, openBytes);
    }

    /** As {@link #add(ByteBuf, ByteBuf)}. Bytes of files count as if they were in memory, so that all streams get their turns. */
    void addFiles(ByteBuf head, List<? extends FileRegion> data) {
        int bytes = 0;
        for (FileRegion region : data) {
            bytes += (int) region.count();
        }
        hold(head, data, bytes, null);
    }

    private void hold(ByteBuf head, List<? extends ReferenceCounted> data, int dataBytes, AtomicLong part) {
        int bytes = head.readableBytes() + dataBytes;
        heldBytes.addAndGet(bytes);
        if (part != null) {
            part.addAndGet(bytes);
        }
        memory.hold(bytes);
        frames.add(new Frame(head, data, bytes, part));
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
     * Says whether data frames may be added; if not, {@code onWritable} runs later, or the channel closes. While somebody waits for that,
     * nobody may: else streams that are granted credit for what has just left would take the room of those that wait, for ever.
     */
    boolean isWritable() {
        if (!refused.get() && hasRoom()) {
            return true;
        }
        refused.set(true);
        return hasMuchRoom();
    }

    /** Bytes that the socket does not have yet. */
    long heldBytes() {
        return heldBytes.get();
    }

    /** Says whether so much waits for the socket that the peer is not worth it. */
    boolean isOverfull() {
        return controlBytes.get() > (memory.isShort() ? SHORT_MAX_CONTROL_BYTES : MAX_CONTROL_BYTES);
    }

    /** Says whether so much of it waits that no more is told than is needed: what is said of many streams at once would fill the rest. */
    boolean isCrowded() {
        return controlBytes.get() > CROWDED_BYTES;
    }

    /** Says whether so many streams that were opened wait for the socket that no more should be. */
    boolean hasManyOpens() {
        return openBytes.get() > MAX_CONTROL_BYTES;
    }

    private boolean hasRoom() {
        return heldBytes.get() < highBytes();
    }

    private int highBytes() {
        return memory.isShort() ? SHORT_HIGH_BYTES : HIGH_BYTES;
    }

    /** Half full, so that those who wait are woken for many frames, and not all of them for each frame that is gone. */
    private boolean hasMuchRoom() {
        return heldBytes.get() < highBytes() / 2;
    }

    private void drain() {
        scheduled.set(false);
        int count = 0;
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.write();
            if (++count % FRAMES_PER_FLUSH == 0) {
                channel.flush();
            }
        }
        channel.flush();
        if (isOverfull() && channel.isActive()) {
            onOverflow.run();
        }
    }

    private void releaseAll() {
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.release();
        }
    }

    /** On the event loop, or by another thread once that has ended. */
    private void free(int bytes) {
        heldBytes.addAndGet(-bytes);
        memory.free(bytes);
        if (refused.get() && hasMuchRoom() && refused.getAndSet(false)) {
            onWritable.run();
        }
    }

    /** Hears when the socket has its bytes, or never will. */
    private final class Frame implements ChannelFutureListener {
        private final ByteBuf head;
        private final List<? extends ReferenceCounted> data;
        private final int bytes;
        private final AtomicLong part;

        /**
         * @param data none for control frames
         * @param part of {@link #heldBytes}, with which it counts; or null
         */
        Frame(ByteBuf head, List<? extends ReferenceCounted> data, int bytes, AtomicLong part) {
            this.head = head;
            this.data = data;
            this.bytes = bytes;
            this.part = part;
        }

        void write() {
            if (!channel.isActive()) {
                release();
            } else if (data.isEmpty()) {
                channel.write(head).addListener(this);
            } else {
                channel.write(head, channel.voidPromise());
                int last = data.size() - 1;
                for (int part = 0; part < last; part++) {
                    channel.write(data.get(part), channel.voidPromise());
                }
                channel.write(data.get(last)).addListener(this);
            }
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
                // Its head may be out, and the peer would take what comes next for the rest of it.
                channel.pipeline().fireExceptionCaught(written.cause());
            }
        }

        private void gone() {
            if (part != null) {
                part.addAndGet(-bytes);
            }
            free(bytes);
        }
    }
}
