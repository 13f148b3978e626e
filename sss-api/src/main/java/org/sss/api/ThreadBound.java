package org.sss.api;

/** An emitter that only the thread of its task may use; for functions that wrap one and keep what they are given. */
public interface ThreadBound {
    /** @throws SssException when another thread calls than that of the task, which fails then whatever becomes of the exception */
    void checkThread();

    /** What checks the thread for {@code emitter}; for one that may be used by any thread, a check that does nothing. */
    static ThreadBound of(Emitter<?, ?> emitter) {
        return emitter instanceof ThreadBound bound ? bound : () -> { };
    }
}
