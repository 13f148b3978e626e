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
     * @return a number in {@code [0, subgroupCount)} that depends only on the content of key and value, in each
     *     process: not on {@code hashCode()} of an enum, an array or an object without a {@code hashCode()} of its own,
     *     or on random numbers. A job that finds another answer for an equal key fails: when it emits, and when a later
     *     job of the workflow reads the group key by key
     */
    int subgroup(K key, V value, int subgroupCount);

    /** Returns the partitioner for one task. Override this if the partitioner has state or depends on the task. */
    default Partitioner<K, V> forTask(TaskContext context) {
        return this;
    }

    /**
     * Returns the partitioner for one writer of a client. Override this if the partitioner has state or does not make
     * sense outside of tasks.
     *
     * @param writer number of the writer among those of the group, from 0
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a client cannot place tuples in this way
     */
    default Partitioner<K, V> forWriter(int writer, int subgroupCount) {
        return this;
    }
}
