package org.sss.dataserver.process;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.kvs.process.HeapEndStack;

/**
 * Where threads of this process were when they met the end of Java's heap. Here because only this module knows the native library.
 * Thread-safe.
 */
public final class HeapEnd {
    private static final Logger LOG = LoggerFactory.getLogger(HeapEnd.class);

    private HeapEnd() {
    }

    /** Begins to watch; without, there are no stacks. */
    public static void watch() {
        try {
            if (!HeapEndStack.watch()) {
                LOG.info("This Java tells the lines of code only for the first few errors for want of memory");
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.info("The lines of code that uses up the memory are told only a few times: {}", e.toString());
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
