package org.sss.api;

/** An emitter that only the thread of its task may use; for functions that wrap an emitter and buffer tuples. */
public interface ThreadBound {
    /**
     * @throws SssException if the caller is not the thread of the task; the task then fails even if the exception is
     * caught
     */
    void checkThread();

    /** Returns the thread check of {@code emitter}; does nothing for an emitter that any thread may use. */
    static ThreadBound of(Emitter<?, ?> emitter) {
        return emitter instanceof ThreadBound bound ? bound : () -> {};
    }
}
