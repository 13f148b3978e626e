package org.sss.server.task.input;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.MapInput;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleSource.Split;
import org.sss.api.TupleSource.TupleSink;
import org.sss.io.store.FileAccess;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoreUser;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/** Calls a mapper for each tuple of a split. For the task's thread. */
public final class SplitTask<K, V, K2, V2> {
    /** Leaves room for the rest of a dead letter. */
    private static final int MAX_VALUE_BYTES = (int) (BlockFormat.MAX_VALUE_BYTES / 2);

    private final MapInput<K, V, K2, V2> from;
    private final Mapper<K, V, K2, V2> mapper;
    private final TaskState state;
    private final TaskErrors errors;
    private final FailurePolicy failures;
    /** The exception that fails the task, thrown at a tuple or a record through the source. */
    private SssException ending;

    public SplitTask(MapInput<K, V, K2, V2> from, TaskState state, TaskErrors errors, FailurePolicy failures) {
        this.from = from;
        this.mapper = from.mapper();
        this.state = state;
        this.errors = errors;
        this.failures = failures;
    }

    public void run(SplitSpec spec, TaskContext task, Emitter<K2, V2> out) {
        if (from.source() instanceof StoreUser files) {
            files.check(FileStores.of(task));
        }
        state.at("setup");
        errors.inUserCode("setup", () -> mapper.setup(task));
        String source = from.source().name();
        // Without the key: storing a reference per tuple would cost more than processing it.
        state.at(() -> "tuple " + state.tuplesIn() + " of " + source);
        read(new Split(spec.description(), spec.data().clone()), FileAccess.of(task), out);
        state.at("close");
        errors.inUserCode("close", () -> mapper.close(out));
    }

    private void read(Split split, FileAccess files, Emitter<K2, V2> out) {
        try {
            from.source().read(split, new Sink(files, out));
        } catch (Throwable t) {
            errors.caught(t);
            throw ending != null ? ending : errors.ofUserAt(t, reading());
        }
        if (ending != null) {
            throw ending;
        }
    }

    private String reading() {
        return "reading " + from.source().name();
    }

    private final class Sink implements TupleSink<K, V>, FileAccess {
        private final FileAccess files;
        private final Emitter<K2, V2> out;
        private int bytes;

        Sink(FileAccess files, Emitter<K2, V2> out) {
            this.files = files;
            this.out = out;
        }

        @Override
        public Path readable(Path file) {
            return files.readable(file);
        }

        @Override
        public FileStores stores() {
            return files.stores();
        }

        @Override
        public void bytes(long count) {
            bytes = (int) Math.min(Integer.MAX_VALUE, count);
        }

        @Override
        public void file(String path) {
            state.readsFile(path);
        }

        @Override
        public void from(String part) {
            errors.reads(part);
        }

        @Override
        public void accept(K key, V value) {
            state.checkCall("accept of a TupleSink");
            read();
            SplitTask.this.accept(key, value, out);
        }

        @Override
        public void failed(K key, Bytes record, SssException error) {
            state.checkCall("failed of a TupleSink");
            read();
            unreadable(key, record, error);
        }

        private void read() {
            state.read(bytes);
            bytes = 0;
        }
    }

    private void accept(K key, V value, Emitter<K2, V2> out) {
        try {
            mapper.map(key, value, out);
        } catch (Throwable t) {
            failed(t, key, value);
        }
    }

    /** Tuples of a source have no encoding: a dead letter has their texts. */
    private void failed(Throwable t, K key, V value) {
        errors.caught(t);
        orEnd(() -> failures.failed(
                t, key, () -> text(key, BlockFormat.MAX_KEY_BYTES), () -> text(value, MAX_VALUE_BYTES)));
    }

    private void unreadable(K key, Bytes record, SssException error) {
        errors.caught(error);
        orEnd(() -> failures.failedAt(
                error,
                reading(),
                () -> text(key, BlockFormat.MAX_KEY_BYTES),
                () -> head(record.array(), record.offset(), record.length(), MAX_VALUE_BYTES)));
    }

    private void orEnd(Runnable skip) {
        try {
            skip.run();
        } catch (SssException e) {
            ending = e;
            throw e;
        }
    }

    private static Bytes text(Object object, int maxBytes) {
        byte[] text = TaskErrors.text(object).getBytes(StandardCharsets.UTF_8);
        return head(text, 0, text.length, maxBytes);
    }

    private static Bytes head(byte[] bytes, int offset, int length, int maxBytes) {
        return new Bytes().set(bytes, offset, Math.min(length, maxBytes));
    }
}
