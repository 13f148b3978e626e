package org.sss.server.task;

import java.nio.charset.StandardCharsets;
import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.MapInput;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleSource.Split;
import org.sss.api.TupleSource.TupleSink;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.WorkflowSpec.SplitSpec;

/** Calls a mapper for each tuple of a split. Used by the task's thread. */
final class SplitTask<K, V, K2, V2> {
    /** Leaves room for the rest of a dead letter. */
    private static final int MAX_VALUE_BYTES = (int) (BlockFormat.MAX_VALUE_BYTES / 2);

    private final MapInput<K, V, K2, V2> from;
    private final Mapper<K, V, K2, V2> mapper;
    private final TaskState state;
    private final TaskErrors errors;
    private final Failures failures;
    /** What the mapper has thrown, and the source passes on. */
    private SssException ofMapper;

    SplitTask(MapInput<K, V, K2, V2> from, TaskState state, TaskErrors errors, Failures failures) {
        this.from = from;
        this.mapper = from.mapper();
        this.state = state;
        this.errors = errors;
        this.failures = failures;
    }

    void run(SplitSpec spec, TaskContext task, Emitter<K2, V2> out) {
        state.at("setup");
        errors.inUserCode("setup", () -> mapper.setup(task));
        String source = from.source().name();
        // Not its key: to keep a reference to each would cost more than to hand it on.
        state.at(() -> "tuple " + state.tuplesIn() + " of " + source);
        read(new Split(spec.description(), spec.data()), out);
        state.at("close");
        errors.inUserCode("close", () -> mapper.close(out));
    }

    private void read(Split split, Emitter<K2, V2> out) {
        try {
            from.source().read(split, new Sink(out));
        } catch (Throwable t) {
            errors.caught(t);
            throw ofMapper != null ? ofMapper : errors.ofUserAt(t, "reading " + from.source().name());
        }
        if (ofMapper != null) {
            throw ofMapper;
        }
    }

    private final class Sink implements TupleSink<K, V> {
        private final Emitter<K2, V2> out;
        private int bytes;

        Sink(Emitter<K2, V2> out) {
            this.out = out;
        }

        @Override
        public void bytes(long count) {
            bytes = (int) Math.min(Integer.MAX_VALUE, count);
        }

        @Override
        public void from(String part) {
            errors.reads(part);
        }

        @Override
        public void accept(K key, V value) {
            state.read(bytes);
            bytes = 0;
            SplitTask.this.accept(key, value, out);
        }
    }

    private void accept(K key, V value, Emitter<K2, V2> out) {
        try {
            mapper.map(key, value, out);
        } catch (Throwable t) {
            failed(t, key, value);
        }
    }

    /** Where tuples come from a source there are no encoded bytes of them: a dead letter has their texts. */
    private void failed(Throwable t, K key, V value) {
        errors.caught(t);
        try {
            failures.failed(t, key, () -> text(key, BlockFormat.MAX_KEY_BYTES), () -> text(value, MAX_VALUE_BYTES));
        } catch (SssException e) {
            ofMapper = e;
            throw e;
        }
    }

    private static Bytes text(Object object, int maxBytes) {
        byte[] text = TaskErrors.text(object).getBytes(StandardCharsets.UTF_8);
        return new Bytes().set(text, 0, Math.min(text.length, maxBytes));
    }
}
