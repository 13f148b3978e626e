package org.sss.net.transport.local;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.net.transport.Callbacks;

/**
 * Events for one end of a stream, run in order and by one thread at a time: whichever thread finds it idle runs what is
 * there, also what others add meanwhile. Bounded because data events are bounded by credit. Thread-safe.
 */
final class Inbox {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    /** Only enqueues; whoever adds calls {@link #drain} after it has left its locks. */
    void add(Runnable event) {
        events.add(event);
    }

    void drain() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            Callbacks.run(this::runAll);
            seen = calls.addAndGet(-seen);
        } while (seen != 0);
    }

    private void runAll() {
        Runnable event = events.poll();
        while (event != null) {
            event.run();
            event = events.poll();
        }
    }
}
