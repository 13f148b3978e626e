package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.ThreadBound;
import org.sss.api.TupleGroup;
import org.sss.io.content.FileKind;
import org.sss.io.store.ConnectorUser;
import org.sss.io.store.FileStores;
import org.sss.io.store.PendingFile;

/**
 * Writes tuples to files: those of a group, if used as the mapper or reducer of a job, or those that a user's mapper or
 * reducer emits. The output of the job itself is the list of files. Created by {@link Outputs}. Not thread-safe; each
 * task has a copy.
 */
public final class FileOutput<K, V> implements Mapper<K, V, String, Long>, Reducer<K, V, String, Long>, ConnectorUser {
    private static final long serialVersionUID = 1L;

    private final String directory;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final Form form;
    private transient TaskContext task;
    private transient String target;
    private transient PendingFile file;
    private transient OutputStream content;
    private transient EncodedTuples<K, V> tuples;
    private transient boolean ended;

    /** Format of the files, by its id. */
    private record Form(String format, FileKind kind, boolean valuesOnly, boolean replacing) implements Serializable {
        RecordFormat known() {
            return RecordFormats.of(format);
        }
    }

    FileOutput(String directory, Codec<K> keys, Codec<V> values, String format) {
        this(directory, keys, values, new Form(format, FileKind.PLAIN, false, false));
    }

    private FileOutput(String directory, Codec<K> keys, Codec<V> values, Form form) {
        this.directory = directory;
        this.keys = keys;
        this.values = values;
        this.form = form;
    }

    private FileOutput<K, V> with(FileKind kind, boolean valuesOnly, boolean replacing) {
        if (kind != FileKind.PLAIN && !form.known().isCompressible()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "files of the format " + form.format() + " are not compressed as a whole; leave out gzip() or"
                            + " zstd()");
        }
        return new FileOutput<>(directory, keys, values, new Form(form.format(), kind, valuesOnly, replacing));
    }

    /** Compresses the files with gzip; {@code .gz} is appended to their names. */
    public FileOutput<K, V> gzip() {
        return with(FileKind.GZIP, form.valuesOnly(), form.replacing());
    }

    /** Compresses the files with Zstandard; {@code .zst} is appended to their names. */
    public FileOutput<K, V> zstd() {
        return with(FileKind.ZSTD, form.valuesOnly(), form.replacing());
    }

    /** Writes values without keys; in text, strings and bytes are then written unchanged. */
    public FileOutput<K, V> valuesOnly() {
        return with(form.kind(), true, form.replacing());
    }

    /** Replaces existing files of the same names when the job succeeds; by default there must be none. */
    public FileOutput<K, V> replacing() {
        return with(form.kind(), form.valuesOnly(), true);
    }

    /** Returns a mapper whose tuples are written to the files. */
    public <A, B> Mapper<A, B, String, Long> mapper(Mapper<A, B, K, V> mapper) {
        return new FileMapper<>(mapper, this);
    }

    /** Returns a reducer whose tuples are written to the files. */
    public <A, B> Reducer<A, B, String, Long> reducer(Reducer<A, B, K, V> reducer) {
        return new FileReducer<>(reducer, this);
    }

    @Override
    public Set<String> connectors() {
        return RecordFormats.connectors(form.format(), List.of(directory));
    }

    @Override
    public void setup(TaskContext context) {
        task = context;
        target = target(context);
        boolean replacing = form.replacing() || context.mayHavePublished();
        stored(() -> {
            file = FileStores.of(context).of(target).create(target, context.workflow(), replacing);
            context.closeAtEnd(this::abandon);
            content = form.kind().compressing(file.out());
            RecordFormat.Types types = RecordFormat.Types.of(keys, values);
            tuples = new EncodedTuples<>(
                    keys, values, form.known().writer(content, types, form.valuesOnly(), List.of()));
        });
        if (context instanceof SignsOfLife watched) {
            // A call may write for hours and emits only the name of the file.
            watched.addSign(tuples::count);
        }
    }

    /** Deletes the file if the task ends before it is complete. */
    private void abandon() throws IOException {
        if (ended) {
            return;
        }
        try {
            if (content != null) {
                content.close();
            }
        } finally {
            file.discard();
        }
    }

    /**
     * Inputs of a Map are read in sequence, in the same order in each attempt: from the second input of a task on, the
     * file name has a number.
     */
    private String target(TaskContext context) {
        String free = target(context.task(), "");
        for (int n = 1; context.hasPublished(free); n++) {
            free = target(context.task(), "-" + n);
        }
        return free;
    }

    private String target(int number, String input) {
        return String.format(
                Locale.ROOT,
                "%s/part-%05d%s%s%s",
                directory.endsWith("/") ? directory.substring(0, directory.length() - 1) : directory,
                number,
                input,
                form.known().suffix(),
                form.kind().suffix());
    }

    /** An operation that may fail because the disk is full, and succeed when retried: not an error of user code. */
    private interface Step {
        void run() throws IOException;
    }

    private void stored(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw cannotBeWritten(e);
        }
    }

    private SssException cannotBeWritten(IOException e) {
        return new SssException(ErrorCode.STORAGE, "file '" + target + "' cannot be written: " + e, e);
    }

    private void write(K key, V value) {
        try {
            tuples.write(key, value);
        } catch (IOException e) {
            throw cannotBeWritten(e);
        }
    }

    @Override
    public void map(K key, V value, Emitter<String, Long> out) {
        write(key, value);
    }

    @Override
    public void reduce(K key, Iterable<V> all, Emitter<String, Long> out) {
        for (V value : all) {
            write(key, value);
        }
    }

    @Override
    public void close(Emitter<String, Long> out) {
        stored(() -> {
            tuples.finish();
            content.close();
        });
        ended = true;
        task.publish(file);
        out.emit(target, tuples.count());
    }

    /** Returns the emitter for a user's function; other outputs and counters are those of the job. */
    Emitter<K, V> emitter(Emitter<String, Long> out) {
        ThreadBound thread = ThreadBound.of(out);
        return new Emitter<>() {
            @Override
            public void emit(K key, V value) {
                thread.checkThread();
                write(key, value);
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
