package org.sss.http.api;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.SssClient;
import org.sss.http.server.Events;

/**
 * What callers with the same rights see of the cluster, and the events about its changes. Nothing is looked at on the
 * path of a job: the cluster is asked as any client asks. Thread-safe; one thread at a time makes each kind of look.
 */
final class View {
    private static final Logger LOG = LoggerFactory.getLogger(View.class);
    /** With more changes at once, pages read everything again. */
    private static final int MAX_CHANGES = 300;

    private final EventRing ring;
    private final LongSupplier nowMillis;
    private final GroupWatch groups = new GroupWatch();
    private final NodeWatch nodes = new NodeWatch();
    private final WorkflowWatch workflows = new WorkflowWatch();
    private volatile Supplier<SssClient> client;
    private boolean started;
    private volatile boolean mayReadWorkflows;
    private volatile long usedNanos = System.nanoTime();

    View(LongSupplier ids, LongSupplier nowMillis) {
        this.nowMillis = nowMillis;
        ring = new EventRing(ids, nowMillis);
    }

    /**
     * Prepares to report changes from now on, with the rights of one of its callers.
     *
     * @throws SssException FORBIDDEN if they may not see groups
     */
    synchronized void start(Supplier<SssClient> caller) {
        if (!started) {
            groups.look(caller.get());
            mayReadWorkflows = mayReadWorkflows(caller.get());
            started = true;
        }
        client = caller;
    }

    private boolean mayReadWorkflows(SssClient caller) {
        try {
            workflows.look(caller);
            return true;
        } catch (SssException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return false;
            }
            throw e;
        }
    }

    /** @param after the last event that the client has; null if it starts */
    void add(Events stream, Long after) {
        ring.add(stream, after);
        stream.onClose(() -> ring.remove(stream));
    }

    void lookAtWorkflows() {
        if (mayReadWorkflows) {
            look(workflows::look);
        }
    }

    /** Takes longer with thousands of groups. */
    void lookAtGroups() {
        look(groups::look);
    }

    /** Takes long if a node does not answer. */
    void lookAtNodes() {
        look(nodes::look);
    }

    private void look(Function<SssClient, List<Change>> watch) {
        Supplier<SssClient> caller = client;
        if (caller == null) {
            return; // not started yet
        }
        try {
            List<Change> changes = watch.apply(caller.get());
            if (changes.size() > MAX_CHANGES) {
                ring.add("reset", Fields.of("nowMillis", nowMillis.getAsLong()));
            } else {
                changes.forEach(change -> ring.add(change.kind(), change.content()));
            }
        } catch (SssException e) {
            LOG.debug("Changes are seen later: {}", e.getMessage());
        }
    }

    /** Announces a stream. */
    void use() {
        usedNanos = System.nanoTime();
    }

    /** Returns for how long no page has used it. */
    long unusedNanos() {
        if (ring.hasStreams()) {
            use();
        }
        return System.nanoTime() - usedNanos;
    }

    void close() {
        ring.close();
    }
}
