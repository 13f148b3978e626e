package org.sss.api;

import java.util.Objects;

/** Implements a cross as a Map of the large group that iterates over the small one for each tuple. */
final class CrossMapper<K, V, L, W, K2, V2> implements Mapper<K, V, K2, V2> {
    private static final long serialVersionUID = 1L;

    private final TupleGroup<L, W> small;
    private final Crosser<K, V, L, W, K2, V2> crosser;
    private transient SideTuples<L, W> tuples;

    CrossMapper(TupleGroup<L, W> small, Crosser<K, V, L, W, K2, V2> crosser) {
        this.small = Objects.requireNonNull(small, "small");
        this.crosser = Objects.requireNonNull(crosser, "crosser");
    }

    TupleGroup<L, W> small() {
        return small;
    }

    /** Loads the small group, so that one which is too large fails the job before its first tuple. */
    @Override
    public void setup(TaskContext context) throws Exception {
        tuples = context.side(small).asTuples();
        crosser.setup(context);
    }

    @Override
    public void map(K key, V value, Emitter<K2, V2> out) throws Exception {
        tuples.forEach((smallKey, smallValue) -> crosser.cross(key, value, smallKey, smallValue, out));
    }

    @Override
    public void close(Emitter<K2, V2> out) throws Exception {
        crosser.close(out);
    }
}
