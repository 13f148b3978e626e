package org.sss.net.block;

import java.util.Arrays;

/**
 * References to entries of an arena, to be sorted by subgroup, then key; entries of one key retain the order in which
 * they were added. An entry is {@code i32 key length, ..., key}, with the key at a fixed offset in the entry. One
 * thread at a time.
 */
public final class SortIndex {
    /** Memory per entry, all arrays together. */
    public static final int BYTES_PER_ENTRY = 28;

    private static final int CACHE_LINE_BYTES = 64;
    private static final int TOUCHED_ENTRIES = 32;
    /** The hardware prefetcher loads the bytes after this many of an entry. */
    private static final int MAX_TOUCHED_BYTES = 512;

    private static final long[] NO_LONGS = {};
    private static final int[] NO_INTS = {};

    private final int keyAt;
    private final KeySorter sorter;
    /** After {@link #sort}: start of the entries of each subgroup; one more element than subgroups. */
    private final int[] starts;

    private long[] prefixes = NO_LONGS;
    private int[] refs = NO_INTS;
    private int[] subgroups = NO_INTS;
    private long[] sortedPrefixes = NO_LONGS;
    private int[] sortedRefs = NO_INTS;
    private int size;
    /** Never read: prevents the compiler from removing {@link #touchAhead}. */
    @SuppressWarnings("unused")
    private int touched;
    /** Per entry: most have about the average length. */
    private int touchedBytes;

    /** @param keyAt offset of the key in its entry */
    public SortIndex(int keyAt, int subgroupCount) {
        this.keyAt = keyAt;
        sorter = new KeySorter(keyAt);
        starts = new int[subgroupCount + 1];
    }

    public int capacity() {
        return refs.length;
    }

    public int size() {
        return size;
    }

    /** Makes room for {@code newCapacity} entries; retains the added ones. */
    public void growTo(int newCapacity) {
        long[] oldPrefixes = prefixes;
        int[] oldRefs = refs;
        int[] oldSubgroups = subgroups;
        releaseSorted();
        prefixes = ArrayPool.longs(newCapacity);
        refs = ArrayPool.ints(newCapacity);
        subgroups = ArrayPool.ints(newCapacity);
        sortedPrefixes = ArrayPool.longs(newCapacity);
        sortedRefs = ArrayPool.ints(newCapacity);
        System.arraycopy(oldPrefixes, 0, prefixes, 0, size);
        System.arraycopy(oldRefs, 0, refs, 0, size);
        System.arraycopy(oldSubgroups, 0, subgroups, 0, size);
        ArrayPool.giveBack(oldPrefixes);
        ArrayPool.giveBack(oldRefs);
        ArrayPool.giveBack(oldSubgroups);
    }

    /** Releases all memory; afterwards it is empty and has no capacity. */
    public void release() {
        releaseSorted();
        ArrayPool.giveBack(prefixes);
        ArrayPool.giveBack(refs);
        ArrayPool.giveBack(subgroups);
        prefixes = NO_LONGS;
        refs = NO_INTS;
        subgroups = NO_INTS;
        size = 0;
    }

    private void releaseSorted() {
        sorter.use(null, NO_LONGS, NO_INTS, NO_LONGS, NO_INTS);
        ArrayPool.giveBack(sortedPrefixes);
        ArrayPool.giveBack(sortedRefs);
        sortedPrefixes = NO_LONGS;
        sortedRefs = NO_INTS;
    }

    /** Adds the entry at {@code ref}, whose length and key are in the arena. There must be room. */
    public void add(byte[] arena, int ref, int subgroup) {
        int i = size++;
        prefixes[i] = BigEndian.prefix(arena, ref + keyAt, BigEndian.getInt(arena, ref));
        refs[i] = ref;
        subgroups[i] = subgroup;
    }

    public void sort(byte[] arena) {
        int average = size == 0 ? 0 : refs[size - 1] / size;
        touchedBytes = Math.max(CACHE_LINE_BYTES, Math.min(average + CACHE_LINE_BYTES / 2, MAX_TOUCHED_BYTES));
        bySubgroup();
        sorter.use(arena, sortedPrefixes, sortedRefs, prefixes, refs);
        for (int s = 0; s < starts.length - 1; s++) {
            sorter.sort(starts[s], starts[s + 1]);
        }
    }

    /** First index of {@code subgroup} after {@link #sort}; its entries end where the next subgroup starts. */
    public int start(int subgroup) {
        return starts[subgroup];
    }

    /** The entry at an index after {@link #sort}. */
    public int ref(int index) {
        return sortedRefs[index];
    }

    /**
     * Call it for each index up to {@code end} before its entry is read: prefetches entries into the processor's cache,
     * a few dozen at a time. In sorted order each access is a miss; here the loads are independent of each other, so
     * that the misses overlap.
     */
    public void touchAhead(byte[] arena, int index, int end) {
        if (index % TOUCHED_ENTRIES == 0) {
            int to = Math.min(index + TOUCHED_ENTRIES, end);
            touch(arena, index, to);
            if (touchedBytes > 2 * CACHE_LINE_BYTES) {
                touchRest(arena, index, to);
            }
        }
    }

    private void touch(byte[] arena, int from, int to) {
        int last = arena.length - 1;
        int sum = 0;
        for (int i = from; i < to; i++) {
            int ref = sortedRefs[i];
            sum += arena[ref] + arena[Math.min(ref + CACHE_LINE_BYTES - 1, last)];
        }
        touched = sum;
    }

    private void touchRest(byte[] arena, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            int end = Math.min(sortedRefs[i] + touchedBytes, arena.length);
            for (int at = sortedRefs[i] + 2 * CACHE_LINE_BYTES - 1; at < end; at += CACHE_LINE_BYTES) {
                sum += arena[at];
            }
        }
        touched += sum;
    }

    public void clear() {
        size = 0;
    }

    private void bySubgroup() {
        Arrays.fill(starts, 0);
        for (int i = 0; i < size; i++) {
            starts[subgroups[i] + 1]++;
        }
        for (int s = 1; s < starts.length; s++) {
            starts[s] += starts[s - 1];
        }
        for (int i = 0; i < size; i++) {
            int at = starts[subgroups[i]]++;
            sortedPrefixes[at] = prefixes[i];
            sortedRefs[at] = refs[i];
        }
        // Each start has moved to that of the next subgroup.
        System.arraycopy(starts, 0, starts, 1, starts.length - 1);
        starts[0] = 0;
    }
}
