package org.sss.net.transport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;

/**
 * Errors that leave a thread's work half done though the thread survives them: a callback that ran out of memory was perhaps
 * the only one to say that a job has ended. Stateless.
 */
public final class MemoryErrors {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryErrors.class);
    private static final LimitedLog SURVIVED = new LimitedLog(LOG, "errors of memory that a node survives");

    private MemoryErrors() {
    }

    /** Whether a node cannot go on after it. A thread that cannot be started, or an array that is too long, is an error as any other. */
    public static boolean endsNode(Throwable error) {
        return error instanceof InternalError || error instanceof OutOfMemoryError memory && OutOfMemory.of(memory).endsNode();
    }

    /** Hands such an error to who handles what threads die of, which in a node's process ends it; others pass. */
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
