package org.sss.server.task.output;

import org.sss.net.block.BigEndian;

/** A batch of short keys as words, with their hashes and values. For the task's thread. */
final class ShortKeys {
    final long[] firsts;
    final long[] seconds;
    final int[] lengths;
    final long[] hashes;
    final long[] values;
    int count;

    ShortKeys(int capacity) {
        firsts = new long[capacity];
        seconds = new long[capacity];
        lengths = new int[capacity];
        hashes = new long[capacity];
        values = new long[capacity];
    }

    void add(long first, long second, int length, long value) {
        int at = count++;
        firsts[at] = first;
        seconds[at] = second;
        lengths[at] = length;
        hashes[at] = KeyWords.hash(first, second, length);
        values[at] = value;
    }

    /** Returns whether the entry has key {@code k} of the batch. */
    boolean isAt(int k, byte[] arena, int ref) {
        int at = ref + CombineTable.HEADER_BYTES;
        return (BigEndian.getLong(arena, at) ^ firsts[k]
                        | BigEndian.getLong(arena, at + 8) ^ seconds[k]
                        | BigEndian.getInt(arena, ref) ^ lengths[k])
                == 0;
    }
}
