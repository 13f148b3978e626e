package org.sss.api;

/**
 * All tuples of a group that a node holds whole, in their encoding, once for all tasks of a workflow; see {@link SideData#asTuples}.
 * Belongs to one task thread.
 */
public interface SideTuples<K, V> {
    /** Called for each tuple; its objects may be reused by the next call when their codec says so, as those of a {@link Mapper}. */
    @FunctionalInterface
    interface Visitor<K, V> {
        void visit(K key, V value) throws Exception;
    }

    /**
     * Decodes all tuples and calls {@code visitor} for each: subgroup after subgroup, in each of them keys in ascending order, the
     * values of a key in their order. The order is the same each time, on all nodes. A visitor may walk the group again.
     *
     * @throws Exception what the visitor throws, which ends the walk
     */
    void forEach(Visitor<? super K, ? super V> visitor) throws Exception;
}
