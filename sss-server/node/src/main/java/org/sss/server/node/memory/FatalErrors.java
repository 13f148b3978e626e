package org.sss.server.node.memory;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.OutOfMemory;

/**
 * Ends a node when one of its threads dies of an OutOfMemoryError or an error of the virtual machine: the node restarts
 * in its process, or the process ends. The state that the thread left is unknown. A lost node is noticed at once and
 * loses no committed data; a node that is half alive would block all others. Task threads survive errors of user code.
 * Thread-safe.
 */
public final class FatalErrors implements Thread.UncaughtExceptionHandler {
    /** EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;

    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    private static final LimitedLog DIED = new LimitedLog(LOG, "threads that died");

    private final int nodeId;
    private final MemoryEnd end;

    /** @param end restarts the node; null if it must not restart */
    public FatalErrors(int nodeId, MemoryEnd end) {
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

    /**
     * Ends or restarts the node. Does not return.
     *
     * @param error that {@code thread} caught
     */
    public void endNode(Thread thread, Throwable error) {
        OutOfMemory kind = error instanceof OutOfMemoryError memory ? OutOfMemory.of(memory) : null;
        try {
            boolean tooOften = end != null && !end.isAllowed();
            if (end != null && !tooOften) {
                end.restart(thread.getName(), kind);
            }
            LOG.error(
                    "node {} ends: thread {} died and the node cannot continue without it{}{}",
                    nodeId,
                    thread.getName(),
                    tooOften ? "; it has restarted too often in the last minutes" : "",
                    kind == null ? "" : ": " + kind.cause() + "; " + kind.remedy(),
                    error);
        } finally {
            // Not exit(): shutdown hooks need memory too.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /** Passes an error that the current thread caught to its handler of uncaught exceptions. */
    public static void report(Throwable error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
