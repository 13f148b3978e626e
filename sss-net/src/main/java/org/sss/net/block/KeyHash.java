package org.sss.net.block;

import net.openhft.hashing.LongHashFunction;

/**
 * The hash that places keys: XXH3, 64 bits, with a fixed seed. Part of the storage format: it must never change, or
 * stored groups would no longer be found. All nodes and clients use this one.
 */
public final class KeyHash {
    /** "SSS" and the version of the hash. */
    private static final long SEED = 0x5353_5301L;
    private static final LongHashFunction FUNCTION = LongHashFunction.xx3(SEED);

    private KeyHash() {
    }

    public static long hash64(byte[] bytes, int offset, int length) {
        return FUNCTION.hashBytes(bytes, offset, length);
    }

    /** The subgroup, in {@code [0, subgroupCount)}, of a key with hash {@code hash64}. */
    public static int subgroup(long hash64, int subgroupCount) {
        return (int) Long.remainderUnsigned(hash64, subgroupCount);
    }
}
