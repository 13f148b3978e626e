package org.sss.server.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.OutOfMemory;
import org.sss.server.node.memory.MemoryEnd;

/**
 * Ends a node when one of its threads dies for want of memory or by an error of the virtual machine: it begins anew in its process, or
 * the process ends. Nobody knows then what the thread left half done: a node that is gone is noticed at once and loses nothing that was
 * committed, one that is half alive keeps all others waiting. Task threads survive what the user's code does. Thread-safe.
 */
final class FatalErrors implements Thread.UncaughtExceptionHandler {
    /** EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;
    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    private static final LimitedLog DIED = new LimitedLog(LOG, "threads that died");

    private final int nodeId;
    private final MemoryEnd end;

    /** @param end how the node begins anew, or null when it is not to */
    FatalErrors(int nodeId, MemoryEnd end) {
        this.nodeId = nodeId;
        this.end = end;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        if (MemoryErrors.endsNode(error)) {
            endNode(thread, error);
        } else if (error instanceof OutOfMemoryError memory) {
            OutOfMemory kind = OutOfMemory.of(memory);
            DIED.error("Thread {} died: {}; {}", thread.getName(), kind.cause(), kind.remedy(), error);
        } else {
            DIED.error("Thread {} died", thread.getName(), error);
        }
    }

    /** Does not return. @param error that {@code thread} has met */
    void endNode(Thread thread, Throwable error) {
        OutOfMemory kind = error instanceof OutOfMemoryError memory ? OutOfMemory.of(memory) : null;
        try {
            boolean tooOften = end != null && !end.isAllowed();
            if (end != null && !tooOften) {
                end.restart(thread.getName(), kind);
            }
            LOG.error("node {} ends: thread {} died and the node cannot go on without it{}{}", nodeId, thread.getName(),
                    tooOften ? "; it has begun anew too often in the last minutes" : "",
                    kind == null ? "" : ": " + kind.cause() + "; " + kind.remedy(), error);
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
