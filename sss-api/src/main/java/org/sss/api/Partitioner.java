package org.sss.api;

import java.io.Serializable;

/**
 * Chooses the subgroup of a tuple. The default is the hash of the key bytes. A group written with another partitioner
 * is marked as such, and a point read of it queries all subgroups.
 */
@FunctionalInterface
public interface Partitioner<K, V> extends Serializable {
    /**
     * @param subgroupCount number of subgroups, at least 1
     * @return a number in {@code [0, subgroupCount)} that depends only on key and value
     */
    int subgroup(K key, V value, int subgroupCount);

    /** Returns the partitioner for one task. Override this if the partitioner has state or depends on the task. */
    default Partitioner<K, V> forTask(TaskContext context) {
        return this;
    }
}
