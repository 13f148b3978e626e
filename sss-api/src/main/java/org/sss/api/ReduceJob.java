package org.sss.api;

import java.util.List;
import java.util.Objects;

/** A Reduce: walks the keys of the input where it is stored, in order, and writes hashed to the owners of the output. */
public final class ReduceJob<K, V, K2, V2> extends JobOptions<K2, V2, ReduceJob<K, V, K2, V2>> {
    private static final long serialVersionUID = 1L;

    private final TupleGroup<K, V> input;
    private final Reducer<K, V, K2, V2> reducer;

    ReduceJob(String name, TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        super(name, output);
        this.input = Objects.requireNonNull(input, "input");
        this.reducer = Objects.requireNonNull(reducer, "reducer");
    }

    @Override
    ReduceJob<K, V, K2, V2> self() {
        return this;
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
}
