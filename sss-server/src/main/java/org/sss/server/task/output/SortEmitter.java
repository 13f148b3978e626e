package org.sss.server.task.output;

import java.util.function.Supplier;
import org.sss.api.TupleGroup;
import org.sss.server.shuffle.Placement;

/**
 * Emits into a {@link GroupTable}, if it is given one, as long as keys come again and again, else into a {@link SortBuffer}; where nobody
 * asks how often a key has a value, not again what was emitted lately. Used by the task's thread.
 */
public final class SortEmitter<K, V> extends TaskEmitter<K, V> {
    private final Placement<K, V> placement;
    private final Supplier<SortBuffer> sorting;
    /** Null when tuples are sorted from now on. */
    private GroupTable table;
    /** Null as long as they are not. */
    private SortBuffer buffer;
    /** Null where each tuple counts. */
    private final DuplicateFilter repeats;

    /**
     * @param table   null to sort all tuples; needs a placement that {@link Placement#isByKeyBytes()}
     * @param repeats null to keep tuples that are there already
     */
    SortEmitter(TaskOutputs outputs, TupleGroup<K, V> group, Placement<K, V> placement, GroupTable table,
            Supplier<SortBuffer> sorting, DuplicateFilter repeats) {
        super(outputs, group);
        this.table = table;
        this.repeats = repeats;
        this.sorting = sorting;
        buffer = table == null ? sorting.get() : null;
        this.placement = placement;
    }

    @Override
    public void emit(K k, V v) {
        if (keysAreNumbers && isGroupedAgain(k, v)) {
            return;
        }
        encodeKey(k);
        encodeValue(v);
        byte[] bytes = key.array(k);
        int offset = key.offset(k);
        int length = key.length(k);
        int valueLength = value.length(v);
        boolean done = repeats != null && repeats.isRepeated(bytes, offset, length, value.array(v), value.offset(v), valueLength)
                || table != null && isGrouped(k, bytes, offset, length, value.array(v), value.offset(v), valueLength);
        if (!done) {
            int subgroup = placement.subgroup(k, v, bytes, offset, length);
            buffer.add(subgroup, bytes, offset, length, value.array(v), value.offset(v), valueLength);
        }
        // Not before: what a partitioner refuses may be skipped, and was not emitted then.
        state.emitted(length + valueLength);
    }

    /** Whether the tuple was put into the table without its key being encoded. */
    private boolean isGroupedAgain(K k, V v) {
        if (table == null || repeats != null || k == null) {
            return false;
        }
        int chunk = table.recentChunk(number(k));
        if (chunk == RecentNumbers.NONE) {
            return false;
        }
        checkThread();
        encodeValue(v);
        int valueLength = value.length(v);
        if (!table.addTo(chunk, value.array(v), value.offset(v), valueLength)) {
            return false;
        }
        state.emitted(numberBytes() + valueLength);
        return true;
    }

    /** Tries to put the tuple into the table, and gives the table up when that is of no use. */
    private boolean isGrouped(K k, byte[] bytes, int keyOffset, int keyLength, byte[] v, int valueOffset, int valueLength) {
        GroupTable.Added added = table.add(placement, bytes, keyOffset, keyLength, v, valueOffset, valueLength);
        if (added == GroupTable.Added.FULL) {
            boolean poor = table.isPoor();
            table.flush();
            added = poor ? GroupTable.Added.TOO_LARGE
                    : table.add(placement, bytes, keyOffset, keyLength, v, valueOffset, valueLength);
        }
        if (added == GroupTable.Added.TOO_LARGE) {
            table.flush();
            table.release();
            table = null;
            buffer = sorting.get();
        }
        if (keysAreNumbers && added == GroupTable.Added.YES) {
            table.remember(number(k));
        }
        return added == GroupTable.Added.YES;
    }

    @Override
    void flush() {
        OutputBuffer used = table != null ? table : buffer;
        used.flush();
        used.release();
        if (repeats != null) {
            repeats.release();
        }
    }

    @Override
    long combined() {
        return repeats == null ? 0 : repeats.count();
    }

    @Override
    boolean storesAsEmitted() {
        return combined() == 0;
    }
}
