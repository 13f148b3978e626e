package org.sss.server.task.input;

import java.util.Iterator;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.Partitioners.PlacedInput;
import org.sss.api.SssException;
import org.sss.net.block.RunMerge;
import org.sss.server.task.output.PartitionerCheck;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Compares the subgroup of each key with what the partitioner that has placed it returns here, at the first value. If
 * they differ, other tuples of the key are in other subgroups. For the task's thread.
 */
public final class PlaceCheck<K, V> {
    private final PlacedInput<K, V> placed;
    private final Codec<K> keys;
    private final int subgroup;
    private final int subgroupCount;
    private final TaskState state;
    /** True once the partitioner is known to depend on values that were combined since. */
    private boolean over;

    public PlaceCheck(PlacedInput<K, V> placed, int subgroup, int subgroupCount, TaskState state) {
        this.placed = placed;
        this.keys = placed.group().keys().forTask();
        this.subgroup = subgroup;
        this.subgroupCount = subgroupCount;
        this.state = state;
    }

    /**
     * Returns the values, which check the key when the first of them is read.
     *
     * @param tuples at the key
     */
    @SuppressWarnings("unchecked") // the caller has compared the codecs of the values
    <W> Iterable<W> checking(RunMerge tuples, Iterable<W> values) {
        return over ? values : () -> (Iterator<W>) new Checking(tuples, (Iterator<V>) values.iterator());
    }

    private void check(RunMerge tuples, V value) {
        K key = keys.decode(tuples.key(), 0, tuples.keyLength());
        Partitioner<K, V> partitioner = placed.partitioner();
        int here = partitioner.subgroup(key, value, subgroupCount);
        if (here == subgroup) {
            return;
        }
        over = placed.combined() && dependsOnValue(key, here);
        if (!over) {
            throw state.fail(new SssException(
                    ErrorCode.USER_CODE,
                    "key " + TaskErrors.render(key) + " of group '"
                            + placed.group().name()
                            + "' is in subgroup " + subgroup + ", and here the partitioner "
                            + Partitioners.describe(partitioner) + " returns " + here
                            + " for it, so tuples of one key may be in several subgroups; " + PartitionerCheck.REMEDY));
        }
    }

    /** A combined value may be one that the partitioner was never given. */
    private boolean dependsOnValue(K key, int here) {
        try {
            return placed.partitioner().subgroup(key, null, subgroupCount) != here;
        } catch (RuntimeException e) {
            return true;
        }
    }

    private final class Checking implements Iterator<V> {
        private final RunMerge tuples;
        private final Iterator<V> values;
        private boolean checked;

        Checking(RunMerge tuples, Iterator<V> values) {
            this.tuples = tuples;
            this.values = values;
        }

        @Override
        public boolean hasNext() {
            return values.hasNext();
        }

        @Override
        public V next() {
            V value = values.next();
            if (!checked) {
                checked = true;
                check(tuples, value);
            }
            return value;
        }
    }
}
