package org.sss.parquet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;
import org.sss.api.TupleSource.TupleSink;
import org.sss.io.InputFiles;
import org.sss.io.RecordFormat;

/** Reads files, for tests. */
final class Reading {
    private static final Path PYARROW = Path.of("target/pyarrow");

    private Reading() {}

    /** Returns a file that pyarrow has written; see {@code src/test/python/write.py}. */
    static String pyarrow(String name) {
        return PYARROW.resolve(name + ".parquet").toString();
    }

    static RecordFormat.Types types(String file) {
        return new ParquetFormat().types(InputFiles.of(file));
    }

    /** Returns the tuples of a file with the types that it has itself, as {@code key=value}. */
    static List<String> all(String file) {
        return all(file, types(file));
    }

    static List<String> all(String file, String keys, String values) {
        return all(file, new RecordFormat.Types(keys, values));
    }

    private static List<String> all(String file, RecordFormat.Types types) {
        return all(InputFiles.of(file), Codecs.byName(types.keys()), Codecs.byName(types.values()));
    }

    static <K, V> List<String> all(InputFiles files, Codec<K> keys, Codec<V> values) {
        List<String> tuples = new ArrayList<>();
        TupleSource<K, V> source = new ParquetFormat().source(files, keys, values);
        for (Split split : source.splits()) {
            tuples.addAll(of(source, split));
        }
        return tuples;
    }

    static <K, V> List<String> of(TupleSource<K, V> source, Split split) {
        List<String> tuples = new ArrayList<>();
        TupleSink<K, V> sink = new TupleSink<>() {
            @Override
            public void accept(K key, V value) {
                tuples.add(key + "=" + value);
            }

            @Override
            public void failed(K key, Bytes record, SssException error) {
                tuples.add(key + " failed: " + error.getMessage().replaceAll("file '[^']*/", "file '"));
            }
        };
        try {
            source.read(split, sink);
        } catch (SssException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return tuples;
    }
}
