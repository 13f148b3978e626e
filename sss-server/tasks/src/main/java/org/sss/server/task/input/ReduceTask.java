package org.sss.server.task.input;

import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.net.block.RunMerge;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Calls reducers for each key of a subgroup, in ascending order; several reducers in sequence. For the task's thread.
 */
public final class ReduceTask<K, V> {
    /** A reducer and the emitter for its output. */
    public record Call<K, V, K2, V2>(Reducer<K, V, K2, V2> reducer, Emitter<K2, V2> out) {
        void setup(TaskContext task) throws Exception {
            reducer.setup(task);
        }

        void run(K key, Iterable<V> values) throws Exception {
            reducer.reduce(key, values, out);
        }

        void close() throws Exception {
            reducer.close(out);
        }
    }

    private final Input<K, V> input;
    private final RunMerge tuples;
    private final KeyValues<V> values;
    private final TaskErrors errors;
    private final FailurePolicy failures;
    private final TaskState state;
    private long keys;
    /** Null if nothing is checked. */
    private final PlaceCheck<?, ?> places;

    /** @param places check of the subgroup of each key; null for none */
    public ReduceTask(
            Input<K, V> input,
            RunMerge tuples,
            KeyValues<V> values,
            PlaceCheck<?, ?> places,
            TaskErrors errors,
            FailurePolicy failures,
            TaskState state) {
        this.places = places;
        this.state = state;
        this.input = input;
        this.tuples = tuples;
        this.values = values;
        this.errors = errors;
        this.failures = failures;
    }

    public void run(TaskContext task, List<Call<K, V, ?, ?>> calls) {
        state.at("setup");
        calls.forEach(call -> errors.inUserCode("setup", () -> call.setup(task)));
        state.at(() -> input.keyText(tuples.key(), 0, tuples.keyLength()));
        if (calls.size() == 1) {
            reduceAll(calls.get(0));
        } else {
            reduceAll(calls);
        }
        input.endKeys();
        state.calledForKeys(keys * calls.size());
        state.at("close");
        calls.forEach(call -> errors.inUserCode("close", call::close));
    }

    private <K2, V2> void reduceAll(Call<K, V, K2, V2> only) {
        Reducer<K, V, K2, V2> reducer = only.reducer();
        Emitter<K2, V2> out = only.out();
        while (tuples.nextKey()) {
            K key = input.key(tuples.key(), 0, tuples.keyLength());
            values.startKey();
            long before = state.tuplesIn();
            try {
                reducer.reduce(key, valuesOf(key), out);
            } catch (Throwable t) {
                failed(t, key);
            }
            values.checkRead(key, errors);
            values.endKey();
            count(key, state.tuplesIn() - before);
        }
    }

    /** Calls all reducers in one pass: each iterates over the values of a key again. */
    private void reduceAll(List<Call<K, V, ?, ?>> calls) {
        values.bufferForOthers();
        boolean first = true;
        boolean changeable = false;
        while (tuples.nextKey()) {
            K key = input.key(tuples.key(), 0, tuples.keyLength());
            values.startKey();
            long before = state.tuplesIn();
            changeable = first ? input.isChangeable(key) : changeable;
            first = false;
            for (Call<K, V, ?, ?> call : calls) {
                try {
                    call.run(changeable ? input.key(tuples.key(), 0, tuples.keyLength()) : key, valuesOf(key));
                } catch (Throwable t) {
                    failed(t, key);
                }
                values.checkRead(key, errors);
            }
            values.endKey();
            count(key, state.tuplesIn() - before);
        }
    }

    private Iterable<V> valuesOf(K key) {
        Iterable<V> all = values.ofCall(key);
        return places == null ? all : places.checking(tuples, all);
    }

    private void count(K key, long valueCount) {
        keys++;
        if (state.heavyKeys().isHeavy(valueCount)) {
            state.heavyKeys().add(input.shown(key), tuples.key(), tuples.keyLength(), valueCount);
        }
    }

    private void failed(Throwable t, K key) {
        errors.caught(t);
        Object shown = input.shown(key);
        values.checkRead(shown, errors);
        failures.failed(t, shown, new Bytes().set(tuples.key(), 0, tuples.keyLength()), new Bytes());
    }
}
