package org.sss.io;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.ThreadBound;
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
    private final Form form;
    private transient TaskContext task;
    private transient Path target;
    private transient PartFile part;
    private transient TextLines<K, V> lines;

    /** What the files are like. */
    private record Form(LineFormat format, FileKind kind, boolean valuesOnly, boolean replacing) implements Serializable {
    }

    FileOutput(String directory, Codec<K> keys, Codec<V> values, LineFormat format) {
        this(directory, keys, values, new Form(format, FileKind.PLAIN, false, false));
    }

    private FileOutput(String directory, Codec<K> keys, Codec<V> values, Form form) {
        this.directory = directory;
        this.keys = keys;
        this.values = values;
        this.form = form;
    }

    private FileOutput<K, V> with(FileKind kind, boolean valuesOnly, boolean replacing) {
        return new FileOutput<>(directory, keys, values, new Form(form.format(), kind, valuesOnly, replacing));
    }

    /** The files are compressed with gzip; {@code .gz} is behind their names. */
    public FileOutput<K, V> gzip() {
        return with(FileKind.GZIP, form.valuesOnly(), form.replacing());
    }

    /** The files are compressed with Zstandard; {@code .zst} is behind their names. */
    public FileOutput<K, V> zstd() {
        return with(FileKind.ZSTD, form.valuesOnly(), form.replacing());
    }

    /** A line is a value without its key; in text, strings and bytes are then written as they are. */
    public FileOutput<K, V> valuesOnly() {
        return with(form.kind(), true, form.replacing());
    }

    /** Files of the same names are replaced when the job succeeds; else there must be none. */
    public FileOutput<K, V> replacing() {
        return with(form.kind(), form.valuesOnly(), true);
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
    public void setup(TaskContext context) {
        task = context;
        target = target(context);
        if (!form.replacing() && !context.mayHavePublished() && Files.exists(target)) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, "file '" + target + "' exists already; write to another directory, or"
                    + " say replacing()");
        }
        stored(() -> {
            makeDirectory(target.getParent());
            part = PartFile.create(target, context.workflow(), form.kind());
        });
        context.closeAtEnd(part);
        lines = new TextLines<>(keys, values, form.format().lines(keys.name(), values.name(), form.valuesOnly()), part.out());
        if (context instanceof SignsOfLife watched) {
            // One call may write for hours, and emits nothing but the name of the file.
            watched.addSign(lines::count);
        }
    }

    /** Inputs of a Map come one after another, in the same order in each attempt: the second one of a task has a number behind its name. */
    private Path target(TaskContext context) {
        Path free = target(context.task(), "");
        for (int n = 1; context.hasPublished(free); n++) {
            free = target(context.task(), "-" + n);
        }
        return free;
    }

    private Path target(int number, String input) {
        return Path.of(directory, String.format(Locale.ROOT, "part-%05d%s%s%s", number, input, form.format().suffix(), form.kind().suffix()));
    }

    private static void makeDirectory(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + directory + "' is a file, but a directory is needed, for one file of"
                    + " each task; name another", e);
        }
    }

    /** Something that may fail for want of space, and be better at another attempt: the user's code is not to blame. */
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
            lines.write(key, value);
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
            lines.flush();
            part.finish();
        });
        task.publish(part.file(), target);
        out.emit(target.toString(), lines.count());
    }

    /** Where a function of the user puts its tuples; other outputs and counters are those of the job. */
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
