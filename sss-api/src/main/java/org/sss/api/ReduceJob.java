package org.sss.api;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A Reduce: iterates over the keys of the input in order, on the nodes that store it, and sends output tuples to the
 * owners of their keys.
 */
public final class ReduceJob<K, V, K2, V2> extends JobOptions<K2, V2, ReduceJob<K, V, K2, V2>> {
    private static final long serialVersionUID = 1L;

    private final TupleGroup<K, V> input;
    private final Reducer<K, V, K2, V2> reducer;
    private final ArrayList<Further<K, V, ?, ?>> further = new ArrayList<>();
    private boolean orderedValues;
    private Aggregator<V, ?, V2> aggregator;

    /** A further reducer in the same pass, and its output. */
    public record Further<K, V, K3, V3>(TupleGroup<K3, V3> output, Reducer<K, V, K3, V3> reducer)
            implements Serializable {}

    ReduceJob(String name, TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        super(name, output);
        this.input = Objects.requireNonNull(input, "input");
        this.reducer = Objects.requireNonNull(reducer, "reducer");
    }

    private ReduceJob(
            ReduceJob<K, ?, K2, V2> like,
            TupleGroup<K, V> input,
            Reducer<K, V, K2, V2> reducer,
            Partitioner<K2, V2> partitioner,
            Combiner<K2, V2> combiner) {
        super(like, like.output(), partitioner, combiner);
        this.input = input;
        this.reducer = reducer;
    }

    /** Returns a copy that reads other values of the same keys and has no further reducers. */
    <W> ReduceJob<K, W, K2, V2> copyReading(Codec<W> values, Reducer<K, W, K2, V2> newReducer) {
        return new ReduceJob<>(this, input.withValues(values), newReducer, partitioner(), combiner());
    }

    @Override
    ReduceJob<K, V, K2, V2> copyCombinedBy(Combiner<K2, V2> newCombiner) {
        ReduceJob<K, V, K2, V2> copy = new ReduceJob<>(this, input, reducer, null, newCombiner);
        copy.further.addAll(further);
        copy.orderedValues = orderedValues;
        copy.aggregator = aggregator;
        return copy;
    }

    /**
     * Returns whether it emits results of an aggregate under the keys that it reads: few per key, computed from that
     * key alone.
     */
    boolean emitsResults() {
        return reducer instanceof PartialAggregates.Direct || reducer instanceof PartialAggregates.Merging;
    }

    @Override
    ReduceJob<K, V, K2, V2> self() {
        return this;
    }

    /**
     * Adds a further reducer over the same input, in the same pass: for each key it is called after the earlier ones.
     * It emits to {@code output}.
     */
    public <K3, V3> ReduceJob<K, V, K2, V2> and(TupleGroup<K3, V3> output, Reducer<K, V, K3, V3> another) {
        further.add(new Further<>(output, Objects.requireNonNull(another, "reducer")));
        return alsoTo(output);
    }

    /** Adds a further reducer whose output has a partitioner or a combiner of its own. */
    public <K3, V3> ReduceJob<K, V, K2, V2> and(Output<K3, V3> output, Reducer<K, V, K3, V3> another) {
        further.add(new Further<>(output.group(), Objects.requireNonNull(another, "reducer")));
        return alsoTo(output);
    }

    /** Sorts the values of each key in ascending order of their encoded bytes. The number of values is not limited. */
    public ReduceJob<K, V, K2, V2> orderValues() {
        orderedValues = true;
        return this;
    }

    ReduceJob<K, V, K2, V2> aggregatedBy(Aggregator<V, ?, V2> newAggregator) {
        aggregator = newAggregator;
        return newAggregator.needsOrder() ? orderValues() : this;
    }

    /** Returns the aggregator of the reducer, or null. */
    Aggregator<V, ?, V2> aggregator() {
        return aggregator;
    }

    @Override
    public List<TupleGroup<?, ?>> inputs() {
        return List.of(input);
    }

    public TupleGroup<K, V> input() {
        return input;
    }

    public Reducer<K, V, K2, V2> reducer() {
        return reducer;
    }

    /** Returns the reducers that follow {@link #reducer()}, in the order in which they were added. */
    public List<Further<K, V, ?, ?>> further() {
        return List.copyOf(further);
    }

    /** Returns whether {@link #orderValues} was called. */
    public boolean ordersValues() {
        return orderedValues;
    }
}
