package org.sss.server.task.input;

import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * The values of the current key as user code sees them. Each call of user code is given an object of its own, which is refused after that
 * call; every walk gives the same values in the same order. Used by the task's thread.
 */
public abstract sealed class KeyValues<V> implements AutoCloseable permits StreamedValues, SortedValues {
    final Input<?, V> input;
    final TaskState state;
    /** Reading failed; user code that swallows that has not seen all values. */
    RuntimeException failure;
    /** Changes when a call of user code is over: tells what was given to earlier ones. */
    private long calls;

    KeyValues(Input<?, V> input, TaskState state) {
        this.input = input;
        this.state = state;
    }

    /** To be called when the merge has moved to a key. */
    public abstract void beginKey();

    /** What one call of user code is given. What was given to another one before is not valid any more. */
    public abstract Iterable<V> ofCall(Object key);

    /** No call may use the values of this key any more. Walks and counts those that nobody asked for. */
    public final void endKey() {
        calls++;
        input.endValues();
        skipRest();
    }

    abstract void skipRest();

    /** From now on, values are kept in memory as they are walked, as far as there is room, as others will walk them too. */
    abstract void keepForOthers();

    @Override
    public abstract void close();

    /** A reducer that swallowed a reading error has not seen all values: the task fails all the same. */
    public final void checkRead(Object key, TaskErrors errors) {
        if (failure != null) {
            throw errors.ofUser(failure, key);
        }
    }

    /** What belongs to one call of user code. */
    abstract class OfCall {
        private final Object key;
        private final long call = ++calls;

        OfCall(Object key) {
            this.key = key;
        }

        /** To be called first in whatever user code calls. */
        final void check() {
            state.checkThread("a method of the values of a key");
            if (call != calls) {
                throw state.fail(TaskErrors.usedLate("the values of " + earlier(input, key)));
            }
        }
    }

    /** In words. Of a key that may be another one by now, no more than that. */
    @SuppressWarnings("unchecked")
    static <K> String earlier(Input<K, ?> input, Object key) {
        return input.isChangeable((K) key) ? "an earlier key" : "key " + TaskErrors.render(key);
    }
}
