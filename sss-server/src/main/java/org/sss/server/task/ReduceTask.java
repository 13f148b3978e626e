package org.sss.server.task;

import java.util.List;
import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.net.block.RunMerge;

/**
 * Calls reducers for each key of a subgroup, in ascending order: one after the other where there are several. Used by the
 * task's thread.
 */
final class ReduceTask<K, V> {
    /** A reducer and where its output goes. */
    record Call<K, V, K2, V2>(Reducer<K, V, K2, V2> reducer, Emitter<K2, V2> out) {
        void run(K key, Iterable<V> values) throws Exception {
            reducer.reduce(key, values, out);
        }
    }

    private final Input<K, V> input;
    private final TaskErrors errors;

    ReduceTask(Input<K, V> input, TaskErrors errors) {
        this.input = input;
        this.errors = errors;
    }

    <K2, V2> void run(RunMerge tuples, KeyValues<V> values, Call<K, V, K2, V2> only) {
        Reducer<K, V, K2, V2> reducer = only.reducer();
        Emitter<K2, V2> out = only.out();
        while (tuples.nextKey()) {
            K key = input.key(tuples.key(), 0, tuples.keyLength());
            values.beginKey();
            try {
                reducer.reduce(key, values, out);
            } catch (Throwable t) {
                throw errors.ofUser(t, key);
            }
            values.checkRead(key, errors);
            values.endKey();
        }
    }

    /** All reducers in one pass: each walks the values of a key anew. */
    void run(RunMerge tuples, KeyValues<V> values, List<Call<K, V, ?, ?>> calls) {
        values.keepForOthers();
        while (tuples.nextKey()) {
            K key = input.key(tuples.key(), 0, tuples.keyLength());
            values.beginKey();
            for (Call<K, V, ?, ?> call : calls) {
                try {
                    call.run(key, values);
                } catch (Throwable t) {
                    throw errors.ofUser(t, key);
                }
                values.checkRead(key, errors);
            }
            values.endKey();
        }
    }
}
