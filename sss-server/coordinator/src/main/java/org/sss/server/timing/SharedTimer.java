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
 * Calls registered callbacks periodically, all at the same tick, as long as there are any. Adding and removing a
 * callback between two ticks does not wake the timer's thread, as a timer of its own would: most tasks and workflows
 * end before their first report. Thread-safe; callbacks run on the timer's thread.
 */
public final class SharedTimer {
    private static final Logger LOG = LoggerFactory.getLogger(SharedTimer.class);

    private final ScheduledExecutorService timer;
    private final long periodMillis;
    private final Set<Runnable> callbacks = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean planned = new AtomicBoolean();

    /** @param timer whose work does not block */
    public SharedTimer(ScheduledExecutorService timer, long periodMillis) {
        this.timer = timer;
        this.periodMillis = periodMillis;
    }

    /** Calls {@code callback} at each tick, the first within a period, until {@link #remove}. */
    public void add(Runnable callback) {
        callbacks.add(callback);
        plan();
    }

    /** Removes a callback. A last call may still be running. */
    public void remove(Runnable callback) {
        callbacks.remove(callback);
    }

    private void plan() {
        if (planned.compareAndSet(false, true)) {
            boolean done = false;
            try {
                timer.schedule(this::tick, periodMillis, TimeUnit.MILLISECONDS);
                done = true;
            } finally {
                if (!done) {
                    // The next call of add plans it.
                    planned.set(false);
                }
            }
        }
    }

    private void tick() {
        planned.set(false);
        try {
            for (Runnable callback : callbacks) {
                call(callback);
            }
        } finally {
            if (!callbacks.isEmpty()) {
                plan();
            }
        }
    }

    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            // There may be more memory at the next tick.
            boolean again = e instanceof OutOfMemoryError;
            if (!again) {
                callbacks.remove(callback);
            }
            MemoryErrors.report(e);
            LOG.error("A callback of a tick failed and is {}", again ? "called again" : "removed", e);
        }
    }
}
