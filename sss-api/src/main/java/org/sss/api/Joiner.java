package org.sss.api;

import java.io.Serializable;

/**
 * Called for each pair of a left and a right value of one key. Where a group has no such key, and {@link JoinKind} says that
 * the key counts all the same, its value is null.
 */
@FunctionalInterface
public interface Joiner<K, A, B, K2, V2> extends Serializable {
    /** @throws Exception any exception ends the job with an error that names job, task and key */
    void join(K key, A left, B right, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first pair. */
    default void setup(TaskContext context) throws Exception {
    }

    /** Called once per task behind the last pair, also when there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {
    }
}
