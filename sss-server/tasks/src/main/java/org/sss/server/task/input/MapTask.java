package org.sss.server.task.input;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;
import org.sss.net.block.TupleMerge;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/** Calls a mapper for each tuple of a subgroup. For the task's thread. */
public final class MapTask<K, V, K2, V2> {
    private final Mapper<K, V, K2, V2> mapper;
    private final Input<K, V> input;
    private final TaskState state;
    private final TaskErrors errors;
    private final FailurePolicy failures;

    public MapTask(
            Mapper<K, V, K2, V2> mapper,
            Input<K, V> input,
            TaskState state,
            TaskErrors errors,
            FailurePolicy failures) {
        this.mapper = mapper;
        this.input = input;
        this.state = state;
        this.errors = errors;
        this.failures = failures;
    }

    public void run(TupleMerge tuples, TaskContext task, Emitter<K2, V2> out) {
        state.at("setup");
        errors.inUserCode("setup", () -> mapper.setup(task));
        state.at(() -> input.keyText(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength()));
        mapAll(tuples, out);
        input.endKeys();
        input.endValues();
        state.at("close");
        errors.inUserCode("close", () -> mapper.close(out));
    }

    private void mapAll(TupleMerge tuples, Emitter<K2, V2> out) {
        K key = null;
        boolean changeable = false;
        while (tuples.next()) {
            int bytes = tuples.valueLength();
            boolean mayBeNew = tuples.mayBeNewKey();
            if (mayBeNew || changeable) {
                boolean first = key == null;
                key = input.key(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength());
                changeable = first ? input.isChangeable(key) : changeable;
            }
            if (mayBeNew) {
                bytes += tuples.keyLength();
            }
            state.read(bytes);
            V value = input.value(
                    tuples.valueArray(),
                    tuples.valueOffset(),
                    tuples.valueLength(),
                    tuples.keyArray(),
                    tuples.keyOffset(),
                    tuples.keyLength());
            try {
                mapper.map(key, value, out);
            } catch (Throwable t) {
                failed(t, key, tuples);
            }
        }
    }

    private void failed(Throwable t, K key, TupleMerge tuples) {
        errors.caught(t);
        failures.failed(
                t,
                input.shown(key),
                new Bytes().set(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength()),
                new Bytes().set(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength()));
    }
}
