package org.sss.api;

import java.util.List;
import java.util.Objects;

/** A Reduce: walks the keys of the input where it is stored, in order, and writes hashed to the owners of the output. */
public final class ReduceJob<K, V, K2, V2> implements Job {
    private static final long serialVersionUID = 1L;

    private String name;
    private final TupleGroup<K, V> input;
    private final TupleGroup<K2, V2> output;
    private final Reducer<K, V, K2, V2> reducer;
    private Partitioner<K2, V2> partitioner;

    ReduceJob(String name, TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        this.name = name;
        this.input = Objects.requireNonNull(input, "input");
        this.output = Objects.requireNonNull(output, "output");
        this.reducer = Objects.requireNonNull(reducer, "reducer");
    }

    /** Gives the job another name than its number; the rule is that of {@linkplain TupleGroup#name() groups}. */
    public ReduceJob<K, V, K2, V2> named(String newName) {
        name = Names.check("job", newName);
        return this;
    }

    /** Places output tuples by another rule than the hash of the key. */
    public ReduceJob<K, V, K2, V2> partitionBy(Partitioner<K2, V2> newPartitioner) {
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

    public Reducer<K, V, K2, V2> reducer() {
        return reducer;
    }

    /** The partitioner, or null for the hash of the key. */
    public Partitioner<K2, V2> partitioner() {
        return partitioner;
    }
}
