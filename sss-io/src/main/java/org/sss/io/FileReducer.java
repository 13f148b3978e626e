package org.sss.io;

import java.util.Set;
import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.io.store.ConnectorUser;

/** A reducer whose tuples are written to a file. For the task's thread. */
final class FileReducer<A, B, K, V> implements Reducer<A, B, String, Long>, ConnectorUser {
    private static final long serialVersionUID = 1L;

    private final Reducer<A, B, K, V> reducer;
    private final FileOutput<K, V> file;
    private transient Emitter<K, V> toFile;

    FileReducer(Reducer<A, B, K, V> reducer, FileOutput<K, V> file) {
        this.reducer = reducer;
        this.file = file;
    }

    @Override
    public Set<String> connectors() {
        return file.connectors();
    }

    @Override
    public void setup(TaskContext context) throws Exception {
        file.setup(context);
        reducer.setup(context);
    }

    @Override
    public void reduce(A key, Iterable<B> values, Emitter<String, Long> out) throws Exception {
        reducer.reduce(key, values, toFile(out));
    }

    @Override
    public void close(Emitter<String, Long> out) throws Exception {
        reducer.close(toFile(out));
        file.close(out);
    }

    private Emitter<K, V> toFile(Emitter<String, Long> out) {
        if (toFile == null) {
            toFile = file.emitter(out);
        }
        return toFile;
    }
}
