package org.sss.api;

/**
 * The values of one key in each group of a co-group. For the thread that runs the task only. The object and everything
 * that it returns are valid until the co-grouper returns; a later use fails the task.
 */
public interface CoValues {
    /**
     * Returns the values of the key in one of the groups; empty if the group does not have the key. Values are streamed
     * as in a {@link Reducer} and may be iterated more than once.
     *
     * @param group one of the groups of the job, as passed to it
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the job does not read that group;
     *     {@link ErrorCode#TYPE_MISMATCH} if it was declared with another value codec
     */
    <V> Iterable<V> of(TupleGroup<?, V> group);

    /** Returns whether a group has the key. Like {@link #of}, but accepts any codecs. */
    boolean has(TupleGroup<?, ?> group);
}
