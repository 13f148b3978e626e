package org.sss.net.transport;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Actions that run once when something closes; for implementors of {@link Connection}. Thread-safe. */
public final class CloseActions {
    private static final Logger LOG = LoggerFactory.getLogger(CloseActions.class);

    private List<Runnable> waiting = new ArrayList<>();

    /** Registers {@code action} for {@link #run}, or runs it at once if that has run already. */
    public void add(Runnable action) {
        synchronized (this) {
            if (waiting != null) {
                waiting.add(action);
                return;
            }
        }
        runOne(action);
    }

    /** Runs all actions in the calling thread. Idempotent. */
    public void run() {
        List<Runnable> actions;
        synchronized (this) {
            actions = waiting == null ? List.of() : waiting;
            waiting = null;
        }
        actions.forEach(CloseActions::runOne);
    }

    private static void runOne(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("An action on closing a connection failed; the other actions continue", e);
        }
    }
}
