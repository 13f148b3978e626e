package org.sss.api;

import java.io.Serializable;

/**
 * Turns each tuple of the input group into any number of output tuples. Called once per tuple, by one thread per task;
 * each task has its own copy, so fields need no lock. Key and value objects may be reused by the next call when their
 * codec says so ({@link Bytes} is; String, numbers and records are not).
 */
@FunctionalInterface
public interface Mapper<K, V, K2, V2> extends Serializable {
    /**
     * One tuple.
     *
     * @param key   never null
     * @param value never null
     * @param out   takes what is emitted, until the call returns
     * @throws Exception any exception ends the job with an error that names job, task and key, unless {@link JobOptions#onError}
     *     says otherwise
     */
    void map(K key, V value, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first tuple, also when there is none. */
    default void setup(TaskContext context) throws Exception {
    }

    /** Called once per task behind the last tuple, also when there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {
    }
}
