package org.sss.net.transport.ring;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Size of a ring. Immutable.
 *
 * @param slots how many slots the sender may fill before the receiver has emptied one
 * @param slotBytes size of a slot with its header
 */
public record RingShape(int slots, int slotBytes) {
    /** 8 MiB. */
    public static final RingShape DEFAULT = new RingShape(32, 256 << 10);

    private static final int MIN_SLOTS = 2;
    private static final int MAX_SLOTS = 1024;
    private static final int MIN_SLOT_BYTES = 4 << 10;
    private static final int MAX_BYTES = 64 << 20;

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it is too small, too large or not aligned */
    public RingShape {
        if (slots < MIN_SLOTS
                || slots > MAX_SLOTS
                || slotBytes < MIN_SLOT_BYTES
                || slotBytes % RingLayout.LINE_BYTES != 0
                || (long) slots * slotBytes > MAX_BYTES) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "ring of " + slots + " slots of " + slotBytes + " bytes; expected "
                            + MIN_SLOTS + " to " + MAX_SLOTS + " slots of at least " + MIN_SLOT_BYTES
                            + " bytes, a multiple of "
                            + RingLayout.LINE_BYTES + ", together at most " + MAX_BYTES);
        }
    }

    /** A ring of as many slots as the default one, of about {@code bytes} in all. */
    public static RingShape ofBytes(long bytes) {
        return new RingShape(
                DEFAULT.slots,
                (int) Math.min(MAX_BYTES, bytes) / DEFAULT.slots / RingLayout.LINE_BYTES * RingLayout.LINE_BYTES);
    }

    /** Bytes that a slot carries. */
    public int capacity() {
        return slotBytes - RingLayout.SLOT_HEADER_BYTES;
    }

    int index(long position) {
        return (int) (position % slots);
    }
}
