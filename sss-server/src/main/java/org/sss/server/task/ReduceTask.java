package org.sss.server.task;

import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.net.block.RunMerge;

/** Calls a reducer for each key of a subgroup, in ascending order. Used by the task's thread. */
final class ReduceTask<K, V, K2, V2> {
    private final Reducer<K, V, K2, V2> reducer;
    private final Input<K, V> input;
    private final TaskState state;
    private final TaskErrors errors;

    ReduceTask(Reducer<K, V, K2, V2> reducer, Input<K, V> input, TaskState state, TaskErrors errors) {
        this.reducer = reducer;
        this.input = input;
        this.state = state;
        this.errors = errors;
    }

    void run(RunMerge tuples, Emitter<K2, V2> out) {
        ValuesOnce<V> values = new ValuesOnce<>(tuples, input, state);
        while (tuples.nextKey()) {
            K key = input.key(tuples.key(), 0, tuples.keyLength());
            values.beginKey();
            call(key, values, out);
            values.skipRest();
        }
    }

    private void call(K key, ValuesOnce<V> values, Emitter<K2, V2> out) {
        try {
            reducer.reduce(key, values, out);
        } catch (Throwable t) {
            throw errors.ofUser(t, key);
        }
        values.checkRead(key, errors);
    }
}
