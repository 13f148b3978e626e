package org.sss.api;

import java.io.Serializable;

/**
 * Called for each pair of a tuple of the large and a tuple of the small group of a {@linkplain Workflow#cross cross}, by one thread
 * per task; each task has its own copy. The objects may be reused by the next call when their codec says so, as those of a
 * {@link Mapper}.
 */
@FunctionalInterface
public interface Crosser<K, V, L, W, K2, V2> extends Serializable {
    /** @throws Exception any exception ends the job with an error that names job, task and the key of the large group */
    void cross(K key, V value, L smallKey, W smallValue, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first pair, when the small group is in memory. */
    default void setup(TaskContext context) throws Exception {
    }

    /** Called once per task behind the last pair, also when there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {
    }
}
