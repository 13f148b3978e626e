package org.sss.kvs.library;

/**
 * Sizes of a tree. Immutable. {@code leafMembers}, {@code nodeMembers} and {@code bucketCount} are stored in a file
 * when it is created and ignored when it is opened; the other three are not stored and hold for one open handle.
 *
 * @param leafBytes a leaf with more than one record and more bytes than this is split in two (512 or more)
 * @param leafMembers a leaf with more records than this is split in two (4 or more)
 * @param nodeMembers children of an inner node (4 or more)
 * @param bucketCount buckets of the hash table that finds a page; each takes 4 bytes of the file from the start. The
 *     library rounds it up to a prime number of its own
 * @param leafCacheCount leaves cached per open file; fewer than 9 count as 9, and a writer caches fewer when records
 *     are larger than two leaves. A writer that appends to n sorted sequences at once needs about 3 n: below that each
 *     leaf is written several times. A reader uses them for seeks only
 * @param nodeCacheCount inner nodes cached per open file; fewer than 64 count as 64
 */
public record KvsTuning(
        int leafBytes, int leafMembers, int nodeMembers, long bucketCount, int leafCacheCount, int nodeCacheCount) {

    public KvsTuning {
        atLeast("leafBytes", leafBytes, 512);
        atLeast("leafMembers", leafMembers, 4);
        atLeast("nodeMembers", nodeMembers, 4);
        atLeast("bucketCount", bucketCount, 1);
        atLeast("leafCacheCount", leafCacheCount, 1);
        atLeast("nodeCacheCount", nodeCacheCount, 1);
    }

    private static void atLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + " is " + value + ", must be " + min + " or more");
        }
    }

    /**
     * For records of about 32 KiB, up to 40 sorted sequences of them at once; some 5 MiB of memory per open writer, and
     * no more than about 20 MiB when records are of a megabyte.
     *
     * <p>Leaves of 256 KiB take a fifth less processor time to write, but twice the memory, twice the time of a point
     * read, and with more sequences than the cache is for, files 1.5 times as large.
     */
    public static KvsTuning forBlocks() {
        return new KvsTuning(64 << 10, 512, 256, 4093, 128, 64);
    }

    /** For reading the same files: as {@link #forBlocks()}, with a cache so small that dozens of files can be open. */
    public static KvsTuning forBlockReading() {
        return forBlocks().withLeafCacheCount(16);
    }

    /**
     * Tokyo Cabinet's own defaults, which Tokyo Tyrant had: for many small records. A put in random order to a file
     * that is larger than its 1024 cached leaves costs the reading and writing of a leaf, some 20 times a put in the
     * order of the keys.
     */
    public static KvsTuning defaults() {
        return new KvsTuning(16 << 10, 128, 256, 32749, 1024, 512);
    }

    public KvsTuning withLeafCacheCount(int count) {
        return new KvsTuning(leafBytes, leafMembers, nodeMembers, bucketCount, count, nodeCacheCount);
    }
}
