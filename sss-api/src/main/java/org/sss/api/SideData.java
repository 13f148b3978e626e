package org.sss.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A group that a job looks into besides its input, in one of two ways. {@link #get} and its fellows ask the owners of keys; a task
 * keeps what it was told in bounded memory, and has small groups there whole after the first call. {@link #asMap},
 * {@link #asMultimap} and {@link #asTuples} hold the group in memory, once for all tasks of the workflow on a node. Belongs to the
 * thread that runs the task, except the maps and lists, which any thread may read: a call of another one fails the task.
 */
public interface SideData<K, V> {
    /** The first value of a key, or null when it is not there. */
    V get(K key);

    /** The values of a key, in their order; empty when it is not there. Not to be changed. */
    List<V> getAll(K key);

    /**
     * The values of many keys, a list for each, in the order of {@code keys}. All nodes are asked at once, and each for many keys
     * at a time, so this is much faster than one key after another.
     */
    List<List<V>> getAll(Collection<? extends K> keys);

    /**
     * The whole group, keys by their {@code equals}. The same object for all tasks of the workflow on this node, not to be changed.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} when all side groups on this node would take more than a quarter of its
     *     heap; {@link ErrorCode#INVALID_ARGUMENT} when a key has several values
     */
    Map<K, V> asMap();

    /** As {@link #asMap} with all values of each key. */
    Map<K, List<V>> asMultimap();

    /**
     * The whole group to be walked tuple by tuple. It is held in its encoding, which takes less memory than a map, and is decoded
     * anew in each walk.
     *
     * @throws SssException {@link ErrorCode#TOO_LARGE} when all side groups on this node would take more than a quarter of its heap
     */
    SideTuples<K, V> asTuples();
}
