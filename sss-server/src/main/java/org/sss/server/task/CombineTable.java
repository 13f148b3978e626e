package org.sss.server.task;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/**
 * Output with a combiner: a hash table of encoded keys, open addressing, each key once with one value. Used by the task's
 * thread.
 *
 * <pre>
 *   slot:                upper half of the key's hash &lt;&lt; 32 | place of the entry in the arena + 1; 0 is a free slot
 *   entry in the arena:  i32 key length, i32 subgroup, 8 bytes of the subclass, key, further bytes of the subclass
 * </pre>
 *
 * A miss that lands on a used slot is told by the half hash, without a look into the arena; growing needs no look either.
 */
abstract sealed class CombineTable extends OutputBuffer permits LongCombineTable, ValueCombineTable {
    /** No such entry. */
    static final int NONE = -1;
    static final int HEADER_BYTES = 16;

    private static final int SUBGROUP_AT = 4;
    /** A slot, and the part of the sort index that belongs to it at the greatest load of one half. */
    private static final int BYTES_PER_SLOT = 8 + SortIndex.BYTES_PER_ENTRY / 2;
    private static final int FIRST_SLOTS = 1024;
    private static final long HALF_HASH = 0xFFFF_FFFF_0000_0000L;

    private long[] slots;
    private int entries;

    CombineTable(long bufferBytes, RunOutput output) {
        super(bufferBytes, output, HEADER_BYTES);
        long most = Math.max(16, Math.min(FIRST_SLOTS, bufferBytes / (8 * BYTES_PER_SLOT)));
        slots = new long[Integer.highestOneBit((int) most)];
    }

    /** The entry of a key, or {@link #NONE}. It stays where it is until the next insertion or replacement. */
    final int find(byte[] key, int offset, int length, long hash) {
        long[] table = slots;
        int mask = table.length - 1;
        for (int i = (int) (hash >>> 32) & mask; ; i = i + 1 & mask) {
            long slot = table[i];
            if (slot == 0) {
                return NONE;
            }
            if (((slot ^ hash) & HALF_HASH) == 0) {
                int ref = (int) slot - 1;
                if (BigEndian.getInt(arena, ref) == length && KeyBytes.same(arena, ref + HEADER_BYTES, key, offset, length)) {
                    return ref;
                }
            }
        }
    }

    /** Adds an entry for a key that is not there and returns its place; its value is the caller's to fill in. */
    final int append(long hash, int subgroup, byte[] key, int offset, int length, int bytes) {
        makeRoom(bytes);
        if (entries >= slots.length / 2) {
            growSlots();
        }
        int ref = end;
        end = ref + bytes;
        BigEndian.putInt(arena, ref, length);
        BigEndian.putInt(arena, ref + SUBGROUP_AT, subgroup);
        System.arraycopy(key, offset, arena, ref + HEADER_BYTES, length);
        link(slots, hash & HALF_HASH | ref + 1);
        entries++;
        return ref;
    }

    private void growSlots() {
        long doubled = slots.length * 2L;
        if (doubled > 1 << 28 || doubled * BYTES_PER_SLOT > Math.min(bufferBytes / 2, bufferBytes - arena.length)) {
            flush();
            return;
        }
        long[] larger = new long[(int) doubled];
        for (long slot : slots) {
            if (slot != 0) {
                link(larger, slot);
            }
        }
        slots = larger;
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
            index.growTo(slots.length / 2);
        }
        for (long slot : slots) {
            if (slot != 0) {
                int ref = (int) slot - 1;
                index.add(arena, ref, BigEndian.getInt(arena, ref + SUBGROUP_AT));
            }
        }
    }

    @Override
    final void clear() {
        Arrays.fill(slots, 0);
        entries = 0;
    }

    @Override
    final long otherBytes() {
        return (long) slots.length * BYTES_PER_SLOT;
    }
}
