package org.sss.server.timing;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.transport.MemoryErrors;

/**
 * Work that a timer repeats, even after a failure: Java's timers stop repeating work that has failed once. Called by
 * the timer's thread.
 *
 * @param what name of the work, for the log
 */
public record PeriodicTask(String what, Runnable work) implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    @Override
    public void run() {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            MemoryErrors.report(e);
            LOG.error("{} failed and is retried at its next time", what, e);
        }
    }
}
