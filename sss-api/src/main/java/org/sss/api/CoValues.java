package org.sss.api;

/**
 * The values of one key in each of the groups of a co-group. Belongs to the thread that runs the task. It and what it gives are valid until
 * the co-grouper returns; a later use fails the task.
 */
public interface CoValues {
    /**
     * The values of the key in one of the groups, none when it has no such key. Streamed as those of a {@link Reducer}; they
     * may be walked more than once.
     *
     * @param group one of the groups of the job, as it was given to it
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when the job does not read that group; {@link ErrorCode#TYPE_MISMATCH} when it
     *     was given with another codec of values
     */
    <V> Iterable<V> of(TupleGroup<?, V> group);

    /** Whether a group has the key. As {@link #of}, with any codecs. */
    boolean has(TupleGroup<?, ?> group);
}
