package org.sss.net.transport.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The receiving end of a ring. Slots are copied out at once, so that no slow reader blocks the ring. Used by one thread at
 * a time.
 *
 * <pre>
 *   poll ... poll returns null --sleep--> true: wait for the doorbell, then poll again
 *                                     --> false: poll again
 * </pre>
 */
public final class RingReceiver {
    /** Emptied slots are reported when there are as many as this fraction of the ring, so that the sender seldom wakes. */
    private static final int REPORTED_FRACTION = 4;

    private final RingMemory memory;
    private final RingShape shape;
    private final int epoch;
    private final ByteBufAllocator allocator;
    private final RingCounters counters;
    private final Runnable doorbell;
    private long tail;
    private long head;
    private long reportedHead;

    /**
     * @param epoch slots with another one are a breach of the protocol
     * @param allocator of the copies
     * @param doorbell wakes the sender
     */
    public RingReceiver(RingMemory memory, RingShape shape, int epoch, ByteBufAllocator allocator, RingCounters counters,
            Runnable doorbell) {
        this.memory = memory;
        this.shape = shape;
        this.epoch = epoch;
        this.allocator = allocator;
        this.counters = counters;
        this.doorbell = doorbell;
    }

    /**
     * Returns a copy of the next slot, which the caller owns, or null if there is none.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if the sender broke the protocol
     */
    public ByteBuf poll() {
        if (isEmpty()) {
            report();
            return null;
        }
        ByteBuf copy = copy(memory.received(shape.index(head)));
        head++;
        try {
            if (head - reportedHead >= Math.max(1, shape.slots() / REPORTED_FRACTION)) {
                report();
                memory.check();
            }
        } catch (Throwable t) { // the peer has destroyed the memory
            copy.release();
            throw t;
        }
        return copy;
    }

    /** Returns true if there is no slot to poll. */
    public boolean isEmpty() {
        if (head == tail) {
            long found = memory.word(RingWord.TAIL);
            if (found < tail || found - head > shape.slots()) {
                throw new SssException(ErrorCode.PROTOCOL, "the sender of a ring of " + shape.slots() + " slots claims to have filled "
                        + found + ", after " + tail + ", of which " + head + " are empty again");
            }
            tail = found;
        }
        return head == tail;
    }

    /**
     * Called when the ring is empty. If it still is, the sender rings when it has filled the next slot.
     *
     * @return false if there is a slot already
     */
    public boolean sleep() {
        report();
        memory.publish(RingWord.ASLEEP, head);
        boolean empty = isEmpty();
        memory.check();
        return empty;
    }

    private ByteBuf copy(ByteBuffer slot) {
        // The sender may change the header at any time, so each field is read once.
        int slotEpoch = slot.getInt(RingLayout.EPOCH);
        int length = slot.getInt(RingLayout.LENGTH);
        if (slotEpoch != epoch) {
            throw new SssException(ErrorCode.PROTOCOL, "slot " + head + " of a ring has epoch " + slotEpoch + ", expected " + epoch);
        }
        if (length < 1 || length > shape.capacity()) {
            throw new SssException(ErrorCode.PROTOCOL, "slot " + head + " of a ring claims to have " + length + " bytes; expected 1 to "
                    + shape.capacity());
        }
        slot.limit(RingLayout.SLOT_HEADER_BYTES + length).position(RingLayout.SLOT_HEADER_BYTES);
        ByteBuf copy = allocator.directBuffer(length);
        boolean whole = false;
        try {
            copy.writeBytes(slot);
            memory.check();
            whole = true;
        } finally {
            if (!whole) {
                copy.release();
            }
        }
        counters.received(length);
        return copy;
    }

    private void report() {
        if (head == reportedHead) {
            return;
        }
        long before = reportedHead;
        reportedHead = head;
        memory.publish(RingWord.HEAD, head);
        if (memory.word(RingWord.WAITING) == before + 1) {
            counters.doorbell();
            doorbell.run();
        }
    }
}
