package org.sss.api;

/** Merges partial accumulators of an aggregator; for doubles and sketches the result depends on the order. */
record MergingCombiner<K, A>(Aggregator<?, A, ?> aggregator) implements Combiner<K, A> {
    @Override
    public A combine(K key, A left, A right) {
        return aggregator.merge(left, right);
    }

    @Override
    public boolean dependsOnGrouping() {
        return true;
    }
}
