package org.sss.api;

/**
 * Where a mapper or reducer puts its output, valid until the end of the task. Belongs to the thread that runs the task: a call of another
 * thread fails, and the task with it, even where the exception is caught. Objects may be reused after each call.
 */
public interface Emitter<K, V> {
    /**
     * Emits one tuple; it is encoded before this method returns.
     *
     * @param key   not null
     * @param value not null; may have null in it only where its codec takes that
     * @throws SssException {@link ErrorCode#TOO_LARGE} for a key over 64 KiB - 1 or a value over 1 GiB,
     *     {@link ErrorCode#CANCELLED} when the job was cancelled, {@link ErrorCode#USER_CODE} when another thread than that of the task
     *     calls, {@link ErrorCode#CLOSED} after the end of the task
     */
    void emit(K key, V value);

    /**
     * Where tuples for a further output of the job go; the same object for the same group, so it may be kept.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a group that was not declared with {@code alsoTo}
     */
    <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group);

    /**
     * Adds to the job counter of that name; counters are summed over all tasks and readable while the job runs.
     *
     * @param counter not null
     * @param amount  may be negative. A sum outside the range of a long, of a task or of all of them, fails the job; over the
     *     iterations of a loop, the largest or smallest long stands for it
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for more than 1000 names, or names of more than 32 Ki characters together;
     *     the job fails as well when its tasks have more of them together
     */
    void count(String counter, long amount);
}
