package org.sss.server.task;

/**
 * The values of the current key as user code sees them; one object for all keys of a task. Every walk gives the same values
 * in the same order. Used by the task's thread.
 */
abstract sealed class KeyValues<V> implements Iterable<V>, AutoCloseable permits StreamedValues, SortedValues {
    /** Reading failed; user code that swallows that has not seen all values. */
    RuntimeException failure;

    /** To be called when the merge has moved to a key. */
    abstract void beginKey();

    /** Walks and counts the values that nobody asked for. */
    abstract void endKey();

    /** From now on, values are kept in memory as they are walked, as far as there is room, as others will walk them too. */
    abstract void keepForOthers();

    @Override
    public abstract void close();

    /** A reducer that swallowed a reading error has not seen all values: the task fails all the same. */
    final void checkRead(Object key, TaskErrors errors) {
        if (failure != null) {
            throw errors.ofUser(failure, key);
        }
    }
}
