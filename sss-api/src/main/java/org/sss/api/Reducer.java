package org.sss.api;

import java.io.Serializable;

/**
 * Called once per key, in ascending order of the encoded key, with all values of that key. Values are streamed from the
 * store, so their number is not limited; they may be iterated more than once. Their order is the same in each execution
 * over the same input: by source subgroup, then in the order in which the mapper emitted them.
 */
@FunctionalInterface
public interface Reducer<K, V, K2, V2> extends Serializable {
    /**
     * Reduces one key.
     *
     * @param key    never null
     * @param values at least one; need not be read. For the calling thread only, until the call returns: a later use of
     *     the values or their iterators fails the task even if the exception is caught. A {@link Bytes}, and any value
     *     whose codec reuses objects, is valid until the next value
     * @param out    receives output tuples; valid until the call returns
     * @throws Exception any exception fails the job with an error that names job, task and key, unless
     *     {@link JobOptions#onError} is set
     */
    void reduce(K key, Iterable<V> values, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first key, even if there is none. */
    default void setup(TaskContext context) throws Exception {}

    /** Called once per task after the last key, even if there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {}
}
