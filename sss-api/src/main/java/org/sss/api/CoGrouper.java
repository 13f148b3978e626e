package org.sss.api;

import java.io.Serializable;

/**
 * Called once for each key that any of several groups has, in ascending order of the encoded key, with the values that each group
 * has of it. Threads as those of a {@link Reducer}.
 */
@FunctionalInterface
public interface CoGrouper<K, K2, V2> extends Serializable {
    /** @throws Exception any exception ends the job with an error that names job, task and key */
    void coGroup(K key, CoValues values, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first key. */
    default void setup(TaskContext context) throws Exception {
    }

    /** Called once per task behind the last key, also when there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {
    }
}
