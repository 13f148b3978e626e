package org.sss.net.transport.ring;

/**
 * Memory that one side owns and the other writes.
 *
 * <pre>
 *    0      128      256      384      512                4096
 *   +------+--------+--------+--------+------------------+--------+--------+---
 *   | TAIL | HEAD   | ASLEEP | WAITING| unused           | slot 0 | slot 1 | ...
 *   +------+--------+--------+--------+------------------+--------+--------+---
 *   words: u64 in the byte order of the machine, see {@link RingWord}
 *
 *   slot:
 *    0         4         8               64
 *   +---------+---------+---------------+-----------------------+
 *   | epoch   | length  | unused        | length bytes          |
 *   +---------+---------+---------------+-----------------------+
 *   big-endian; length is at least 1
 * </pre>
 *
 * Each word has cache lines of its own. The bytes start at a line of their own too: with a shorter header, the payload
 * of a frame would often be copied to an offset slightly above that of its source in a page, which is slow on some
 * processors.
 */
public final class RingLayout {
    /** A cache line. */
    public static final int SLOT_HEADER_BYTES = 64;

    static final int LINE_BYTES = 64;
    static final int EPOCH = 0;
    static final int LENGTH = 4;
    private static final int WORD_STRIDE = 2 * LINE_BYTES;
    private static final int SLOTS = 4096;

    private RingLayout() {}

    /** Size of the memory of one side. */
    public static int bytes(RingShape shape) {
        return SLOTS + shape.slots() * shape.slotBytes();
    }

    /** Offset of a word. */
    public static int offset(RingWord word) {
        return word.ordinal() * WORD_STRIDE;
    }

    /** Offset of a slot. */
    public static int offset(RingShape shape, int slot) {
        return SLOTS + slot * shape.slotBytes();
    }
}
