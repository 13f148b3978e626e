package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;

/** Reads a source as its tasks do. Stateless. */
final class Reading {
    private Reading() {
    }

    /** All tuples, split by split. Values are kept as they are. */
    static <K, V> List<Map.Entry<K, V>> all(TupleSource<K, V> source) throws Exception {
        List<Map.Entry<K, V>> tuples = new ArrayList<>();
        for (Split split : source.splits()) {
            source.read(split, (key, value) -> tuples.add(Map.entry(key, value)));
        }
        return tuples;
    }

    static <V> List<V> values(TupleSource<?, V> source) throws Exception {
        List<V> values = new ArrayList<>();
        for (Split split : source.splits()) {
            source.read(split, (key, value) -> values.add(value));
        }
        return values;
    }
}
