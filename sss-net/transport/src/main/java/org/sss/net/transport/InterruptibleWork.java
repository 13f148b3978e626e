package org.sss.net.transport;

/**
 * Lets others interrupt a piece of work, and never what the same thread does before or after it. Thread-safe.
 *
 * <pre>
 *   the working thread:  start --work--> end
 *   any thread:               interrupt       no effect before start and after end
 * </pre>
 */
public final class InterruptibleWork {
    /** Guarded by this. */
    private Thread thread;

    /** Called by the thread that works, before the work. */
    public synchronized void start() {
        thread = Thread.currentThread();
    }

    /** Called by the same thread after the work, in any case. */
    public synchronized void end() {
        thread = null;
        Thread.interrupted();
    }

    /** Returns true if the work is running, and has been interrupted. */
    public synchronized boolean interrupt() {
        if (thread == null) {
            return false;
        }
        thread.interrupt();
        return true;
    }

    /** Returns the thread that works now, or null. */
    public synchronized Thread thread() {
        return thread;
    }
}
