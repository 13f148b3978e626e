package org.sss.server.task.input;

import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * The values of the current key as passed to user code. Each call of user code gets a new object, which becomes invalid
 * after that call; every iteration returns the same values in the same order. For the task's thread.
 */
public abstract sealed class KeyValues<V> implements AutoCloseable permits StreamedValues, SortedValues {
    final Input<?, V> input;
    final TaskState state;
    /** Failure of reading; user code that ignores it has not seen all values. */
    RuntimeException failure;
    /** Number of calls of user code: detects objects of earlier calls. */
    private long calls;

    KeyValues(Input<?, V> input, TaskState state) {
        this.input = input;
        this.state = state;
    }

    /** Called when the merge has moved to a key. */
    public abstract void startKey();

    /** Returns the values for one call of user code, and invalidates those of earlier calls. */
    public abstract Iterable<V> ofCall(Object key);

    /** Invalidates the values of this key. Skips and counts those that were not requested. */
    public final void endKey() {
        calls++;
        input.endValues();
        skipRest();
    }

    abstract void skipRest();

    /**
     * From now on, values are buffered in memory when they are read, as far as there is room, for further iterations.
     */
    abstract void bufferForOthers();

    @Override
    public abstract void close();

    /** Fails the task if reading failed, even if the reducer has ignored the error: it has not seen all values. */
    public final void checkRead(Object key, TaskErrors errors) {
        if (failure != null) {
            throw errors.ofReading(failure, key);
        }
    }

    /** An object that belongs to one call of user code. */
    abstract class OfCall {
        private final Object key;
        private final long call = ++calls;

        OfCall(Object key) {
            this.key = key;
        }

        /** Called first in each method that user code can call. */
        final void check() {
            state.checkThread("a method of the values of a key");
            if (call != calls) {
                throw state.fail(TaskErrors.usedLate("the values of " + earlier(input, key)));
            }
        }
    }

    /** Describes an earlier key; without its text if the object may have been modified. */
    @SuppressWarnings("unchecked")
    static <K> String earlier(Input<K, ?> input, Object key) {
        return input.isChangeable((K) key) ? "an earlier key" : "key " + TaskErrors.render(key);
    }
}
