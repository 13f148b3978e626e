package org.sss.server.task.spill;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.sss.net.block.BigEndian;
import org.sss.net.block.SortIndex;

/**
 * Sorts any number of byte strings in bounded memory: in an arena, and beyond that in sorted runs in files. For the
 * task's thread, in rounds: {@link #add}, {@link #sort}, {@link #walk} any number of times, {@link #clear}.
 *
 * <pre>
 *   entry in the arena:  i32 length, bytes
 * </pre>
 */
public final class ValueSorter implements AutoCloseable {
    private static final int HEADER_BYTES = 4;
    private static final int SLACK_BYTES = 8;
    private static final int FIRST_ARENA_BYTES = 8 << 10;
    private static final int FIRST_ENTRIES = 256;
    private static final int MAX_ARENA_BYTES = 1 << 30;

    private final long memoryBytes;
    private final Spills spills;
    private final SortIndex index = new SortIndex(HEADER_BYTES, 1);
    private byte[] arena = new byte[FIRST_ARENA_BYTES];
    private int end;

    /** @param directory directory for temporary files; requested when memory is full */
    public ValueSorter(long memoryBytes, Supplier<Path> directory) {
        this.memoryBytes = memoryBytes;
        spills = new Spills(directory, memoryBytes);
        index.growTo(FIRST_ENTRIES);
    }

    public void add(byte[] bytes, int offset, int length) {
        if (needsRoom(length) && !grow(length)) {
            spill();
            if (needsRoom(length) && !grow(length)) {
                spills.addAlone(bytes, offset, length);
                return;
            }
        }
        int ref = end;
        BigEndian.putInt(arena, ref, length);
        System.arraycopy(bytes, offset, arena, ref + HEADER_BYTES, length);
        end = ref + HEADER_BYTES + length;
        index.add(arena, ref, 0);
    }

    /** Called after the last value. */
    public void sort() {
        if (!spills.isEmpty()) {
            spill();
        } else {
            index.sort(arena);
        }
    }

    public SortedWalk walk() {
        return spills.isEmpty() ? new ArenaWalk() : spills.walk();
    }

    public void clear() {
        index.clear();
        end = 0;
        if (!spills.isEmpty()) {
            spills.clear();
        }
    }

    private void spill() {
        if (index.size() > 0) {
            index.sort(arena);
            spills.add(new ArenaWalk());
            index.clear();
            end = 0;
        }
    }

    private boolean needsRoom(int length) {
        return (long) end + HEADER_BYTES + length + SLACK_BYTES > arena.length || index.size() == index.capacity();
    }

    /** Makes room for one more value, if the limit allows it. */
    private boolean grow(int length) {
        long needed = (long) end + HEADER_BYTES + length + SLACK_BYTES;
        long arenaBytes = needed <= arena.length ? arena.length : Math.max(needed, 2L * arena.length);
        long entries = index.size() < index.capacity() ? index.capacity() : 2L * index.capacity();
        if (arenaBytes > MAX_ARENA_BYTES || arenaBytes + entries * SortIndex.BYTES_PER_ENTRY > memoryBytes) {
            return false;
        }
        if (arenaBytes > arena.length) {
            arena = Arrays.copyOf(arena, (int) arenaBytes);
        }
        if (entries > index.capacity()) {
            index.growTo((int) entries);
        }
        return true;
    }

    @Override
    public void close() {
        spills.clear();
        index.release();
    }

    /** A walk over the sorted arena. */
    private final class ArenaWalk implements SortedWalk {
        private int at = -1;

        @Override
        public boolean next() {
            return at < index.size() && ++at < index.size();
        }

        @Override
        public byte[] array() {
            return arena;
        }

        @Override
        public int offset() {
            return index.ref(at) + HEADER_BYTES;
        }

        @Override
        public int length() {
            return BigEndian.getInt(arena, index.ref(at));
        }

        @Override
        public long position() {
            return at;
        }
    }
}
