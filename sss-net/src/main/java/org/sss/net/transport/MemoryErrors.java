package org.sss.net.transport;

/**
 * Errors that leave a thread's work half done though the thread survives them: a callback that ran out of memory was perhaps
 * the only one to say that a job has ended. Stateless.
 */
public final class MemoryErrors {
    private MemoryErrors() {
    }

    /** Hands such an error to who handles what threads die of, which in a node's process ends it; others pass. */
    public static void report(Throwable error) {
        if (error instanceof OutOfMemoryError || error instanceof InternalError) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        }
    }
}
