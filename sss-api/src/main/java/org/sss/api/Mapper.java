package org.sss.api;

import java.io.Serializable;

/**
 * Maps each tuple of the input group to any number of output tuples. Called once per tuple, by one thread per task;
 * each task has its own copy, so fields need no lock. Key and value objects may be reused by the next call if their
 * codec does so ({@link Bytes} are; strings, numbers and records are not).
 */
@FunctionalInterface
public interface Mapper<K, V, K2, V2> extends Serializable {
    /**
     * Maps one tuple.
     *
     * @param key   never null
     * @param value never null
     * @param out   receives output tuples; valid until the call returns
     * @throws Exception any exception fails the job with an error that names job, task and key, unless
     *     {@link JobOptions#onError} is set
     */
    void map(K key, V value, Emitter<K2, V2> out) throws Exception;

    /** Called once per task before the first tuple, even if there is none. */
    default void setup(TaskContext context) throws Exception {}

    /** Called once per task after the last tuple, even if there was none; not after an error. */
    default void close(Emitter<K2, V2> out) throws Exception {}
}
