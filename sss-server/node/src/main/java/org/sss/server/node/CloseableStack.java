package org.sss.server.node;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The open resources of a node. Closes them once, the newest first, and continues if one of them fails. Thread-safe.
 */
final class CloseableStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CloseableStack.class);

    private final String node;
    /** Newest first. Guarded by this, like the following fields. */
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private boolean closed;

    CloseableStack(String node) {
        this.node = node;
    }

    /** @throws SssException {@link ErrorCode#CLOSED} after {@link #close}; {@code opened} is closed then */
    <T extends AutoCloseable> T push(T opened) {
        if (!add(opened)) {
            closeOne(opened);
            throw new SssException(ErrorCode.CLOSED, node + " is stopping");
        }
        return opened;
    }

    private synchronized boolean add(AutoCloseable opened) {
        if (!closed) {
            open.push(opened);
        }
        return !closed;
    }

    @Override
    public void close() {
        Deque<AutoCloseable> toClose;
        synchronized (this) {
            closed = true;
            toClose = new ArrayDeque<>(open);
            open.clear();
        }
        toClose.forEach(this::closeOne);
    }

    private void closeOne(AutoCloseable opened) {
        try {
            opened.close();
        } catch (Exception e) {
            LOG.warn("{}: closing {} failed: {}", node, opened.getClass().getSimpleName(), e.toString());
        }
    }
}
