package org.sss.api;

/**
 * Receives the output of a mapper or reducer; valid until the end of the task. For the thread that runs the task only:
 * a call from another thread fails, and fails the task even if the exception is caught. Objects may be reused after
 * each call.
 */
public interface Emitter<K, V> {
    /**
     * Emits one tuple; it is encoded before this method returns.
     *
     * @param key   not null
     * @param value not null; may contain null only if its codec supports that
     * @throws SssException {@link ErrorCode#TOO_LARGE} for a key over 64 KiB - 1 or a value over 1 GiB,
     *     {@link ErrorCode#CANCELLED} if the job was cancelled, {@link ErrorCode#USER_CODE} if the caller is not the
     *     thread of the task, {@link ErrorCode#CLOSED} after the end of the task
     */
    void emit(K key, V value);

    /**
     * Returns the emitter of a further output of the job. Returns the same object for the same group, so it may be
     * stored.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a group that was not declared with {@code alsoTo}
     */
    <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group);

    /**
     * Adds to the job counter of that name; counters are summed over all tasks and readable while the job runs.
     *
     * @param counter not null
     * @param amount  may be negative. If the sum of a task or of all tasks is outside the range of a long, the job
     *     fails; sums over the iterations of a loop saturate at the largest or smallest long
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for more than 1000 names, or names of more than 32 Ki
     *     characters in total; the job also fails if its tasks together exceed these limits
     */
    void count(String counter, long amount);
}
