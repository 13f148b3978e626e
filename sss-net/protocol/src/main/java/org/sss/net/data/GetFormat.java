package org.sss.net.data;

import org.sss.net.block.BlockFormat;
import org.sss.net.control.GroupKey;

/**
 * The bytes of a point read. All numbers are big-endian and unsigned. A request has many keys of one group; it is sent
 * as the header of a stream, and its sender ends its direction at once.
 *
 * <pre>
 *   request:  u64 group
 *             16 bytes identity of the group
 *             u32 number of keys, at least 1
 *             keys, ascending by subgroup, then by their bytes, none twice:
 *                u32 subgroup, u16 key bytes, key
 *
 *   answer:   data frames, then the trailer, which may be empty; the answers to the keys in order, none split
 *             between frames:
 *                u32 number of values, or one of {@link #NOTHING_HERE} and {@link #TOO_LARGE}, which have no values
 *                values, in the order of the runs:  u32 value bytes, value
 * </pre>
 */
public final class GetFormat {
    static final int IDENTITY_AT = 8;
    static final int COUNT_AT = IDENTITY_AT + GroupKey.IDENTITY_BYTES;
    /** Group, identity and number of keys. */
    public static final int REQUEST_HEAD_BYTES = COUNT_AT + 4;
    /** Subgroup and length, before each key. */
    public static final int KEY_HEAD_BYTES = 6;
    /** A larger request is rejected; the longest key fits into it. */
    public static final int MAX_REQUEST_BYTES = 96 << 10;

    public static final int MAX_KEYS = MAX_REQUEST_BYTES / KEY_HEAD_BYTES;

    /** Instead of a number of values: the data server has nothing committed of the key's subgroup. */
    public static final int NOTHING_HERE = -1;
    /** Instead of a number of values: they have more than {@link #MAX_VALUES_BYTES}; scan the key. */
    public static final int TOO_LARGE = -2;
    /** Maximum size of the values of one key, with their lengths. */
    public static final int MAX_VALUES_BYTES = 256 << 10;

    /** A frame is sent as soon as it has this size. */
    public static final int FRAME_BYTES = 128 << 10;
    /** An answer up to this size is sent in the trailer alone, so that it costs one frame and no credit. */
    public static final int MAX_TRAILER_BYTES = 4 << 10;

    static {
        assert REQUEST_HEAD_BYTES + KEY_HEAD_BYTES + BlockFormat.MAX_KEY_BYTES <= MAX_REQUEST_BYTES;
    }

    private GetFormat() {}
}
