package org.sss.server.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process of a node when one of its threads dies for want of memory or by an error of the virtual machine. Nobody
 * knows then what the thread left half done: a node that is gone is noticed at once and loses nothing that was committed,
 * one that is half alive keeps all others waiting. Task threads survive what the user's code does. Thread-safe.
 */
final class FatalErrors implements Thread.UncaughtExceptionHandler {
    /** EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;
    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    private final int nodeId;

    FatalErrors(int nodeId) {
        this.nodeId = nodeId;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        if (!(error instanceof OutOfMemoryError || error instanceof InternalError)) {
            LOG.error("Thread {} died", thread.getName(), error);
            return;
        }
        try {
            LOG.error("node {} ends: thread {} died and the node cannot go on without it. If memory was short, start it with a"
                    + " larger -Xmx or fewer task threads, or keep less in the fields and variables of jobs", nodeId,
                    thread.getName(), error);
        } finally {
            // Not exit(): hooks want memory too.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /** Hands what a thread survived, though it should not have, to who handles the errors that it dies of. */
    static void report(Throwable error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
