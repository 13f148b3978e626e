package org.sss.client;

import java.util.Arrays;
import org.sss.api.ByteSink;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunWriter;

/**
 * Collects encoded tuples and hands them out as one sorted run per subgroup; values of equal keys stay in the order in
 * which they were added. One thread at a time. Holds {@code maxBytes} plus one tuple at most.
 *
 * <pre>
 *   arena:  key, value | key, value | ...
 *   per tuple: subgroup, first 8 bytes of the key, offset of the key, length of key, length of value
 * </pre>
 */
final class SortBuffer {
    private static final int INDEX_BYTES_PER_TUPLE = 8 + 4 * 4;
    private static final int ARENA_KEPT_BYTES = 1 << 20;

    private final int subgroupCount;
    private final int maxBytes;
    private ByteSink arena = new ByteSink(ARENA_KEPT_BYTES);
    private long[] prefixes = new long[1024];
    private int[] keyOffsets = new int[1024];
    private int[] keyLengths = new int[1024];
    private int[] valueLengths = new int[1024];
    private int[] subgroups = new int[1024];
    private int count;

    SortBuffer(int subgroupCount, int maxBytes) {
        this.subgroupCount = subgroupCount;
        this.maxBytes = maxBytes;
    }

    /** Where the next tuple is to be encoded: key, then value. Then call {@link #added}, or truncate it back. */
    ByteSink arena() {
        return arena;
    }

    /** Counts the tuple whose key and value were just put at {@code keyOffset} to the end of the arena. */
    void added(int keyOffset, int keyLength) {
        if (count == prefixes.length) {
            grow();
        }
        int i = count++;
        byte[] bytes = arena.array();
        prefixes[i] = BigEndian.prefix(bytes, keyOffset, keyLength);
        keyOffsets[i] = keyOffset;
        keyLengths[i] = keyLength;
        valueLengths[i] = arena.size() - keyOffset - keyLength;
        subgroups[i] = KeyHash.subgroup(KeyHash.hash64(bytes, keyOffset, keyLength), subgroupCount);
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean isFull() {
        return arena.size() + (long) count * INDEX_BYTES_PER_TUPLE >= maxBytes;
    }

    /** Takes the sorted runs. */
    interface RunSink {
        /** The writer of the next run of that subgroup. */
        RunWriter begin(int subgroup);
    }

    /** Writes all tuples, subgroup by subgroup, each a run, and empties this buffer. */
    void drain(RunSink sink) {
        int[] order = sorted();
        RunWriter run = null;
        for (int k = 0; k < count; k++) {
            int i = order[k];
            if (k == 0 || subgroups[i] != subgroups[order[k - 1]]) {
                finish(run);
                run = sink.begin(subgroups[i]);
            }
            int key = keyOffsets[i];
            run.add(arena.array(), key, keyLengths[i], arena.array(), key + keyLengths[i], valueLengths[i]);
        }
        finish(run);
        clear();
    }

    private static void finish(RunWriter run) {
        if (run != null) {
            run.finish();
        }
    }

    private void clear() {
        count = 0;
        arena.clear();
        if (arena.capacity() > Math.max(maxBytes, ARENA_KEPT_BYTES)) {
            arena = new ByteSink(ARENA_KEPT_BYTES);
        }
    }

    /** A merge sort of the tuples' numbers: stable, and without an object per tuple. */
    private int[] sorted() {
        int[] from = new int[count];
        int[] to = new int[count];
        Arrays.setAll(from, i -> i);
        for (int width = 1; width < count && width > 0; width *= 2) {
            for (int low = 0; low < count; low += 2 * width) {
                merge(from, to, low, Math.min(low + width, count), Math.min(low + 2 * width, count));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void merge(int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int k = low; k < high; k++) {
            boolean takeLeft = right >= high || left < middle && compare(from[left], from[right]) <= 0;
            to[k] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int compare(int a, int b) {
        if (subgroups[a] != subgroups[b]) {
            return Integer.compare(subgroups[a], subgroups[b]);
        }
        if (prefixes[a] != prefixes[b]) {
            return Long.compareUnsigned(prefixes[a], prefixes[b]);
        }
        byte[] bytes = arena.array();
        return Arrays.compareUnsigned(bytes, keyOffsets[a], keyOffsets[a] + keyLengths[a],
                bytes, keyOffsets[b], keyOffsets[b] + keyLengths[b]);
    }

    private void grow() {
        int size = 2 * count;
        prefixes = Arrays.copyOf(prefixes, size);
        keyOffsets = Arrays.copyOf(keyOffsets, size);
        keyLengths = Arrays.copyOf(keyLengths, size);
        valueLengths = Arrays.copyOf(valueLengths, size);
        subgroups = Arrays.copyOf(subgroups, size);
    }
}
