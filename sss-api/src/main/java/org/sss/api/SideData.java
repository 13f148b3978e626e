package org.sss.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A side group: a group that a job reads besides its input, in one of three ways. {@link #get} and {@link #getAll}
 * query the owners of the keys; a task caches the answers in bounded memory, and a small group is cached whole after
 * the first call. {@link #asMap}, {@link #asMultimap} and {@link #asTuples} load the group into memory, once for all
 * tasks of the workflow on a node. {@link #scan} reads it block by block. For the thread that runs the task only: a
 * call from another thread fails the task. The returned maps and lists may be read by any thread.
 */
public interface SideData<K, V> {
    /** Returns the first value of a key, or null if the group does not have the key. */
    V get(K key);

    /** Returns the values of a key in their order; empty if the group does not have the key. Unmodifiable. */
    List<V> getAll(K key);

    /**
     * Returns the values of many keys, a list for each, in the order of {@code keys}. All nodes are queried in
     * parallel, each for many keys per request, so this is much faster than a call per key.
     */
    List<List<V>> getAll(Collection<? extends K> keys);

    /**
     * Returns the whole group as a map; keys are compared by {@code equals}. The object is the same for all tasks of
     * the workflow on this node. Unmodifiable.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} if all side groups on this node would take more than a quarter
     *     of its heap; {@link ErrorCode#INVALID_ARGUMENT} if a key has several values
     */
    Map<K, V> asMap();

    /** Like {@link #asMap}, with all values of each key. */
    Map<K, List<V>> asMultimap();

    /**
     * Returns the whole group for iteration. It is buffered in encoded form, which takes less memory than a map, and
     * decoded again in each iteration.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} if all side groups on this node would take more than a quarter
     *     of its heap
     */
    SideTuples<K, V> asTuples();

    /**
     * Returns the whole group for iteration, of any size: each iteration reads it again from its owners, block by
     * block, and needs some MiB at most. Nothing is retained between iterations.
     */
    default SideTuples<K, V> scan() {
        return scan(0, 1);
    }

    /**
     * Like {@link #scan()}, for the subgroups {@code s} with {@code s mod parts == part}: tasks that take different
     * parts read the group once together, in parallel. With {@code scan(context.task(), context.subgroupCount())} a
     * task that reads a subgroup gets the same subgroup of this group, which its own node has.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} unless {@code 0 <= part < parts}
     */
    SideTuples<K, V> scan(int part, int parts);
}
