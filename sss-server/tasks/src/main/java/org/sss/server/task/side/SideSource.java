package org.sss.server.task.side;

import java.util.List;
import org.sss.net.block.RunMerge;
import org.sss.net.data.KeyReads;

/** Where a task reads the tuples of a side group, encoded: from their owners, or from memory. Thread-safe. */
public interface SideSource {
    /** Finds the values of keys. Thread-safe. */
    @FunctionalInterface
    interface Lookup<V> {
        /**
         * Returns a list for each encoded key, in the order of the keys.
         *
         * @param valueBytes receives the encoded size of the values of each key
         */
        List<List<V>> read(List<byte[]> keys, long[] valueBytes);
    }

    <V> Lookup<V> lookup(KeyReads.Decoder<V> decoder);

    int subgroupCount();

    /** Returns the tuples of a subgroup in the order of their keys; the caller closes it. */
    RunMerge merged(int subgroup);

    /** Throws CORRUPT if a subgroup in which nothing was found had tuples when the group was committed. */
    void checkEmpty(int subgroup);
}
