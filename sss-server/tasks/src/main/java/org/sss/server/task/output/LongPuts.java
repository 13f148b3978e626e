package org.sss.server.task.output;

import org.sss.net.block.BigEndian;

/** Puts tuples of a batch, whose hashes are known, into the table. For the task's thread. */
final class LongPuts {
    private final LongCombineTable table;
    private final Placement<?, ?> placement;
    private final byte[] shortKey = new byte[KeyWords.MAX_BYTES];

    /** @param placement that depends only on the key bytes */
    LongPuts(LongCombineTable table, Placement<?, ?> placement) {
        this.table = table;
        this.placement = placement;
    }

    void putAll(ShortKeys keys) {
        int at = table.combineFound(keys, 0);
        while (at < keys.count) {
            putShort(keys.firsts[at], keys.seconds[at], keys.lengths[at], keys.hashes[at], keys.values[at]);
            at = table.combineFound(keys, at + 1);
        }
    }

    /** Puts a short key, given as words. */
    void putShort(long first, long second, int length, long hash, long value) {
        int ref = table.find(first, second, length, hash);
        if (ref != CombineTable.NONE) {
            table.combine(ref, value);
        } else {
            insertShort(first, second, length, value);
        }
    }

    private void insertShort(long first, long second, int length, long value) {
        BigEndian.putLong(shortKey, 0, first);
        BigEndian.putLong(shortKey, 8, second);
        table.insert(placement.subgroup(shortKey, 0, length), shortKey, 0, length, value);
    }

    void put(byte[] key, int offset, int length, long hash, long value) {
        int ref = table.find(key, offset, length, hash);
        if (ref != CombineTable.NONE) {
            table.combine(ref, value);
        } else {
            table.insert(placement.subgroup(key, offset, length), key, offset, length, value);
        }
    }
}
