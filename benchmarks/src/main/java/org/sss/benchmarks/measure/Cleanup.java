package org.sss.benchmarks.measure;

import java.util.concurrent.atomic.AtomicBoolean;

/** What is done once: at the end of its use, or when the process ends before, as by Ctrl-C. Thread-safe. */
public final class Cleanup {
    private Cleanup() {}

    /** To be run at the end of the use. */
    public interface Entry {
        void run();
    }

    public static Entry atExit(Runnable action) {
        Runnable once = once(action);
        Thread hook = new Thread(once, "bench-exit");
        Runtime.getRuntime().addShutdownHook(hook);
        return () -> {
            once.run();
            remove(hook);
        };
    }

    /** the caller that comes second waits until it is done. */
    private static Runnable once(Runnable action) {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            synchronized (done) {
                if (!done.getAndSet(true)) {
                    action.run();
                }
            }
        };
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs, or has run.
        }
    }
}
