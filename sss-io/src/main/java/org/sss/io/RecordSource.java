package org.sss.io;

import java.util.List;
import java.util.Set;
import org.sss.api.Codec;
import org.sss.api.TupleSource;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoreUser;

/**
 * Files of a {@link RecordFormat}, which each process finds by its name; created by {@link Sources#records}. Immutable.
 */
final class RecordSource<K, V> implements TupleSource<K, V>, StoreUser {
    private static final long serialVersionUID = 1L;

    private final String format;
    private final InputFiles files;
    private final Codec<K> keys;
    private final Codec<V> values;

    RecordSource(String format, InputFiles files, Codec<K> keys, Codec<V> values) {
        this.format = format;
        this.files = files;
        this.keys = keys;
        this.values = values;
        source(); // refuses wrong types
    }

    private TupleSource<K, V> source() {
        return RecordFormats.of(format).source(files, keys, values);
    }

    @Override
    public Set<String> connectors() {
        return RecordFormats.connectors(format, files.pathsOrGlobs());
    }

    @Override
    public void check(FileStores stores) {
        files.pathsOrGlobs().forEach(path -> stores.of(path));
        source();
    }

    @Override
    public String name() {
        return format + " files " + String.join(" ", files.pathsOrGlobs());
    }

    @Override
    public List<Split> splits() {
        return source().splits();
    }

    @Override
    public void read(Split split, TupleSink<K, V> to) throws Exception {
        source().read(split, to);
    }
}
