package org.sss.api;

import java.io.Serializable;

/**
 * Called once for each key that occurs in any of several groups, in ascending order of the encoded key, with the values
 * of the key in each group. Same threading as a {@link Reducer}.
 */
@FunctionalInterface
public interface CoGrouper<K, K2, V2> extends Serializable {
    /** @throws Exception any exception ends the job with an error that names job, task and key */
    void coGroup(K key, CoValues values, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first key. */
    default void setup(TaskContext context) throws Exception {}

    /** Called once per task after the last key, even if there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {}
}
