package org.sss.api;

/** Where a mapper or reducer puts its output. Belongs to one task thread. Objects may be reused after each call. */
public interface Emitter<K, V> {
    /**
     * Emits one tuple; it is encoded before this method returns.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} for a key over 64 KiB - 1 or a value over 1 GiB,
     *     {@link ErrorCode#CANCELLED} when the job was cancelled
     */
    void emit(K key, V value);

    /** Adds to the job counter of that name; counters are summed over all tasks and readable while the job runs. */
    void count(String counter, long amount);
}
