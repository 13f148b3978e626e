package org.sss.net.transport.ring;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The sending end of a ring. A slot is published when it is full, or by {@link #flush}. Used by one thread at a time.
 *
 * <pre>
 *   write ... write, flush
 *   write returns false, as the ring is full --waitsForRoom--> true: wait for the doorbell, then write again
 * </pre>
 */
public final class RingSender {
    private final RingMemory memory;
    private final RingShape shape;
    private final int epoch;
    private final RingCounters counters;
    private final Runnable doorbell;
    private long tail;
    private long head;
    private long arrivedTail;
    /** The {@link #head} at which this side has announced that it waits, or -1. */
    private long announced = -1;
    /** The slot at the tail while it is being filled, or null. */
    private ByteBuffer open;

    /**
     * @param epoch the receiver accepts no slots with another one
     * @param doorbell wakes the receiver
     */
    public RingSender(RingMemory memory, RingShape shape, int epoch, RingCounters counters, Runnable doorbell) {
        this.memory = memory;
        this.shape = shape;
        this.epoch = epoch;
        this.counters = counters;
        this.doorbell = doorbell;
    }

    /**
     * Copies as many bytes as there is room for, and moves the reader index of {@code data} accordingly.
     *
     * @return false if the ring is full and bytes are left
     * @throws SssException {@link ErrorCode#PROTOCOL} if the receiver broke the protocol
     */
    public boolean write(ByteBuf data) {
        while (data.isReadable()) {
            if (!hasRoom()) {
                return false;
            }
            int bytes = Math.min(data.readableBytes(), open.remaining());
            open.limit(open.position() + bytes);
            data.readBytes(open);
            copied();
        }
        return true;
    }

    /** Returns a channel for content of files; it accepts nothing while the ring is full. */
    public WritableByteChannel channel() {
        return new WritableByteChannel() {
            @Override
            public int write(ByteBuffer data) {
                int start = data.position();
                int end = data.limit();
                while (data.position() < end && hasRoom()) {
                    data.limit(data.position() + Math.min(end - data.position(), open.remaining()));
                    open.put(data);
                    data.limit(end);
                    copied();
                }
                return data.position() - start;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // The ring stays open.
            }
        };
    }

    /** Throws the error of an access since the last check, if the peer has destroyed the memory. */
    public void check() {
        memory.check();
    }

    /** Publishes what has been written, and checks. */
    public void flush() {
        if (open != null) {
            publish();
        }
        memory.check();
    }

    /**
     * Called when the ring is full; checks. If it still is, the receiver rings as soon as there is room.
     *
     * @return false if there is room already
     */
    public boolean waitsForRoom() {
        if (isFull() && announced != head) {
            announced = head;
            counters.full();
            memory.publish(RingWord.WAITING, head + 1);
        }
        boolean full = isFull();
        memory.check();
        return full;
    }

    /** Number of slots that the receiver has emptied, as far as this side knows. */
    public long head() {
        return head;
    }

    /** Returns true if {@link #open} is a slot with room. */
    private boolean hasRoom() {
        if (open != null) {
            return true;
        }
        if (tail - head == shape.slots() && isFull()) {
            return false;
        }
        open = memory.slot(shape.index(tail));
        open.limit(shape.slotBytes()).position(RingLayout.SLOT_HEADER_BYTES);
        return true;
    }

    private boolean isFull() {
        long found = memory.word(RingWord.HEAD);
        if (found < head || found > tail) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "the receiver of a ring claims to have emptied " + found + " slots, after " + head + " of " + tail);
        }
        head = found;
        return tail - head == shape.slots();
    }

    private void copied() {
        open.limit(shape.slotBytes());
        if (!open.hasRemaining()) {
            publish();
        }
    }

    private void publish() {
        int length = open.position() - RingLayout.SLOT_HEADER_BYTES;
        open.putInt(RingLayout.EPOCH, epoch).putInt(RingLayout.LENGTH, length);
        memory.check();
        memory.put(shape.index(tail), open.position());
        open = null;
        memory.publish(RingWord.TAIL, ++tail);
        counters.sent(length);
        wake();
    }

    /** Called when published words may have arrived: rings if the receiver sleeps before a slot that has. */
    public void wake() {
        long arrived = memory.published(RingWord.TAIL);
        long asleep = memory.word(RingWord.ASLEEP);
        if (asleep >= arrivedTail && asleep < arrived) {
            counters.doorbell();
            doorbell.run();
        }
        arrivedTail = arrived;
    }
}
