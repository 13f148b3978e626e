package org.sss.io;

import java.util.Set;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;
import org.sss.io.store.ConnectorUser;

/** A mapper whose tuples are written to a file. For the task's thread. */
final class FileMapper<A, B, K, V> implements Mapper<A, B, String, Long>, ConnectorUser {
    private static final long serialVersionUID = 1L;

    private final Mapper<A, B, K, V> mapper;
    private final FileOutput<K, V> file;
    private transient Emitter<K, V> toFile;

    FileMapper(Mapper<A, B, K, V> mapper, FileOutput<K, V> file) {
        this.mapper = mapper;
        this.file = file;
    }

    @Override
    public Set<String> connectors() {
        return file.connectors();
    }

    @Override
    public void setup(TaskContext context) throws Exception {
        file.setup(context);
        mapper.setup(context);
    }

    @Override
    public void map(A key, B value, Emitter<String, Long> out) throws Exception {
        mapper.map(key, value, toFile(out));
    }

    @Override
    public void close(Emitter<String, Long> out) throws Exception {
        mapper.close(toFile(out));
        file.close(out);
    }

    private Emitter<K, V> toFile(Emitter<String, Long> out) {
        if (toFile == null) {
            toFile = file.emitter(out);
        }
        return toFile;
    }
}
