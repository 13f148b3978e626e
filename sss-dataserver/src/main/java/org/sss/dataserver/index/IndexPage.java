package org.sss.dataserver.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.zip.CRC32C;
import org.sss.net.block.BigEndian;

/**
 * A page of the index of a run: of consecutive blocks, or of consecutive pages of the level below. It is a view of the
 * bytes in the segment file, so it costs {@value #ENTRY_BYTES} bytes and a key per block and no object. Immutable,
 * except for the marks of verified blocks; thread-safe. Made by {@link BlockIndexBuilder}.
 *
 * <pre>
 *   u32 CRC32C of the page from offset 4, u32 run, u32 level, u32 number of its first block, u32 entries
 *   for each block (level 0):       u64 offset, u32 bytes, u32 tuples, u32 end of its key in the keys, u32 flags
 *   for each page of the level below:  the same, with the number of its first block instead of tuples, and key and flags of that
 *   keys:   the first key of each block, of long ones the first 1024 bytes
 *   flags:  1  the block continues a value of the block before
 *           2  its first key is the last key of the block before
 *           4  its first key is longer than the stored one
 * </pre>
 */
public final class IndexPage implements IndexMemory.Entry {
    public static final int HEADER_BYTES = 20;
    public static final int ENTRY_BYTES = 24;
    public static final int MAX_KEY_BYTES = 1024;

    static final int RUN_AT = 4;
    public static final int LEVEL_AT = 8;
    static final int FIRST_AT = 12;
    public static final int ENTRIES_AT = 16;

    public static final int LENGTH_AT = 8;
    static final int TUPLES_AT = 12;
    static final int KEY_END_AT = 16;
    static final int FLAGS_AT = 20;

    public static final int FLAG_CONTINUES_PREVIOUS = 1;
    public static final int FLAG_KEY_CONTINUES = 2;
    static final int FLAG_KEY_CUT = 4;

    /** What an object, its array and its entry in a cache take besides the bytes of the page. */
    private static final int OBJECT_BYTES = 250;

    private final byte[] bytes;
    private final int level;
    private final int first;
    private final int entries;
    private final int keysAt;
    private final BitSet verified = new BitSet(); // guarded by itself

    /** Where a page is stored, its level and its first block. */
    public record Pointer(long offset, int bytes, int level, int first) {
        @Override
        public String toString() {
            return "the page of its index at offset " + offset + ", level " + level + ", from block " + first + " on";
        }
    }

    /** @param bytes a whole page, which is referenced and not copied; its header must be right */
    public IndexPage(byte[] bytes) {
        this.bytes = bytes;
        level = BigEndian.getInt(bytes, LEVEL_AT);
        first = BigEndian.getInt(bytes, FIRST_AT);
        entries = BigEndian.getInt(bytes, ENTRIES_AT);
        keysAt = HEADER_BYTES + entries * ENTRY_BYTES;
    }

    /**
     * Decodes a page that was read.
     *
     * @param dataBytes  blocks are before this offset
     * @param indexBytes and pages are between that and this one
     * @throws IllegalArgumentException with the reason
     */
    public static IndexPage decode(byte[] bytes, int run, Pointer pointer, long dataBytes, long indexBytes) {
        check(bytes.length >= HEADER_BYTES && BigEndian.getInt(bytes, 0) == crc(bytes), "the checksum is wrong");
        int entries = BigEndian.getInt(bytes, ENTRIES_AT);
        check(
                entries >= 0 && entries <= (bytes.length - HEADER_BYTES) / ENTRY_BYTES,
                "its header has " + entries + " entries");
        IndexPage page = new IndexPage(bytes);
        check(
                page.isAt(pointer, run),
                "its header has run " + BigEndian.getInt(bytes, RUN_AT) + ", level " + page.level + ", from block "
                        + page.first + " on");
        check(
                page.level == 0 ? page.isSound(0, dataBytes) : page.isSound(dataBytes, indexBytes) && page.isOrdered(),
                "its entries do not fit the file");
        return page;
    }

    private static void check(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    public static int crc(byte[] page) {
        CRC32C crc = new CRC32C();
        crc.update(page, RUN_AT, page.length - RUN_AT);
        return (int) crc.getValue();
    }

    /** Returns true if it is the page of that run that {@code pointer} describes. */
    public boolean isAt(Pointer pointer, int run) {
        return level == pointer.level
                && first == pointer.first
                && bytes.length == pointer.bytes
                && BigEndian.getInt(bytes, RUN_AT) == run;
    }

    /**
     * Returns true if its entries and keys fill the page, and the ranges of its entries are between {@code from} and
     * {@code to}.
     */
    private boolean isSound(long from, long to) {
        long keyEnd = 0;
        for (int i = 0; i < entries; i++) {
            long next = BigEndian.getInt(bytes, entry(i) + KEY_END_AT);
            if (next < keyEnd
                    || keysAt + next > bytes.length
                    || offset(i) < from
                    || length(i) <= 0
                    || offset(i) > to - length(i)) {
                return false;
            }
            keyEnd = next;
        }
        return keysAt + keyEnd == bytes.length;
    }

    /** Returns true if its pages of the level below are consecutive. */
    private boolean isOrdered() {
        boolean ordered = entries > 0 && number(0) == first;
        for (int i = 1; i < entries && ordered; i++) {
            ordered = number(i) > number(i - 1);
        }
        return ordered;
    }

    /** Returns 0 for a page of blocks. */
    public int level() {
        return level;
    }

    public int entries() {
        return entries;
    }

    /** Returns the number of its first block. */
    public int first() {
        return first;
    }

    /** Returns the end (exclusive) of its blocks, for a page of blocks. */
    public int end() {
        return first + entries;
    }

    boolean has(int block) {
        return block >= first && block < end();
    }

    @Override
    public int heapBytes() {
        return bytes.length + OBJECT_BYTES + entries / 8;
    }

    /** Returns the offset of the first byte in the file; elsewhere its meaning is up to the maker of the index. */
    long offset(int entry) {
        return BigEndian.getLong(bytes, entry(entry));
    }

    /** Returns the bytes of the block or page. */
    int length(int entry) {
        return BigEndian.getInt(bytes, entry(entry) + LENGTH_AT);
    }

    /** Returns the number of values that end in the block. */
    int tuples(int entry) {
        return BigEndian.getInt(bytes, entry(entry) + TUPLES_AT);
    }

    /** For a page of pages: returns the number of the first block of one. */
    private int number(int entry) {
        return tuples(entry);
    }

    /** For a page of pages: returns where one is stored. */
    public Pointer child(int entry) {
        return new Pointer(offset(entry), length(entry), level - 1, number(entry));
    }

    /** For a page of pages: returns the entry of the one with {@code block}. */
    int childOf(int block) {
        int low = 0;
        int high = entries - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (number(middle) <= block) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /**
     * Returns the first entry whose first key compares to {@code key} as {@code minOrder} or more; the number of
     * entries if there is none.
     *
     * @param cutIsBelow whether a key that was cut counts as below if its stored prefix is equal
     */
    int search(byte[] key, int minOrder, boolean cutIsBelow) {
        int low = 0;
        int high = entries;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = compare(middle, key);
            boolean unknown = order == 0 && has(middle, FLAG_KEY_CUT);
            if (unknown ? cutIsBelow : order < minOrder) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Compares the first key with {@code key}: -1, 0, 1; 0 for a cut key if {@code key} is as long and has the same
     * prefix.
     */
    int compare(int entry, byte[] key) {
        int from = keyFrom(entry);
        int length = keyTo(entry) - from;
        boolean cut = has(entry, FLAG_KEY_CUT) && key.length > length;
        int compared = cut ? length : key.length;
        int order = Integer.signum(Arrays.compareUnsigned(bytes, from, from + length, key, 0, compared));
        return order == 0 && !cut && has(entry, FLAG_KEY_CUT) ? 1 : order;
    }

    /** Returns a copy of the first key, or null if the page has only a prefix of it. */
    byte[] key(int entry) {
        return has(entry, FLAG_KEY_CUT) ? null : Arrays.copyOfRange(bytes, keyFrom(entry), keyTo(entry));
    }

    boolean has(int entry, int flags) {
        return (flags(entry) & flags) != 0;
    }

    /** Returns true if both have the same first key with the same flags. */
    public boolean startsLike(int entry, IndexPage other) {
        return other.entries > 0
                && flags(entry) == other.flags(0)
                && Arrays.equals(bytes, keyFrom(entry), keyTo(entry), other.bytes, other.keyFrom(0), other.keyTo(0));
    }

    private int flags(int entry) {
        return BigEndian.getInt(bytes, entry(entry) + FLAGS_AT);
    }

    private int keyFrom(int entry) {
        return entry == 0 ? keysAt : keyTo(entry - 1);
    }

    private int keyTo(int entry) {
        return keysAt + BigEndian.getInt(bytes, entry(entry) + KEY_END_AT);
    }

    private static int entry(int entry) {
        return HEADER_BYTES + entry * ENTRY_BYTES;
    }

    /** Returns true if the checksum of a block was compared since this page was read. */
    boolean isVerified(int entry) {
        synchronized (verified) {
            return verified.get(entry);
        }
    }

    void setVerified(int entry) {
        synchronized (verified) {
            verified.set(entry);
        }
    }
}
