package org.sss.net.transport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;

/**
 * Errors that leave the work of a thread incomplete although the thread survives: a callback that ran out of memory may
 * have been the only report that a job has ended. Stateless.
 */
public final class MemoryErrors {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryErrors.class);
    private static final LimitedLog SURVIVED = new LimitedLog(LOG, "memory errors that a node survives");

    private MemoryErrors() {}

    /**
     * Returns true if a node cannot continue after it. A thread that cannot be started and an array that is too long
     * are ordinary errors.
     */
    public static boolean endsNode(Throwable error) {
        return error instanceof InternalError
                || error instanceof OutOfMemoryError memory
                        && OutOfMemory.of(memory).endsNode();
    }

    /**
     * Passes such an error to the uncaught exception handler, which ends the process of a node; ignores other errors.
     */
    public static void report(Throwable error) {
        if (error instanceof OutOfMemoryError memory && !endsNode(error)) {
            OutOfMemory kind = OutOfMemory.of(memory);
            SURVIVED.error("{}: {}", kind.cause(), kind.remedy(), error);
        } else if (endsNode(error)) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        }
    }
}
