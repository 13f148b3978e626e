package org.sss.api;

/**
 * The tuples of a side group, or a part of them, for iteration: from memory ({@link SideData#asTuples}), or from their
 * owners ({@link SideData#scan}). For one task thread.
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
     * the group again. What an iteration has opened is closed when this returns or throws.
     *
     * @throws Exception an exception of the visitor, which ends the iteration
     */
    void forEach(Visitor<? super K, ? super V> visitor) throws Exception;
}
