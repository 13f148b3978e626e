package org.sss.server.coordinator.run;

import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.sss.api.SssException;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.WorkflowHistory;

/**
 * What running workflows share.
 *
 * @param executor for work that may wait, as many threads as there is work
 * @param timer    for work that does not
 * @param code     of those that are not over
 */
public record RunContext(Members members, Catalog catalog, WorkflowHistory history, BlobStore blobs, Executor executor,
        ScheduledExecutorService timer, Clock clock, RetryPolicy retry, RunningCode code) {
    private static final long NODE_POLL_MILLIS = 100;

    /** Says of an error that nodes were waited for because of it, so that a job, its loop and its workflow do so once. */
    private static final class WaitedInVain extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WaitedInVain() {
            super("waited for the lost node in vain", null, false, false);
        }
    }

    /** Waits until all nodes can be reached. @throws SssException {@code lost} when some node stays away */
    void awaitNodes(SssException lost, CompletableFuture<Void> stop) {
        if (Arrays.stream(lost.getSuppressed()).anyMatch(WaitedInVain.class::isInstance)) {
            throw lost;
        }
        long deadlineNanos = System.nanoTime() + retry.nodePatience().toNanos();
        while (!members.areAllReachable()) {
            if (System.nanoTime() > deadlineNanos) {
                lost.addSuppressed(new WaitedInVain());
                throw lost;
            }
            JobWrite.await(new CompletableFuture<Void>().completeOnTimeout(null, NODE_POLL_MILLIS, TimeUnit.MILLISECONDS), stop);
        }
    }
}
