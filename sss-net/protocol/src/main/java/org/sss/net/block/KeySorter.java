package org.sss.net.block;

import java.util.Arrays;

/**
 * Sorts references to entries in an arena by the entries' keys, unsigned; entries with equal keys keep their order. An
 * entry is {@code i32 key length, ..., key}, with the key at a fixed offset in the entry. One thread at a time.
 *
 * <p>Each step sorts eight bytes of the keys by a radix sort: from the first byte if many bytes differ, otherwise from
 * the last. Ties are sorted by the bytes after their common prefix, and so on. They wait on an explicit stack, since
 * keys may share thousands of prefixes.
 */
final class KeySorter {
    /** Up to this many entries insertion sort is faster. */
    private static final int SMALL = 32;
    /** With this many differing bytes the sort starts with the first one: few entries then agree in it. */
    private static final int MANY_BYTES = 4;
    /** Stands for all lengths above the eight bytes of a prefix. */
    private static final int LONGER = 9;

    private final int keyAt;
    private final int[] counts = new int[256];
    private int[] pending = new int[3 * 16];
    private int pendingSize;
    private byte[] arena;
    private long[] prefixes;
    private int[] refs;
    private long[] sparePrefixes;
    private int[] spareRefs;

    /** @param keyAt offset of the key in its entry */
    KeySorter(int keyAt) {
        this.keyAt = keyAt;
    }

    /**
     * Sets the arrays: {@code prefixes[i]} is the {@link BigEndian#prefix} of the key of {@code refs[i]}; spares have
     * the same length.
     */
    void use(byte[] newArena, long[] newPrefixes, int[] newRefs, long[] newSparePrefixes, int[] newSpareRefs) {
        arena = newArena;
        prefixes = newPrefixes;
        refs = newRefs;
        sparePrefixes = newSparePrefixes;
        spareRefs = newSpareRefs;
    }

    /** Sorts {@code refs[from, to)}; overwrites the prefixes and the same range of the spares. */
    void sort(int from, int to) {
        push(from, to, 0);
        while (pendingSize > 0) {
            pendingSize -= 3;
            sortFrom(pending[pendingSize], pending[pendingSize + 1], pending[pendingSize + 2]);
        }
    }

    /** Sorts a range whose keys agree before {@code depth}, where their prefixes start. */
    private void sortFrom(int from, int to, int depth) {
        if (to - from <= SMALL) {
            insertionSort(from, to, depth);
            return;
        }
        if (!isAscending(from, to)) {
            long differing = differingBits(from, to);
            if (byteCount(differing) >= MANY_BYTES) {
                split(from, to, depth, differing);
                return;
            }
            radixSort(from, to, differing);
        }
        for (int i = from, end; i < to; i = end) {
            end = i + 1;
            while (end < to && prefixes[end] == prefixes[i]) {
                end++;
            }
            if (end - i > 1) {
                breakTie(i, end, depth);
            }
        }
    }

    private boolean isAscending(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (Long.compareUnsigned(prefixes[i - 1], prefixes[i]) > 0) {
                return false;
            }
        }
        return true;
    }

    private void insertionSort(int from, int to, int depth) {
        for (int i = from + 1; i < to; i++) {
            long prefix = prefixes[i];
            int ref = refs[i];
            int at = i;
            while (at > from && isAfter(prefixes[at - 1], refs[at - 1], prefix, ref, depth)) {
                prefixes[at] = prefixes[at - 1];
                refs[at] = refs[at - 1];
                at--;
            }
            prefixes[at] = prefix;
            refs[at] = ref;
        }
    }

    private boolean isAfter(long prefix, int ref, long otherPrefix, int otherRef, int depth) {
        if (prefix != otherPrefix) {
            return Long.compareUnsigned(prefix, otherPrefix) > 0;
        }
        int key = ref + keyAt;
        int otherKey = otherRef + keyAt;
        return Arrays.compareUnsigned(
                        arena, key + depth, key + length(ref), arena, otherKey + depth, otherKey + length(otherRef))
                > 0;
    }

    private long differingBits(int from, int to) {
        long differing = 0;
        for (int i = from + 1; i < to; i++) {
            differing |= prefixes[i] ^ prefixes[from];
        }
        return differing;
    }

    private static int byteCount(long bits) {
        int count = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            count += (bits >>> shift & 0xFF) != 0 ? 1 : 0;
        }
        return count;
    }

    /** Sorts by the first differing byte of the prefixes; entries that agree in it are sorted later. */
    private void split(int from, int to, int depth, long differing) {
        int shift = 63 - Long.numberOfLeadingZeros(differing) & ~7;
        scatter(prefixes, refs, sparePrefixes, spareRefs, from, to, shift);
        System.arraycopy(sparePrefixes, from, prefixes, from, to - from);
        System.arraycopy(spareRefs, from, refs, from, to - from);
        int start = from;
        for (int value = 0; value < counts.length && start < to; value++) {
            int end = counts[value];
            if (end - start > SMALL) {
                push(start, end, depth);
            } else if (end - start > 1) {
                insertionSort(start, end, depth);
            }
            start = end;
        }
    }

    /** Sorts from the last byte of the prefixes to the first, skipping bytes that are equal in all. */
    private void radixSort(int from, int to, long differing) {
        long[] p = prefixes;
        int[] r = refs;
        long[] nextP = sparePrefixes;
        int[] nextR = spareRefs;
        for (int shift = 0; shift < 64; shift += 8) {
            if ((differing >>> shift & 0xFF) != 0) {
                scatter(p, r, nextP, nextR, from, to, shift);
                long[] swapP = p;
                p = nextP;
                nextP = swapP;
                int[] swapR = r;
                r = nextR;
                nextR = swapR;
            }
        }
        if (p != prefixes) {
            System.arraycopy(p, from, prefixes, from, to - from);
            System.arraycopy(r, from, refs, from, to - from);
        }
    }

    private void scatter(long[] p, int[] r, long[] toP, int[] toR, int from, int to, int shift) {
        int[] next = counts;
        Arrays.fill(next, 0);
        for (int i = from; i < to; i++) {
            next[(int) (p[i] >>> shift) & 0xFF]++;
        }
        startsFromCounts(next, from);
        for (int i = from; i < to; i++) {
            int at = next[(int) (p[i] >>> shift) & 0xFF]++;
            toP[at] = p[i];
            toR[at] = r[i];
        }
    }

    private static void startsFromCounts(int[] counts, int from) {
        int start = from;
        for (int i = 0; i < counts.length; i++) {
            int count = counts[i];
            counts[i] = start;
            start += count;
        }
    }

    /** Orders keys with equal zero-padded prefixes: those that end within the prefix first, by length. */
    private void breakTie(int from, int to, int depth) {
        Arrays.fill(counts, 0);
        for (int i = from; i < to; i++) {
            counts[lengthClass(refs[i], depth)]++;
        }
        int longer = counts[LONGER];
        if (counts[lengthClass(refs[from], depth)] < to - from) {
            startsFromCounts(counts, from);
            for (int i = from; i < to; i++) {
                spareRefs[counts[lengthClass(refs[i], depth)]++] = refs[i];
            }
            System.arraycopy(spareRefs, from, refs, from, to - from);
        }
        if (longer > 1) {
            sortDeeper(to - longer, to, depth + 8);
        }
    }

    private int lengthClass(int ref, int depth) {
        return Math.min(LONGER, length(ref) - depth);
    }

    private void sortDeeper(int from, int to, int depth) {
        int newDepth = depth + commonLength(from, to, depth);
        for (int i = from; i < to; i++) {
            prefixes[i] = BigEndian.prefix(arena, refs[i] + keyAt + newDepth, length(refs[i]) - newDepth);
        }
        push(from, to, newDepth);
    }

    /** Number of bytes after {@code depth} that are equal in all keys. */
    private int commonLength(int from, int to, int depth) {
        int first = refs[from] + keyAt + depth;
        int common = length(refs[from]) - depth;
        for (int i = from + 1; i < to && common > 0; i++) {
            int key = refs[i] + keyAt + depth;
            int shared = Math.min(common, length(refs[i]) - depth);
            int mismatch = Arrays.mismatch(arena, first, first + shared, arena, key, key + shared);
            common = mismatch < 0 ? shared : mismatch;
        }
        return common;
    }

    private int length(int ref) {
        return BigEndian.getInt(arena, ref);
    }

    private void push(int from, int to, int depth) {
        if (pendingSize + 3 > pending.length) {
            pending = Arrays.copyOf(pending, pending.length * 2);
        }
        pending[pendingSize++] = from;
        pending[pendingSize++] = to;
        pending[pendingSize++] = depth;
    }
}
