package org.sss.api;

import java.io.Serializable;

/**
 * Called for each pair of a left and a right value of one key. If a group does not have the key and the
 * {@link JoinKind} includes the key nevertheless, its value is null.
 */
@FunctionalInterface
public interface Joiner<K, A, B, K2, V2> extends Serializable {
    /** @throws Exception any exception fails the job with an error that names job, task and key */
    void join(K key, A left, B right, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first pair. */
    default void setup(TaskContext context) throws Exception {}

    /** Called once per task after the last pair, even if there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {}
}
