package org.sss.net.transport.local;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sss.net.transport.Callbacks;

/**
 * Events for one end of a stream, run in order and by one thread at a time: the thread that finds it idle runs all
 * queued events, including those that others add in the meantime. Bounded because data events are bounded by credit.
 * Thread-safe.
 */
final class Inbox {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Consumer<Error> broken;

    /** @param broken receives, as an event, the first error of the events that one thread runs */
    Inbox(Consumer<Error> broken) {
        this.broken = broken;
    }

    /** Only enqueues; the caller calls {@link #drain} after it has released its locks. */
    void add(Runnable event) {
        events.add(event);
    }

    /**
     * Continues with the next event after an exception of any kind, such as a stack overflow of emitting user code: it
     * may end the stream.
     */
    void drain() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        Throwable first = null;
        int seen = 1;
        do {
            first = runAll(first);
            seen = calls.addAndGet(-seen);
        } while (seen != 0);
        if (first instanceof Error error) {
            throw error;
        } else if (first != null) {
            throw (RuntimeException) first;
        }
    }

    private Throwable runAll(Throwable before) {
        Throwable first = before;
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
            try {
                Callbacks.run(event);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            } catch (Error e) {
                if (!(first instanceof Error)) {
                    first = e;
                    events.add(() -> broken.accept(e));
                }
            }
        }
        return first;
    }
}
