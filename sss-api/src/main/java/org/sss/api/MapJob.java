package org.sss.api;

import java.util.List;
import java.util.Objects;

/** A Map: reads each tuple of the input where it is stored and writes hashed to the owners of the output. */
public final class MapJob<K, V, K2, V2> implements Job {
    private static final long serialVersionUID = 1L;

    private String name;
    private final TupleGroup<K, V> input;
    private final TupleGroup<K2, V2> output;
    private final Mapper<K, V, K2, V2> mapper;
    private Combiner<K2, V2> combiner;
    private Partitioner<K2, V2> partitioner;

    MapJob(String name, TupleGroup<K, V> input, TupleGroup<K2, V2> output, Mapper<K, V, K2, V2> mapper) {
        this.name = name;
        this.input = Objects.requireNonNull(input, "input");
        this.output = Objects.requireNonNull(output, "output");
        this.mapper = Objects.requireNonNull(mapper, "mapper");
    }

    /** Gives the job another name than its number; the rule is that of {@linkplain TupleGroup#name() groups}. */
    public MapJob<K, V, K2, V2> named(String newName) {
        name = Names.check("job", newName);
        return this;
    }

    /** Folds values of equal keys before they are sent. */
    public MapJob<K, V, K2, V2> combine(Combiner<K2, V2> newCombiner) {
        combiner = Objects.requireNonNull(newCombiner);
        return this;
    }

    /** Places output tuples by another rule than the hash of the key. */
    public MapJob<K, V, K2, V2> partitionBy(Partitioner<K2, V2> newPartitioner) {
        partitioner = Objects.requireNonNull(newPartitioner);
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<TupleGroup<?, ?>> inputs() {
        return List.of(input);
    }

    @Override
    public List<TupleGroup<?, ?>> outputs() {
        return List.of(output);
    }

    public TupleGroup<K, V> input() {
        return input;
    }

    public TupleGroup<K2, V2> output() {
        return output;
    }

    public Mapper<K, V, K2, V2> mapper() {
        return mapper;
    }

    /** The combiner, or null. */
    public Combiner<K2, V2> combiner() {
        return combiner;
    }

    /** The partitioner, or null for the hash of the key. */
    public Partitioner<K2, V2> partitioner() {
        return partitioner;
    }
}
