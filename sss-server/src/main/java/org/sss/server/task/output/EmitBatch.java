package org.sss.server.task.output;

import org.sss.server.shuffle.Placement;

/**
 * Keys and numbers that are about to go into a {@link LongCombineTable} which is too large for the processor's cache. All of
 * them are looked for at once, first in the slots, then in the arena, so that their cache misses overlap instead of following one
 * another: with a million keys an emit takes a third of the time. Used by the task's thread.
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
    // Of the other keys.
    private final byte[] keys = new byte[KEY_BYTES + SLACK_BYTES];
    private final int[] offsets = new int[MAX_TUPLES];
    private final int[] lengths = new int[MAX_TUPLES];
    private final long[] hashes = new long[MAX_TUPLES];
    private final long[] values = new long[MAX_TUPLES];
    private int count;
    private int end;

    /** @param placement that needs no more than the bytes of a key */
    EmitBatch(LongCombineTable table, Placement<?, ?> placement) {
        this.table = table;
        puts = new LongPuts(table, placement);
    }

    /**
     * Of a key whose bytes have been where they are for a while, so that they can be read as words at once. A short one is kept as
     * its words: a copy of some few bytes costs a branch that is mispredicted, and more than all the rest.
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

    /** Of a key that may have been encoded just before. */
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

    /** Sees to it that everything is in the table. */
    void drain() {
        drainSettled();
        // Not in add: words that are read from bytes which were just written wait for them.
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
