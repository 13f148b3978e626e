package org.sss.api;

import java.io.Serializable;

/**
 * Called once per key, in ascending order of the encoded key, with all values of that key. Values are streamed from the
 * store, so a list may be of any length; it may be walked more than once. Their order is the same in each run over the same input:
 * by source subgroup, then in the order in which the mapper emitted them.
 */
@FunctionalInterface
public interface Reducer<K, V, K2, V2> extends Serializable {
    /**
     * One key.
     *
     * @param key    never null
     * @param values at least one; need not be walked. They and their iterators belong to the thread that calls, until the call returns: a
     *               later use fails the task, also where the exception is caught. A {@link Bytes}, and any value whose codec reuses
     *               objects, is valid until the next value
     * @param out    takes what is emitted, until the call returns
     * @throws Exception any exception ends the job with an error that names job, task and key, unless {@link JobOptions#onError}
     *     says otherwise
     */
    void reduce(K key, Iterable<V> values, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first key, also when there is none. */
    default void setup(TaskContext context) throws Exception {
    }

    /** Called once per task behind the last key, also when there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {
    }
}
