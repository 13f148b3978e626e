package org.sss.dataserver.process;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.kvs.process.HeapEndStack;

/**
 * Records where threads of this process ran out of heap. It is here because only this module uses the native library.
 * Thread-safe.
 */
public final class HeapEnd {
    private static final Logger LOG = LoggerFactory.getLogger(HeapEnd.class);

    private HeapEnd() {}

    /** Starts to record; without it, there are no stacks. */
    public static void watch() {
        try {
            if (!HeapEndStack.watch()) {
                LOG.info("This Java reports the lines of code only for the first few out-of-memory errors");
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.info("The lines of code that use up the memory are reported only a few times: {}", e.toString());
        }
    }

    /** As {@link HeapEndStack#keepStack}. */
    public static void keepStack(boolean keep) {
        HeapEndStack.keepStack(keep);
    }

    /** As {@link HeapEndStack#stack}. */
    public static StackTraceElement[] stack() {
        return HeapEndStack.stack();
    }
}
