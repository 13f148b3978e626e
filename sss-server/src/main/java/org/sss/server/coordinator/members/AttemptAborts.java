package org.sss.server.coordinator.members;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Abort;
import org.sss.net.transport.Work;

/**
 * What one data server is to forget of attempts that have failed. It is told one after the other: all tasks of a job may fail at the same
 * moment, each with many outputs, and a node serves only so many calls at once. A data server that does not hear of an attempt drops
 * it at the commit or when the group is dropped. Thread-safe.
 */
final class AttemptAborts {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptAborts.class);
    static final int MAX_WAITING = 10_000;

    private final Executor executor;
    private final Consumer<Abort> tell;
    /** Guarded by this, as what follows. */
    private final Queue<Abort> waiting = new ArrayDeque<>();
    private boolean busy;

    /** @param tell waits for the data server; throws when that does not answer */
    AttemptAborts(Executor executor, Consumer<Abort> tell) {
        this.executor = executor;
        this.tell = tell;
    }

    /** Does not wait. When there is no thread to tell it, it is told with the next one. */
    synchronized void add(Abort abort) {
        if (waiting.size() < MAX_WAITING) {
            waiting.add(abort);
        }
        if (!busy) {
            begin();
        }
    }

    private void begin() {
        try {
            Work.begin(executor, this::work, "aborting attempts");
            busy = true;
        } catch (SssException e) {
            LOG.debug("Some attempts are aborted later: {}", e.getMessage());
        }
    }

    private void work() {
        boolean toldAll = false;
        try {
            for (Abort next = next(); next != null; next = next()) {
                tell.accept(next);
            }
            toldAll = true;
        } catch (RuntimeException e) {
            LOG.debug("Some attempts could not be aborted: {}", e.getMessage());
        } finally {
            if (!toldAll) {
                giveUp();
            }
        }
    }

    private synchronized Abort next() {
        Abort next = waiting.poll();
        busy = next != null;
        return next;
    }

    private synchronized void giveUp() {
        waiting.clear();
        busy = false;
    }
}
