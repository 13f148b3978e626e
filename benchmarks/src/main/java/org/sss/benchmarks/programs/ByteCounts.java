package org.sss.benchmarks.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Counts keys that are bytes: a hash table with open addressing, the keys one after another in one array. One thread
 * at a time.
 */
final class ByteCounts {
    private static final int FIRST_SLOTS = 1 << 12;
    private static final int FIRST_ENTRIES = 1 << 10;

    private int[] slots = new int[FIRST_SLOTS]; // number of the entry and 1, or 0
    private byte[] keys = new byte[1 << 16];
    private int[] ends = new int[FIRST_ENTRIES];
    private int[] hashes = new int[FIRST_ENTRIES];
    private long[] counts = new long[FIRST_ENTRIES];
    private int size;

    /** @param hash of the key, any function of it */
    void add(byte[] bytes, int start, int end, int hash, long count) {
        int mask = slots.length - 1;
        int slot = spread(hash) & mask;
        for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
            if (hashes[entry - 1] == hash && isKey(entry - 1, bytes, start, end)) {
                counts[entry - 1] += count;
                return;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = append(bytes, start, end, hash, count);
        if (size * 2 > slots.length) {
            grow();
        }
    }

    void addAll(ByteCounts other) {
        for (int i = 0; i < other.size; i++) {
            add(other.keys, other.start(i), other.ends[i], other.hashes[i], other.counts[i]);
        }
    }

    /** Lines {@code key TAB count}. */
    void write(OutputStream out) throws IOException {
        for (int i = 0; i < size; i++) {
            out.write(keys, start(i), ends[i] - start(i));
            out.write(("\t" + counts[i] + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private boolean isKey(int entry, byte[] bytes, int start, int end) {
        return Arrays.equals(keys, start(entry), ends[entry], bytes, start, end);
    }

    private int start(int entry) {
        return entry == 0 ? 0 : ends[entry - 1];
    }

    private int append(byte[] bytes, int start, int end, int hash, long count) {
        int at = start(size);
        int length = end - start;
        if (size == counts.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        if (keys.length - at < length) {
            keys = Arrays.copyOf(keys, Math.max(at + length, 2 * keys.length));
        }
        System.arraycopy(bytes, start, keys, at, length);
        ends[size] = at + length;
        hashes[size] = hash;
        counts[size] = count;
        return ++size;
    }

    private void grow() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int i = 0; i < size; i++) {
            int slot = spread(hashes[i]) & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = i + 1;
        }
    }

    private static int spread(int hash) {
        int h = hash * 0x9E3779B9;
        return h ^ h >>> 15;
    }
}
