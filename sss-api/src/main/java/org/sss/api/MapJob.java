package org.sss.api;

import java.util.ArrayList;
import java.util.List;

/**
 * A Map: reads each tuple of its inputs on the node that stores it and sends output tuples to the owners of their keys.
 * A task reads one subgroup of all input groups, one group after another, or one split of a source.
 */
public final class MapJob<K2, V2> extends JobOptions<K2, V2, MapJob<K2, V2>> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<MapInput<?, ?, K2, V2>> from = new ArrayList<>();
    private boolean dropsRepeats;

    MapJob(String name, MapInput<?, ?, K2, V2> input, TupleGroup<K2, V2> output) {
        super(name, output);
        from.add(input);
    }

    private MapJob(
            MapJob<K2, ?> like,
            TupleGroup<K2, V2> output,
            List<MapInput<?, ?, K2, V2>> from,
            Combiner<K2, V2> combiner) {
        super(like, output, null, combiner);
        this.from.addAll(from);
    }

    @Override
    MapJob<K2, V2> copyCombinedBy(Combiner<K2, V2> newCombiner) {
        return new MapJob<>(this, output(), from, newCombiner);
    }

    /** Returns a copy without a partitioner that may omit repeated tuples. */
    MapJob<K2, V2> copyWithoutRepeats() {
        MapJob<K2, V2> copy = new MapJob<>(this, output(), from, null);
        copy.dropsRepeats = true;
        return copy;
    }

    /** Returns a copy without a partitioner that writes accumulators of the values and merges them. */
    <A> MapJob<K2, A> copyAccumulating(Aggregator<V2, A, ?> aggregator, Codec<A> accumulators) {
        List<MapInput<?, ?, K2, A>> inputs = new ArrayList<>();
        from.forEach(input -> inputs.add(input.accumulating(aggregator, accumulators, output())));
        return new MapJob<>(this, output().withValues(accumulators), inputs, aggregator.merger());
    }

    @Override
    MapJob<K2, V2> self() {
        return this;
    }

    /** One more input, with a mapper of its own. */
    public <K, V> MapJob<K2, V2> from(TupleGroup<K, V> group, Mapper<K, V, K2, V2> mapper) {
        from.add(MapInput.of(group, mapper));
        return this;
    }

    /** One more input, with a mapper of its own. */
    public <K, V> MapJob<K2, V2> from(TupleSource<K, V> source, Mapper<K, V, K2, V2> mapper) {
        from.add(MapInput.of(source, mapper));
        return this;
    }

    /** All inputs with their mappers, in the order in which they were added. */
    public List<MapInput<?, ?, K2, V2>> from() {
        return List.copyOf(from);
    }

    @Override
    public List<TupleGroup<?, ?>> inputs() {
        List<TupleGroup<?, ?>> groups = new ArrayList<>();
        from.stream().filter(input -> input.group() != null).forEach(input -> groups.add(input.group()));
        return groups;
    }

    /** Whether tuples that were emitted before, key and value, may be left out. Then there is no combiner. */
    public boolean dropsRepeats() {
        return dropsRepeats;
    }
}
