package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;

/** Reads a source as its tasks do. Stateless. */
final class Reading {
    private Reading() {}

    /** All tuples, split by split. Values are kept as they are. */
    static <K, V> List<Map.Entry<K, V>> all(TupleSource<K, V> source) throws Exception {
        List<Map.Entry<K, V>> tuples = new ArrayList<>();
        for (Split split : source.splits()) {
            source.read(split, (key, value) -> tuples.add(Map.entry(key, value)));
        }
        return tuples;
    }

    /** What of a source fails, as {@code position: record} with its error, and the tuples that do not, without one. */
    static <V> List<String> failuresAmong(TupleSource<Long, V> source) throws Exception {
        List<String> all = new ArrayList<>();
        for (Split split : source.splits()) {
            source.read(split, new TupleSource.TupleSink<>() {
                @Override
                public void accept(Long position, V value) {
                    all.add(position + ": " + value);
                }

                @Override
                public void failed(Long position, Bytes record, SssException error) {
                    all.add(position + ": " + record + " -> "
                            + error.getMessage().replaceFirst("^file '.*?', ", ""));
                }
            });
        }
        return all;
    }

    static <V> List<V> values(TupleSource<?, V> source) throws Exception {
        List<V> values = new ArrayList<>();
        for (Split split : source.splits()) {
            source.read(split, (key, value) -> values.add(value));
        }
        return values;
    }
}
