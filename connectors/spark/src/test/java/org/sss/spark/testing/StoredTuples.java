package org.sss.spark.testing;

import java.util.List;
import java.util.function.BiConsumer;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.spark.store.BlockFileSource;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup;

/** Reads groups of a store. Stateless. */
public final class StoredTuples {
    private StoredTuples() {}

    /** @param group that the store has */
    public static <K, V> void forEach(GroupStore store, TupleGroup<K, V> group, BiConsumer<K, V> action) {
        for (StoredGroup.StoredFile file : store.find(group.name()).files()) {
            try (RunMerge tuples = new RunMerge(List.of(new BlockFileSource(store, file)))) {
                while (tuples.nextKey()) {
                    K key = group.keys().decode(tuples.key(), 0, tuples.keyLength());
                    while (tuples.nextValue()) {
                        action.accept(
                                key,
                                group.values().decode(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength()));
                    }
                }
            }
        }
    }
}
