package org.sss.net.block;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash that assigns keys to subgroups: XXH3, 64 bits, with a fixed seed. It belongs to the storage format and must
 * never change, or stored groups would no longer be found. All nodes and clients use this one.
 */
public final class KeyHash {
    /** "SSS" and the version of the hash. */
    static final long SEED = 0x5353_5301L;

    private static final Hasher64 XXH3 = Hashing.xxh3_64(SEED);

    private KeyHash() {}

    public static long hash64(byte[] bytes, int offset, int length) {
        if (length == Long.BYTES) {
            // The same hash by a method small enough to be inlined.
            return XXH3.hashLongToLong(Long.reverseBytes(BigEndian.getLong(bytes, offset)));
        }
        return XXH3.hashBytesToLong(bytes, offset, length);
    }

    /** Returns the subgroup, in {@code [0, subgroupCount)}, of a key with hash {@code hash64}. */
    public static int subgroup(long hash64, int subgroupCount) {
        if ((subgroupCount & subgroupCount - 1) == 0) {
            // The same remainder for powers of two, without a division of about 30 cycles.
            return (int) hash64 & subgroupCount - 1;
        }
        return (int) Long.remainderUnsigned(hash64, subgroupCount);
    }
}
