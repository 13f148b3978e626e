package org.sss.server.task;

import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.SssException;
import org.sss.net.block.KeyHash;

/** Chooses the subgroup of an output tuple: by the hash of its key, or as a partitioner says. Used by the task's thread. */
final class Placement<K, V> {
    private final Partitioner<K, V> partitioner;
    private final int subgroupCount;

    /** @param partitioner null for the hash */
    Placement(Partitioner<K, V> partitioner, int subgroupCount) {
        this.partitioner = partitioner;
        this.subgroupCount = subgroupCount;
    }

    /** @param bytes where the encoded key is */
    int subgroup(K key, V value, byte[] bytes, int offset, int length) {
        if (partitioner == null) {
            return KeyHash.subgroup(KeyHash.hash64(bytes, offset, length), subgroupCount);
        }
        int subgroup = partitioner.subgroup(key, value, subgroupCount);
        if (subgroup < 0 || subgroup >= subgroupCount) {
            throw new SssException(ErrorCode.USER_CODE, "the partitioner " + partitioner.getClass().getName() + " returned "
                    + subgroup + " for the key " + TaskErrors.render(key) + "; it must be in 0.." + (subgroupCount - 1));
        }
        return subgroup;
    }
}
