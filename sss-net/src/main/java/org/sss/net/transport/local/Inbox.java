package org.sss.net.transport.local;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sss.net.transport.Callbacks;

/**
 * Events for one end of a stream, run in order and by one thread at a time: whichever thread finds it idle runs what is
 * there, also what others add meanwhile. Bounded because data events are bounded by credit. Thread-safe.
 */
final class Inbox {
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final Consumer<Error> broken;

    /** @param broken is told, as an event, the first error of events that one thread runs */
    Inbox(Consumer<Error> broken) {
        this.broken = broken;
    }

    /** Only enqueues; whoever adds calls {@link #drain} after it has left its locks. */
    void add(Runnable event) {
        events.add(event);
    }

    /** Whatever an event throws, such as an end of the stack of user code that emits, the next ones run: they may end the stream. */
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
