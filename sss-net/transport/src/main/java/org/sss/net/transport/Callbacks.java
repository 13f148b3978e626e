package org.sss.net.transport;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Tracks which threads are event loops or run a transport callback, so that calls that may block are rejected there
 * instead of stalling all streams. Thread-safe.
 */
public final class Callbacks {
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private Callbacks() {}

    /** Runs {@code callback} as code that must not block. */
    public static void run(Runnable callback) {
        int[] depth = DEPTH.get();
        depth[0]++;
        try {
            callback.run();
        } finally {
            depth[0]--;
        }
    }

    /** Returns false inside a callback and on an event loop. */
    public static boolean mayWait() {
        return DEPTH.get()[0] == 0;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} if this thread is inside a callback or is an event loop */
    public static void forbidWaiting(String call) {
        if (!mayWait()) {
            throw new SssException(
                    ErrorCode.INTERNAL,
                    call + " may wait, so it must not be called on an event loop or in"
                            + " a transport callback (thread "
                            + Thread.currentThread().getName()
                            + "); run it on an executor");
        }
    }
}
