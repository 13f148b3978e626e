package org.sss.net.transport.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The receiving end of a ring. Slots are copied out at once, so that no slow reader blocks the ring. Used by one thread
 * at a time.
 *
 * <pre>
 *   poll ... poll returns null --sleep--> true: wait for the doorbell, then poll again
 *                                     --> false: poll again
 * </pre>
 */
public final class RingReceiver {
    /**
     * Emptied slots are reported when there are as many as this fraction of the ring, so that the sender seldom wakes.
     */
    private static final int REPORTED_FRACTION = 4;
    /** Errors of the memory that may be thrown while a buffer is released. */
    private static final int MAX_ERRORS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(RingReceiver.class);

    private final RingMemory memory;
    private final RingShape shape;
    private final int epoch;
    private final ByteBufAllocator allocator;
    private final RingCounters counters;
    private final Runnable doorbell;
    private long tail;
    private long head;
    private long reportedHead;
    private long arrivedHead;
    /** The {@link #head} at which this side has announced that it sleeps, or -1. */
    private long announced = -1;

    /**
     * @param epoch slots with another one are a breach of the protocol
     * @param allocator of the copies
     * @param doorbell wakes the sender
     */
    public RingReceiver(
            RingMemory memory,
            RingShape shape,
            int epoch,
            ByteBufAllocator allocator,
            RingCounters counters,
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
            release(copy);
            throw t;
        }
        return copy;
    }

    /** Returns true if there is no slot to poll. */
    public boolean isEmpty() {
        if (head == tail) {
            long found = memory.word(RingWord.TAIL);
            if (found < tail || found - head > shape.slots()) {
                throw new SssException(
                        ErrorCode.PROTOCOL,
                        "the sender of a ring of " + shape.slots() + " slots claims to have filled " + found
                                + ", after " + tail + ", of which " + head + " are empty again");
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
        if (announced != head) {
            announced = head;
            memory.publish(RingWord.ASLEEP, head);
        }
        boolean empty = isEmpty();
        memory.check();
        return empty;
    }

    private ByteBuf copy(ByteBuffer slot) {
        // The sender may change the header at any time, so each field is read once.
        int slotEpoch = slot.getInt(RingLayout.EPOCH);
        int length = slot.getInt(RingLayout.LENGTH);
        if (slotEpoch != epoch) {
            throw new SssException(
                    ErrorCode.PROTOCOL, "slot " + head + " of a ring has epoch " + slotEpoch + ", expected " + epoch);
        }
        if (length < 1 || length > shape.capacity()) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "slot " + head + " of a ring claims to have " + length + " bytes; expected 1 to "
                            + shape.capacity());
        }
        slot.limit(RingLayout.SLOT_HEADER_BYTES + length).position(RingLayout.SLOT_HEADER_BYTES);
        memory.check(); // or an error of the memory could be thrown by the allocator, which would lose the buffer
        ByteBuf copy = allocator.directBuffer(length);
        boolean whole = false;
        try {
            copy.writeBytes(slot);
            memory.check();
            whole = true;
        } finally {
            if (!whole) {
                release(copy);
            }
        }
        counters.received(length);
        return copy;
    }

    /**
     * After an error of the memory: there may be another one, even while the copy is released, which then has to be
     * done again.
     */
    private void release(ByteBuf copy) {
        try {
            memory.check();
        } catch (SssException | InternalError e) {
            LOG.debug("The memory of a ring is gone", e);
        }
        for (int left = MAX_ERRORS; left > 0 && copy.refCnt() > 0; left--) {
            try {
                copy.release();
            } catch (InternalError e) {
                LOG.debug("The memory of a ring is gone", e);
            }
        }
    }

    private void report() {
        if (head == reportedHead) {
            return;
        }
        reportedHead = head;
        memory.publish(RingWord.HEAD, head);
        wake();
    }

    /**
     * Called when published words may have arrived: rings if the sender waits for a slot that it knows to be empty now.
     */
    public void wake() {
        long arrived = memory.published(RingWord.HEAD);
        long waiting = memory.word(RingWord.WAITING) - 1;
        if (waiting >= arrivedHead && waiting < arrived) {
            counters.doorbell();
            doorbell.run();
        }
        arrivedHead = arrived;
    }
}
