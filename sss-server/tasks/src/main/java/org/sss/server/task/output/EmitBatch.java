package org.sss.server.task.output;

/**
 * A batch of keys and numbers for a {@link LongCombineTable} that exceeds the processor's cache. All are looked up
 * together, first in the slots, then in the arena, so that their cache misses overlap: with a million keys an emit
 * takes a third of the time. For the task's thread.
 */
final class EmitBatch {
    static final int MAX_TUPLES = 64;
    private static final int KEY_BYTES = 4 << 10;
    /** So that a short key can be read as two words. */
    private static final int SLACK_BYTES = 16;

    private final LongCombineTable table;
    private final LongPuts puts;
    private final ShortKeys settled = new ShortKeys(MAX_TUPLES);
    private final KeyWords words = new KeyWords();
    // For the other keys.
    private final byte[] keys = new byte[KEY_BYTES + SLACK_BYTES];
    private final int[] offsets = new int[MAX_TUPLES];
    private final int[] lengths = new int[MAX_TUPLES];
    private final long[] hashes = new long[MAX_TUPLES];
    private final long[] values = new long[MAX_TUPLES];
    private int count;
    private int end;

    /** @param placement that depends only on the key bytes */
    EmitBatch(LongCombineTable table, Placement<?, ?> placement) {
        this.table = table;
        puts = new LongPuts(table, placement);
    }

    /**
     * Adds a key whose bytes were not written just before, so that they can be read as words immediately. A short key
     * is stored as words: copying a few bytes costs a mispredicted branch, which would dominate.
     */
    void addSettled(byte[] key, int offset, int length, long value) {
        if (length > KeyWords.MAX_BYTES) {
            add(key, offset, length, value);
            return;
        }
        if (settled.count == MAX_TUPLES) {
            drainSettled();
        }
        words.set(key, offset, length);
        settled.add(words.first, words.second, length, value);
    }

    /** Adds a key that may have been encoded just before. */
    void add(byte[] key, int offset, int length, long value) {
        if (count == MAX_TUPLES || end + length > KEY_BYTES) {
            drain();
            if (length > KEY_BYTES) {
                puts.put(key, offset, length, table.hashOf(key, offset, length), value);
                return;
            }
        }
        System.arraycopy(key, offset, keys, end, length);
        offsets[count] = end;
        lengths[count] = length;
        values[count] = value;
        count++;
        end += length;
    }

    private void drainSettled() {
        table.touch(settled.hashes, settled.count);
        puts.putAll(settled);
        settled.count = 0;
    }

    /** Puts all tuples into the table. */
    void drain() {
        drainSettled();
        // Not in add: reading words from bytes that were just written stalls.
        int longKeys = 0;
        for (int i = 0; i < count; i++) {
            if (lengths[i] <= KeyWords.MAX_BYTES) {
                words.set(keys, offsets[i], lengths[i]);
                settled.add(words.first, words.second, lengths[i], values[i]);
            } else {
                hashes[longKeys] = table.hashOf(keys, offsets[i], lengths[i]);
                offsets[longKeys] = offsets[i];
                lengths[longKeys] = lengths[i];
                values[longKeys++] = values[i];
            }
        }
        table.touch(hashes, longKeys);
        drainSettled();
        for (int i = 0; i < longKeys; i++) {
            puts.put(keys, offsets[i], lengths[i], hashes[i], values[i]);
        }
        count = 0;
        end = 0;
    }
}
