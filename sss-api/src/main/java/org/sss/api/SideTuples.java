package org.sss.api;

/**
 * All tuples of a group that a node has in memory in encoded form, once for all tasks of a workflow; see
 * {@link SideData#asTuples}. For one task thread.
 */
public interface SideTuples<K, V> {
    /**
     * Called for each tuple. As for a {@link Mapper}, objects may be reused by the next call if their codec does so.
     */
    @FunctionalInterface
    interface Visitor<K, V> {
        void visit(K key, V value) throws Exception;
    }

    /**
     * Decodes all tuples and calls {@code visitor} for each: subgroup after subgroup, in each of them keys in ascending
     * order, the values of a key in their order. The order is always the same, on all nodes. A visitor may iterate over
     * the group again.
     *
     * @throws Exception an exception of the visitor, which ends the iteration
     */
    void forEach(Visitor<? super K, ? super V> visitor) throws Exception;
}
