package org.sss.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;

/**
 * Writes the tuples of a group to files, as the mapper or the reducer of a job, or those that a mapper or reducer of the user
 * emits. What the job itself emits is the list of files. Made by {@link Outputs}; built by one thread, each task has a copy.
 */
public final class FileOutput<K, V> implements Mapper<K, V, String, Long>, Reducer<K, V, String, Long> {
    private static final long serialVersionUID = 1L;

    private final String directory;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final FileKind kind;
    private final boolean valuesOnly;
    private final boolean replacing;
    private transient TaskContext task;
    private transient Path target;
    private transient PartFile part;
    private transient TextLines<K, V> lines;

    FileOutput(String directory, Codec<K> keys, Codec<V> values, FileKind kind, boolean valuesOnly, boolean replacing) {
        this.directory = directory;
        this.keys = keys;
        this.values = values;
        this.kind = kind;
        this.valuesOnly = valuesOnly;
        this.replacing = replacing;
    }

    /** The files are compressed with gzip and named {@code part-00000.gz}. */
    public FileOutput<K, V> gzip() {
        return new FileOutput<>(directory, keys, values, FileKind.GZIP, valuesOnly, replacing);
    }

    /** The files are compressed with Zstandard and named {@code part-00000.zst}. */
    public FileOutput<K, V> zstd() {
        return new FileOutput<>(directory, keys, values, FileKind.ZSTD, valuesOnly, replacing);
    }

    /** A line is a value without key and tab; strings and bytes are written as they are. */
    public FileOutput<K, V> valuesOnly() {
        return new FileOutput<>(directory, keys, values, kind, true, replacing);
    }

    /** Files of the same names are replaced when the job succeeds; else there must be none. */
    public FileOutput<K, V> replacing() {
        return new FileOutput<>(directory, keys, values, kind, valuesOnly, true);
    }

    /** A mapper whose tuples go to the files. */
    public <A, B> Mapper<A, B, String, Long> mapper(Mapper<A, B, K, V> mapper) {
        return new FileMapper<>(mapper, this);
    }

    /** A reducer whose tuples go to the files. */
    public <A, B> Reducer<A, B, String, Long> reducer(Reducer<A, B, K, V> reducer) {
        return new FileReducer<>(reducer, this);
    }

    @Override
    public void setup(TaskContext context) throws IOException {
        task = context;
        String name = String.format("part-%05d%s", context.task(), kind.suffix());
        target = Path.of(directory, name);
        if (!replacing && Files.exists(target)) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, "file '" + target + "' exists already; write to another directory, or"
                    + " say replacing()");
        }
        Files.createDirectories(target.getParent());
        part = PartFile.create(target, context.workflow(), kind);
        context.closeAtEnd(part);
        lines = new TextLines<>(keys, values, valuesOnly, part.out());
    }

    @Override
    public void map(K key, V value, Emitter<String, Long> out) throws IOException {
        lines.write(key, value);
    }

    @Override
    public void reduce(K key, Iterable<V> all, Emitter<String, Long> out) throws IOException {
        for (V value : all) {
            lines.write(key, value);
        }
    }

    @Override
    public void close(Emitter<String, Long> out) throws IOException {
        lines.flush();
        part.finish();
        task.publish(part.file(), target);
        out.emit(target.toString(), lines.count());
    }

    /** Where a function of the user puts its tuples; other outputs and counters are those of the job. */
    Emitter<K, V> emitter(Emitter<String, Long> out) {
        return new Emitter<>() {
            @Override
            public void emit(K key, V value) {
                try {
                    lines.write(key, value);
                } catch (IOException e) {
                    throw new SssException(ErrorCode.STORAGE, "file '" + part.file() + "' cannot be written: " + e, e);
                }
            }

            @Override
            public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
                return out.to(group);
            }

            @Override
            public void count(String counter, long amount) {
                out.count(counter, amount);
            }
        };
    }
}
