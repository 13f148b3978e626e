package org.sss.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.Workflow;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.WorkflowStatus;

/**
 * Instead of the class of that name, before which it is on the class path of these tests: runs workflows on Spark. What
 * they read is copied from the cluster to a store of Spark, and what they have written is copied back. So any test of a
 * client is one of Spark. Thread-safe; one workflow at a time.
 */
final class Submission {
    private static final AtomicLong COUNT = new AtomicLong();
    /** By id, for {@link WorkflowHandle}. */
    static final ConcurrentHashMap<String, CompletableFuture<WorkflowReport>> RUNS = new ConcurrentHashMap<>();

    private final ClusterLink link;

    @SuppressWarnings("UnusedVariable")
    Submission(ClusterLink link, boolean sharedClasses) {
        this.link = link;
    }

    WorkflowStatus submit(Workflow workflow) {
        String id = "wf-" + COUNT.incrementAndGet();
        CompletableFuture<WorkflowReport> end = new CompletableFuture<>();
        RUNS.put(id, end);
        StoreBridge bridge = new StoreBridge(link, workflow);
        Thread thread = new Thread(
                () -> {
                    synchronized (Submission.class) {
                        try {
                            end.complete(bridge.run());
                        } catch (Throwable e) {
                            end.completeExceptionally(e);
                        }
                    }
                },
                id);
        thread.setDaemon(true);
        thread.start();
        return new WorkflowStatus(id, workflow.name(), WorkflowStatus.State.RUNNING, List.of(), null, 0, 0);
    }
}
