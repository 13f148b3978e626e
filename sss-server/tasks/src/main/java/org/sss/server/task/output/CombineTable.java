package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyHash;
import org.sss.net.block.SortIndex;

/**
 * Output with a combiner: a hash table of encoded keys with open addressing; each key has one value. For the task's
 * thread.
 *
 * <pre>
 *   slot:                upper half of the probing hash &lt;&lt; 32 | offset of the entry in the arena + 1; 0 is a free slot
 *   entry in the arena:  i32 key length, i32 subgroup, 8 bytes of the subclass, key, further bytes of the subclass
 * </pre>
 *
 * A miss on a used slot is detected by the half hash, without access to the arena; growing needs no access either. Keys
 * of up to 16 bytes, which is most words and all numbers, are hashed and compared as two words, with no branch that
 * depends on their length: such branches are mispredicted and would dominate the cost. In the arena they take 16 bytes,
 * padded with zeros.
 */
abstract sealed class CombineTable extends OutputBuffer permits LongCombineTable, ValueCombineTable, GroupTable {
    /** No such entry. */
    static final int NONE = -1;

    static final int HEADER_BYTES = 16;

    private static final int SUBGROUP_AT = 4;

    /** Bytes of a slot and its share of the sort index at the maximum load, five eighths. */
    private static final int BYTES_PER_SLOT = 8 + SortIndex.BYTES_PER_ENTRY * 5 / 8;

    private static final int FIRST_SLOTS = 256;
    private static final int MIN_SLOTS = 16;
    /**
     * Up to this size, which fits into the cache, more slots are cheaper than the mispredicted branches of longer
     * probes.
     */
    private static final int SPARSE_SLOTS = 1 << 15;
    /** With more slots, slots and entries exceed the private caches of a core. */
    private static final int MAX_CACHED_SLOTS = 1 << 16;
    /** End of the entry of a key of about twenty bytes, which may be in the next cache line. */
    private static final int TOUCHED_BYTES = HEADER_BYTES + 23;

    static final long HALF_HASH = 0xFFFF_FFFF_0000_0000L;

    /** Written so that the JIT compiler does not remove the loads of {@link #touch}. */
    @SuppressWarnings("unused")
    private int touched;

    private long[] slots;
    private int maxEntries;
    private int entries;
    /** Hash of the key that was searched last. */
    private long hash;
    /** Words of that key, if it is short. */
    private final KeyWords words = new KeyWords();

    CombineTable(long bufferBytes, RunOutput output) {
        super(bufferBytes, output, HEADER_BYTES);
        long most = Math.max(MIN_SLOTS, Math.min(FIRST_SLOTS, bufferBytes / (8 * BYTES_PER_SLOT)));
        useSlots(new long[Integer.highestOneBit((int) most)]);
    }

    /** Returns the entry of a key, or {@link #NONE}. Valid until the next insertion or replacement. */
    final int find(byte[] key, int offset, int length) {
        if (length > KeyWords.MAX_BYTES) {
            return findLong(key, offset, length, KeyHash.hash64(key, offset, length));
        }
        words.set(key, offset, length);
        return findShort(length, words.hash(length));
    }

    /**
     * As {@link #find(byte[], int, int)} for the encoding of a string, made in two registers: reading words from bytes
     * that were written just before costs more than all else. Strings that are not short or not ASCII are not found.
     */
    final int find(String key) {
        int length = key.length();
        if (length > KeyWords.MAX_BYTES) {
            return NONE;
        }
        return words.set(key) ? findShort(length, words.hash(length)) : NONE;
    }

    /** As {@link #find(byte[], int, int)} for a caller that already has the hash. */
    final int find(byte[] key, int offset, int length, long itsHash) {
        if (length > KeyWords.MAX_BYTES) {
            return findLong(key, offset, length, itsHash);
        }
        words.set(key, offset, length);
        return findShort(length, itsHash);
    }

    /** As {@link #find(byte[], int, int, long)} for a short key, by its words. */
    final int find(long itsFirst, long itsSecond, int length, long itsHash) {
        words.set(itsFirst, itsSecond);
        return findShort(length, itsHash);
    }

    final long hashOf(byte[] key, int offset, int length) {
        if (length > KeyWords.MAX_BYTES) {
            return KeyHash.hash64(key, offset, length);
        }
        words.set(key, offset, length);
        return words.hash(length);
    }

    final long[] slots() {
        return slots;
    }

    /** Returns whether most probes miss the cache. */
    final boolean missesCache() {
        return slots.length > MAX_CACHED_SLOTS;
    }

    /**
     * Prefetches the data that {@link #find} will access into the cache, first slots, then entries: no load here
     * depends on another one.
     */
    final void touch(long[] hashes, int count) {
        long[] table = slots;
        int mask = table.length - 1;
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (int) table[(int) (hashes[i] >>> 32) & mask];
        }
        byte[] bytes = arena;
        for (int i = 0; i < count; i++) {
            int ref = Math.max(0, candidate(hashes[i]));
            sum += bytes[ref] + bytes[Math.min(ref + TOUCHED_BYTES, bytes.length - 1)];
        }
        touched = sum;
    }

    /** Returns the first entry with that half hash, or {@link #NONE}. */
    private int candidate(long h) {
        long[] table = slots;
        int mask = table.length - 1;
        int i = (int) (h >>> 32) & mask;
        while (table[i] != 0 && ((table[i] ^ h) & HALF_HASH) != 0) {
            i = i + 1 & mask;
        }
        return (int) table[i] - 1;
    }

    private int findShort(int length, long h) {
        long w1 = words.first;
        long w2 = words.second;
        hash = h;
        long[] table = slots;
        byte[] bytes = arena;
        int mask = table.length - 1;
        for (int i = (int) (h >>> 32) & mask; ; i = i + 1 & mask) {
            long slot = table[i];
            if (slot == 0) {
                return NONE;
            }
            if (((slot ^ h) & HALF_HASH) == 0) {
                int ref = (int) slot - 1;
                long differing = BigEndian.getLong(bytes, ref + HEADER_BYTES) ^ w1
                        | BigEndian.getLong(bytes, ref + HEADER_BYTES + 8) ^ w2
                        | BigEndian.getInt(bytes, ref) ^ length;
                if (differing == 0) {
                    return ref;
                }
            }
        }
    }

    private int findLong(byte[] key, int offset, int length, long h) {
        hash = h;
        int mask = slots.length - 1;
        for (int i = (int) (h >>> 32) & mask; ; i = i + 1 & mask) {
            long slot = slots[i];
            if (slot == 0) {
                return NONE;
            }
            int ref = (int) slot - 1;
            if (((slot ^ h) & HALF_HASH) == 0 && BigEndian.getInt(arena, ref) == length) {
                int at = ref + HEADER_BYTES;
                if (Arrays.equals(arena, at, at + length, key, offset, offset + length)) {
                    return ref;
                }
            }
        }
    }

    /** Returns the size in the arena of an entry with a key of that length and no value. */
    static int entryBytes(int keyLength) {
        return HEADER_BYTES + Math.max(KeyWords.MAX_BYTES, keyLength);
    }

    /**
     * Adds an entry for the key that {@link #find} has just not found, and returns its offset. The caller fills in the
     * value.
     */
    final int append(int subgroup, byte[] key, int offset, int length, int bytes) {
        makeRoom(bytes);
        if (entries >= maxEntries) {
            growSlots();
        }
        int ref = end;
        end = ref + bytes;
        BigEndian.putInt(arena, ref, length);
        BigEndian.putInt(arena, ref + SUBGROUP_AT, subgroup);
        if (length <= KeyWords.MAX_BYTES) {
            BigEndian.putLong(arena, ref + HEADER_BYTES, words.first);
            BigEndian.putLong(arena, ref + HEADER_BYTES + 8, words.second);
        } else {
            System.arraycopy(key, offset, arena, ref + HEADER_BYTES, length);
        }
        link(slots, hash & HALF_HASH | ref + 1);
        entries++;
        return ref;
    }

    private void useSlots(long[] newSlots) {
        slots = newSlots;
        maxEntries = newSlots.length <= SPARSE_SLOTS ? newSlots.length / 4 : newSlots.length / 8 * 5;
    }

    private void growSlots() {
        long doubled = slots.length * 2L;
        if (doubled > 1 << 28 || doubled * BYTES_PER_SLOT > Math.min(bufferBytes * 5 / 8, bufferBytes - arena.length)) {
            flush();
            return;
        }
        long[] larger = ArrayPool.zeros((int) doubled);
        for (long slot : slots) {
            if (slot != 0) {
                link(larger, slot);
            }
        }
        ArrayPool.giveBack(slots);
        useSlots(larger);
    }

    private static void link(long[] table, long slot) {
        int mask = table.length - 1;
        int i = (int) (slot >>> 32) & mask;
        while (table[i] != 0) {
            i = i + 1 & mask;
        }
        table[i] = slot;
    }

    @Override
    final void fillIndex() {
        if (index.capacity() < entries) {
            index.growTo(maxEntries);
        }
        for (long slot : slots) {
            if (slot != 0) {
                int ref = (int) slot - 1;
                index.add(arena, ref, BigEndian.getInt(arena, ref + SUBGROUP_AT));
            }
        }
    }

    final int entries() {
        return entries;
    }

    @Override
    void clear() {
        Arrays.fill(slots, 0);
        entries = 0;
    }

    @Override
    void release() {
        super.release();
        ArrayPool.giveBack(slots);
        useSlots(new long[MIN_SLOTS]);
    }

    @Override
    final long otherBytes() {
        return (long) slots.length * BYTES_PER_SLOT;
    }
}
