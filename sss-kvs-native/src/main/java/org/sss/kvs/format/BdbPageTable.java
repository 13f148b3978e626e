package org.sss.kvs.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The hash table by which the library finds a page: buckets, and in each of them a binary tree of pages, whose links
 * lie in the pages themselves. 17 bytes of memory for each page. One thread at a time.
 *
 * <pre>
 *   name of a leaf: its number in hexadecimal digits; of a node: "#" and its number
 *   above 0: a page with a larger second hash, or with the same and a larger name, is to its left, others to its right
 * </pre>
 */
final class BdbPageTable {
    private static final int LEFT_LINK_AT = 2;
    private static final int RIGHT_LINK_AT = 6;
    private static final long MAX_LINK = 0xFFFF_FFFFL;

    private final int alignmentPower;
    private final int[] buckets; // number of a page, from 1, or 0
    private int pages;
    private int[] names = new int[64]; // number of a leaf, minus the number of a node
    private byte[] hashes = new byte[64];
    private int[] offsets = new int[64]; // in units of the alignment
    private int[] lefts = new int[64];
    private int[] rights = new int[64];

    BdbPageTable(int bucketCount, int alignmentPower) {
        buckets = new int[bucketCount];
        this.alignmentPower = alignmentPower;
    }

    static byte[] leafName(int number) {
        return Integer.toHexString(number).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] nodeName(int number) {
        return ("#" + Integer.toHexString(number)).getBytes(StandardCharsets.US_ASCII);
    }

    int pages() {
        return pages;
    }

    /** The hash that is in a page beside its links. */
    static byte hash(byte[] name) {
        int hash = 751;
        for (int i = name.length - 1; i >= 0; i--) {
            hash = hash * 31 ^ name[i] & 0xFF;
        }
        return (byte) hash;
    }

    private int bucket(byte[] name) {
        long index = 19780211;
        for (byte b : name) {
            index = index * 37 + (b & 0xFF);
        }
        return (int) Long.remainderUnsigned(index, buckets.length);
    }

    /** What a link to the page at {@code offset} is. */
    int link(long offset) {
        return (int) (offset >>> alignmentPower);
    }

    /**
     * Adds the page at {@code offset}.
     *
     * @param number of a leaf, or minus the number of a node
     * @return where in the file the link to it is to be written, or -1 when a bucket has it
     * @throws IOException if it is beyond the range of a link
     */
    long add(int number, byte[] name, long offset) throws IOException {
        if (offset >>> alignmentPower > MAX_LINK) {
            throw new IOException(
                    "it would be larger than " + (MAX_LINK + 1 << alignmentPower) + " bytes, which is the most that its"
                            + " format can have; spread the tuples over more subgroups, or over several groups");
        }
        int added = grow();
        names[added] = number;
        hashes[added] = hash(name);
        offsets[added] = link(offset);
        int bucket = bucket(name);
        if (buckets[bucket] == 0) {
            buckets[bucket] = added + 1;
            return -1;
        }
        return hang(added, buckets[bucket] - 1);
    }

    private long hang(int added, int root) {
        int above = root;
        while (true) {
            int[] links = isLeft(added, above) ? lefts : rights;
            if (links[above] == 0) {
                links[above] = added + 1;
                return Integer.toUnsignedLong(offsets[above]) << alignmentPower
                        | (links == lefts ? LEFT_LINK_AT : RIGHT_LINK_AT);
            }
            above = links[above] - 1;
        }
    }

    private boolean isLeft(int page, int above) {
        int order = Byte.compareUnsigned(hashes[page], hashes[above]);
        return (order == 0 ? compareNames(names[page], names[above]) : order) > 0;
    }

    /** Shorter names first, then by bytes: "#" comes before each digit. */
    private static int compareNames(int a, int b) {
        int order = Integer.compare(nameBytes(a), nameBytes(b));
        if (order == 0 && a < 0 != b < 0) {
            return a < 0 ? -1 : 1;
        }
        return order == 0 ? Integer.compare(Math.abs(a), Math.abs(b)) : order;
    }

    private static int nameBytes(int number) {
        int digits = (35 - Integer.numberOfLeadingZeros(Math.abs(number))) / 4;
        return number < 0 ? digits + 1 : digits;
    }

    private int grow() {
        if (pages == names.length) {
            int more = pages + pages / 2;
            names = Arrays.copyOf(names, more);
            hashes = Arrays.copyOf(hashes, more);
            offsets = Arrays.copyOf(offsets, more);
            lefts = Arrays.copyOf(lefts, more);
            rights = Arrays.copyOf(rights, more);
        }
        return pages++;
    }

    /** Puts the buckets as they are in the file. */
    void putBuckets(ByteBuffer into) {
        for (int page : buckets) {
            into.putInt(page == 0 ? 0 : offsets[page - 1]);
        }
    }
}
