package org.sss.server.task.output;

import java.util.function.Supplier;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

/**
 * Emits into a {@link GroupTable}, if there is one, while keys repeat, else into a {@link SortBuffer}. If repeats are
 * irrelevant, recently emitted tuples are omitted. For the task's thread.
 */
public final class SortEmitter<K, V> extends TaskEmitter<K, V> {
    private final Placement<K, V> placement;
    private final Supplier<SortBuffer> sorting;
    /** Null once tuples are sorted. */
    private GroupTable table;
    /** Null until tuples are sorted. */
    private SortBuffer buffer;
    /** Null if each tuple counts. */
    private final DuplicateFilter repeats;

    /**
     * @param table   null to sort all tuples; needs a placement that {@link Placement#isByKeyBytes()}
     * @param repeats null to emit repeated tuples
     */
    SortEmitter(
            TaskOutputs outputs,
            TupleGroup<K, V> group,
            Placement<K, V> placement,
            GroupTable table,
            Supplier<SortBuffer> sorting,
            DuplicateFilter repeats) {
        super(outputs, group);
        this.table = table;
        this.repeats = repeats;
        this.sorting = sorting;
        buffer = table == null ? sorting.get() : null;
        this.placement = placement;
    }

    @Override
    public void emit(K k, V v) {
        try {
            if (keysAreNumbers && isGroupedAgain(k, v)) {
                return;
            }
            encodeKey(k);
            encodeValue(v);
            byte[] bytes = key.array(k);
            int offset = key.offset(k);
            int length = key.length(k);
            int valueLength = value.length(v);
            boolean done = repeats != null
                            && repeats.isRepeated(bytes, offset, length, value.array(v), value.offset(v), valueLength)
                    || table != null
                            && isGrouped(k, bytes, offset, length, value.array(v), value.offset(v), valueLength);
            if (!done) {
                int subgroup = placement.subgroup(k, v, bytes, offset, length);
                buffer.add(subgroup, bytes, offset, length, value.array(v), value.offset(v), valueLength);
            }
            // Only now: a tuple that the partitioner rejects may be skipped, and was then not emitted.
            state.emitted(length + valueLength);
        } catch (NullPointerException | SssException e) {
            throw unlessNull(e, k, v);
        }
    }

    /** Puts the tuple into the table without encoding its key. Returns whether that was possible. */
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

    /** Tries to put the tuple into the table; abandons the table if grouping does not pay. */
    private boolean isGrouped(
            K k, byte[] bytes, int keyOffset, int keyLength, byte[] v, int valueOffset, int valueLength) {
        GroupTable.Added added = table.add(placement, bytes, keyOffset, keyLength, v, valueOffset, valueLength);
        if (added == GroupTable.Added.FULL) {
            boolean poor = table.isPoor();
            table.flush();
            added = poor
                    ? GroupTable.Added.TOO_LARGE
                    : table.add(placement, bytes, keyOffset, keyLength, v, valueOffset, valueLength);
        }
        if (added == GroupTable.Added.TOO_LARGE) {
            table.flush();
            table.release();
            table = null;
            buffer = sorting.get();
        }
        if (keysAreNumbers && added == GroupTable.Added.YES) {
            table.record(number(k));
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
