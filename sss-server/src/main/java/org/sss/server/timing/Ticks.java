package org.sss.server.timing;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.transport.MemoryErrors;

/**
 * Calls those who want it, all at once, as long as there are any. Coming and going between two calls costs nothing, where a timer of
 * one's own would wake the timer's thread: most tasks and workflows that report while they run are over before their first report.
 * Thread-safe; calls are made by the timer's thread.
 */
public final class Ticks {
    private static final Logger LOG = LoggerFactory.getLogger(Ticks.class);

    private final ScheduledExecutorService timer;
    private final long periodMillis;
    private final Set<Runnable> called = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean planned = new AtomicBoolean();

    /** @param timer that does not wait for anything */
    public Ticks(ScheduledExecutorService timer, long periodMillis) {
        this.timer = timer;
        this.periodMillis = periodMillis;
    }

    /** Calls {@code who} from the next tick on, which comes within a period, until {@link #remove}. */
    public void add(Runnable who) {
        called.add(who);
        plan();
    }

    /** A last call may be under way. */
    public void remove(Runnable who) {
        called.remove(who);
    }

    private void plan() {
        if (planned.compareAndSet(false, true)) {
            boolean done = false;
            try {
                timer.schedule(this::tick, periodMillis, TimeUnit.MILLISECONDS);
                done = true;
            } finally {
                if (!done) {
                    // Who comes next plans it.
                    planned.set(false);
                }
            }
        }
    }

    private void tick() {
        planned.set(false);
        try {
            for (Runnable who : called) {
                call(who);
            }
        } finally {
            if (!called.isEmpty()) {
                plan();
            }
        }
    }

    private void call(Runnable who) {
        try {
            who.run();
        } catch (RuntimeException | Error e) {
            // Of memory there may be more at the next tick.
            boolean again = e instanceof OutOfMemoryError;
            if (!again) {
                called.remove(who);
            }
            MemoryErrors.report(e);
            LOG.error("What was called at a tick failed and is called {}", again ? "again" : "no more", e);
        }
    }
}
