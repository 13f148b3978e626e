package org.sss.net.faults;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What one stream sends in one direction, in order: it passes at once, later, or when the link passes again.
 * Thread-safe; one event runs at a time, by the thread that adds it or by the timer.
 */
final class Pipe {
    /** Something that passes the link. Must not block or throw. */
    interface Event {
        void run();

        /** Called instead of {@link #run} if it never passes. */
        default void discard() {}
    }

    private record Waiting(Event event, long dueNanos) {}

    private final Link link;
    private final ScheduledExecutorService timer;
    /** Guarded by this, like the following fields. */
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private boolean busy;
    private boolean closed;

    Pipe(Link link, ScheduledExecutorService timer) {
        this.link = link;
        this.timer = timer;
    }

    /** True if an event that is added now passes at once. */
    synchronized boolean isClear() {
        return !closed && !busy && waiting.isEmpty() && link.fault().equals(Fault.PASS);
    }

    void add(Event event) {
        boolean late;
        synchronized (this) {
            late = closed;
            if (!late) {
                waiting.add(new Waiting(event, System.nanoTime() + link.fault().delayNanos()));
            }
        }
        if (late) {
            event.discard();
        } else {
            drain();
        }
    }

    /** Runs what may pass now. */
    void drain() {
        for (Event next = next(); next != null; next = next()) {
            try {
                next.run();
            } finally {
                ended();
            }
        }
    }

    private synchronized Event next() {
        Waiting first = waiting.peek();
        if (busy || first == null) {
            return null;
        }
        if (!closed) {
            long leftNanos = first.dueNanos() - System.nanoTime();
            if (!link.fault().passes()) {
                return null;
            }
            if (leftNanos > 0) {
                timer.schedule(this::drain, leftNanos, TimeUnit.NANOSECONDS);
                return null;
            }
        }
        busy = true;
        return waiting.remove().event();
    }

    private synchronized void ended() {
        busy = false;
    }

    /**
     * Discards everything that has not passed, now and later.
     *
     * @param last runs whatever the link does, after an event that is running; null for nothing
     */
    void close(Event last) {
        List<Waiting> discarded;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            discarded = new ArrayList<>(waiting);
            waiting.clear();
            if (last != null) {
                waiting.add(new Waiting(last, 0));
            }
        }
        discarded.forEach(one -> one.event().discard());
        drain();
    }
}
