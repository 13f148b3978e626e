package org.sss.api;

import java.io.Serializable;

/**
 * Called for each pair of a tuple of the large and a tuple of the small group of a {@linkplain Workflow#cross cross},
 * by one thread per task; each task has its own copy. As for a {@link Mapper}, objects may be reused by the next call
 * if their codec does so.
 */
@FunctionalInterface
public interface Crosser<K, V, L, W, K2, V2> extends Serializable {
    /**
     * @throws Exception any exception fails the job with an error that names job, task and the key of the large group
     */
    void cross(K key, V value, L smallKey, W smallValue, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first pair, after the small group was loaded. */
    default void setup(TaskContext context) throws Exception {}

    /** Called once per task after the last pair, even if there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {}
}
