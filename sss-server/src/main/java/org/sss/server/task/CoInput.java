package org.sss.server.task;

import java.util.Arrays;
import java.util.List;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;

/** One of the groups of a co-group: where its merge stands. Used by the task's thread. */
final class CoInput<V> implements AutoCloseable {
    private final TupleGroup<?, V> group;
    private final RunMerge tuples;
    private final StreamedValues<V> values;
    private boolean ended;
    /** Whether the merge stands at the key of the co-group, whose values are to be had. */
    private boolean present;

    /** Closes both merge and values with itself. */
    CoInput(TupleGroup<?, V> group, RunMerge tuples, StreamedValues<V> values) {
        this.group = group;
        this.tuples = tuples;
        this.values = values;
    }

    boolean next() {
        ended = !tuples.nextKey();
        return !ended;
    }

    boolean hasEnded() {
        return ended;
    }

    RunMerge tuples() {
        return tuples;
    }

    int compareKey(CoInput<?> other) {
        return Arrays.compareUnsigned(tuples.key(), 0, tuples.keyLength(), other.tuples.key(), 0, other.tuples.keyLength());
    }

    void begin(boolean hasKey) {
        present = hasKey;
        if (hasKey) {
            values.beginKey();
        }
    }

    boolean isPresent() {
        return present;
    }

    void checkRead(Object key, TaskErrors errors) {
        values.checkRead(key, errors);
    }

    /** To be called for those that are present; moves on to the next key. */
    void end() {
        values.endKey();
        present = false;
        next();
    }

    boolean isOf(TupleGroup<?, ?> other) {
        return group == other || group.name().equals(other.name());
    }

    Iterable<V> values() {
        return present ? values : List.of();
    }

    @Override
    public void close() {
        try (tuples) {
            values.close();
        }
    }
}
