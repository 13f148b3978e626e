package org.sss.server.coordinator.execution;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.WorkflowHistory;

/**
 * What running workflows share.
 *
 * @param executor for work that may wait, as many threads as there is work
 * @param timer    for work that does not
 * @param code     of those that are not over
 * @param shortages which of them have filled the heap of nodes
 * @param nodeWait for lost nodes, of one workflow; see {@link #ofWorkflow}
 */
public record RunContext(Members members, Catalog catalog, WorkflowHistory history, BlobStore blobs, Executor executor,
        ScheduledExecutorService timer, Clock clock, RetryPolicy retry, RunningCode code,
        Shortages shortages, NodeWait nodeWait) {
    private static final Logger LOG = LoggerFactory.getLogger(RunContext.class);
    private static final long NODE_POLL_MILLIS = 100;

    /** In which no node has had a full heap yet. */
    public RunContext(Members members, Catalog catalog, WorkflowHistory history, BlobStore blobs, Executor executor, ScheduledExecutorService timer,
            Clock clock, RetryPolicy retry, RunningCode code) {
        this(members, catalog, history, blobs, executor, timer, clock, retry, code, new Shortages(), new NodeWait(clock));
    }

    /** Says of an error that nodes were waited for because of it, so that a job, its loop and its workflow do so once. */
    private static final class WaitedInVain extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WaitedInVain() {
            super("waited for the lost node in vain", null, false, false);
        }
    }

    /**
     * The start of a time in which something is written to all nodes.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} naming a node; {@link org.sss.api.ErrorCode#STORAGE} when one has
     *     lost data and nobody has accepted that
     */
    public RestartGuard tieForWriting() {
        RestartGuard tie = members.tie();
        members.checks().await(tie, catalog.losses()::expectsAnything);
        catalog.losses().checkMayWrite();
        return tie;
    }

    /**
     * Waits until all nodes can be reached.
     *
     * @throws SssException {@code lost} when some node stays away; that of {@code stop}, which says what was lost, when that comes first
     */
    void awaitNodes(SssException lost, CompletableFuture<Void> stop) {
        if (Arrays.stream(lost.getSuppressed()).anyMatch(WaitedInVain.class::isInstance)) {
            throw lost;
        }
        long deadlineNanos = System.nanoTime() + retry.nodePatience().toNanos();
        try {
            List<NodeInfo> silent = silentNodes(deadlineNanos);
            if (!silent.isEmpty()) {
                LOG.info("Waiting {} s at most for {}: {}", retry.nodePatience().toSeconds(), silent, lost.getMessage());
            }
            for (; !silent.isEmpty(); silent = silentNodes(deadlineNanos)) {
                nodeWait.waitsFor(silent);
                if (System.nanoTime() > deadlineNanos) {
                    lost.addSuppressed(new WaitedInVain());
                    throw lost;
                }
                pause(lost, stop);
            }
        } finally {
            nodeWait.ended();
        }
    }

    private List<NodeInfo> silentNodes(long deadlineNanos) {
        return members.silentNodes(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
    }

    /** The same for one workflow. */
    RunContext ofWorkflow() {
        return new RunContext(members, catalog, history, blobs, executor, timer, clock, retry, code, shortages, new NodeWait(clock));
    }

    private static void pause(SssException lost, CompletableFuture<Void> stop) {
        try {
            JobWrite.await(new CompletableFuture<Void>().completeOnTimeout(null, NODE_POLL_MILLIS, TimeUnit.MILLISECONDS), stop);
        } catch (SssException e) {
            throw stop.isDone() ? stopped(stop, lost) : e;
        }
    }

    /** Who stopped what would have been tried again is told so, and what was going on, not that it has failed. */
    static SssException stopped(CompletableFuture<Void> stop, SssException lost) {
        SssException why = stop.handle((nothing, e) -> SssException.of(e, "running a job")).join();
        return new SssException(why.code(), why.getMessage() + ", while it waited for what was lost: " + lost.getMessage(), lost);
    }
}
