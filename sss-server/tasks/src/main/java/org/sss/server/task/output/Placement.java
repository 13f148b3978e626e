package org.sss.server.task.output;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.net.block.KeyHash;
import org.sss.net.data.RangeBounds;
import org.sss.server.task.state.TaskErrors;

/**
 * Chooses the subgroup of an output tuple: by the hash or the range of its key, or by a partitioner. For the task's
 * thread.
 */
public final class Placement<K, V> {
    private final Partitioner<K, V> partitioner;
    private final byte[][] bounds;
    private final int subgroupCount;
    /** Null if nothing is checked, or no more. */
    private PartitionerCheck<K, V> check;

    /**
     * @param partitioner null for the hash
     * @param bounds      of a range partitioner: the first key of each subgroup but the first
     */
    public Placement(Partitioner<K, V> partitioner, List<byte[]> bounds, int subgroupCount) {
        boolean hash = partitioner instanceof Partitioners.HashPartitioner;
        this.partitioner = hash || partitioner instanceof Partitioners.RangePartitioner ? null : partitioner;
        this.bounds = partitioner instanceof Partitioners.RangePartitioner ? bounds.toArray(byte[][]::new) : null;
        this.subgroupCount = subgroupCount;
    }

    /** Sets a check of the partitioner, if there is one that may be called for any tuple. */
    public Placement<K, V> checkedBy(PartitionerCheck<K, V> newCheck) {
        check = partitioner == null || subgroupCount == 1 ? null : newCheck;
        return this;
    }

    /** Returns whether the subgroup depends only on the encoded key. */
    public boolean isByKeyBytes() {
        return partitioner == null;
    }

    /** Returns the subgroup of an encoded key. Only if {@link #isByKeyBytes()}. */
    public int subgroup(byte[] bytes, int offset, int length) {
        if (bounds != null) {
            return RangeBounds.subgroup(bounds, bytes, offset, length);
        }
        return KeyHash.subgroup(KeyHash.hash64(bytes, offset, length), subgroupCount);
    }

    /** @param bytes where the encoded key is */
    public int subgroup(K key, V value, byte[] bytes, int offset, int length) {
        if (partitioner == null) {
            return subgroup(bytes, offset, length);
        }
        int subgroup = partitioner.subgroup(key, value, subgroupCount);
        if (subgroup < 0 || subgroup >= subgroupCount) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "the partitioner " + partitioner.getClass().getName() + " returned " + subgroup + " for the key "
                            + TaskErrors.render(key) + "; it must be in 0.." + (subgroupCount - 1));
        }
        if (check != null && !check.check(key, value, bytes, offset, length, subgroup, subgroupCount)) {
            check = null;
        }
        return subgroup;
    }
}
