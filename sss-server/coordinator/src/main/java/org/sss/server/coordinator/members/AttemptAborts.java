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
 * Queue of the failed attempts that one data server has to abort. They are sent one at a time: all tasks of a job may
 * fail at the same moment, each with many outputs, and a node serves a limited number of calls at once. If an abort is
 * not sent, the data server drops the attempt at the commit or when the group is dropped. Thread-safe.
 */
final class AttemptAborts {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptAborts.class);
    static final int MAX_WAITING = 10_000;

    private final Executor executor;
    private final Consumer<Abort> sender;
    /** Guarded by this, like the following field. */
    private final Queue<Abort> waiting = new ArrayDeque<>();

    private boolean busy;

    /** @param sender sends an abort and waits for the answer; throws if there is none */
    AttemptAborts(Executor executor, Consumer<Abort> sender) {
        this.executor = executor;
        this.sender = sender;
    }

    /** Adds an abort. Does not block. If no thread is free to send it, it is sent with the next one. */
    synchronized void add(Abort abort) {
        if (waiting.size() < MAX_WAITING) {
            waiting.add(abort);
        }
        if (!busy) {
            startWorker();
        }
    }

    private void startWorker() {
        try {
            Work.execute(executor, this::work, "aborting attempts");
            busy = true;
        } catch (SssException e) {
            LOG.debug("Some attempts are aborted later: {}", e.getMessage());
        }
    }

    private void work() {
        boolean sentAll = false;
        try {
            for (Abort next = next(); next != null; next = next()) {
                sender.accept(next);
            }
            sentAll = true;
        } catch (RuntimeException e) {
            LOG.debug("Some attempts could not be aborted: {}", e.getMessage());
        } finally {
            if (!sentAll) {
                clear();
            }
        }
    }

    private synchronized Abort next() {
        Abort next = waiting.poll();
        busy = next != null;
        return next;
    }

    private synchronized void clear() {
        waiting.clear();
        busy = false;
    }
}
