package org.sss.server.coordinator.execution.job;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sss.net.control.NodeInfo;

/** The lost nodes that a workflow waits for, for its status. Thread-safe. */
public final class NodeWait {
    private final Clock clock;
    /** Null while there are none. Guarded by this, like the following field. */
    private String nodes;

    private long sinceMillis;

    NodeWait(Clock clock) {
        this.clock = clock;
    }

    /** Starts to wait. Jobs of one workflow may wait concurrently; the time is that of the first one. */
    synchronized void waitsFor(List<NodeInfo> lost) {
        if (nodes == null) {
            sinceMillis = clock.millis();
        }
        nodes = lost.stream().map(node -> "node " + node.id()).collect(Collectors.joining(", "));
    }

    synchronized void ended() {
        nodes = null;
    }

    /** {@code waiting for node 1, 7 s}; or null. */
    public synchronized String text() {
        return nodes == null
                ? null
                : "waiting for " + nodes + ", " + TimeUnit.MILLISECONDS.toSeconds(clock.millis() - sinceMillis) + " s";
    }
}
