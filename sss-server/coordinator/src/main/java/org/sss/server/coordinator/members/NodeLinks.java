package org.sss.server.coordinator.members;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.GroupKey;
import org.sss.server.coordinator.state.Catalog;

/** The links to all nodes. Thread-safe. */
public final class NodeLinks implements AutoCloseable {
    private static final int SWEEP_MINUTES = 10;

    private final List<NodeLink> links;
    private final ScheduledExecutorService timer;
    private volatile Future<?> sweeping;

    public NodeLinks(Members members, Catalog catalog, Executor executor, ScheduledExecutorService timer) {
        this.timer = timer;
        links = members.map().nodes().stream()
                .map(node -> new NodeLink(node, members, catalog, executor, timer))
                .toList();
    }

    /** Starts to connect to the nodes; does not block. */
    public void start() {
        links.forEach(NodeLink::start);
        sweeping = timer.scheduleWithFixedDelay(
                () -> links.forEach(NodeLink::sweepAgain), SWEEP_MINUTES, SWEEP_MINUTES, TimeUnit.MINUTES);
    }

    /** Drops a group on all nodes soon, or when they are back. Does not block. */
    public void drop(GroupKey group) {
        links.forEach(link -> link.drop(group));
    }

    /** Called when a node has started. Does not block. */
    public void announced(int node) {
        links.get(node).announced();
    }

    @Override
    public void close() {
        links.forEach(NodeLink::close);
        Future<?> sweeps = sweeping;
        if (sweeps != null) {
            sweeps.cancel(false);
        }
    }
}
