package org.sss.api;

import java.io.Serializable;

/**
 * Chooses the subgroup of a tuple. The default is the hash of the key bytes; a group written with another partitioner is
 * marked so, and a point read of it asks all subgroups.
 */
@FunctionalInterface
public interface Partitioner<K, V> extends Serializable {
    /**
     * @param subgroupCount number of subgroups, at least 1
     * @return a number in {@code [0, subgroupCount)}, a function of key and value alone
     */
    int subgroup(K key, V value, int subgroupCount);

    /** The partitioner that one task uses; one that has a state or depends on the task gives another one here. */
    default Partitioner<K, V> forTask(TaskContext context) {
        return this;
    }
}
