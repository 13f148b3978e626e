package org.sss.server.coordinator.execution.job;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.members.Copies;
import org.sss.server.coordinator.members.DamagedCopies;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.NodesInUse;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.WorkflowHistory;

/**
 * The services that running workflows share.
 *
 * @param code      of running workflows
 * @param shortages which workflows have filled the heap of nodes
 * @param nodeWait  the lost nodes that one workflow waits for; see {@link #ofWorkflow}
 * @param deadLinks of one workflow
 */
public record RunContext(
        Members members,
        Stores stores,
        Scheduling scheduling,
        JobDefaults defaults,
        RunningCode code,
        Shortages shortages,
        NodeWait nodeWait,
        DeadLinks deadLinks) {
    private static final Logger LOG = LoggerFactory.getLogger(RunContext.class);
    private static final long NODE_POLL_MILLIS = 100;
    /** A node that restarts, or a second one that is lost at the same time, shows within this time. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Creates a context without shortages. */
    public RunContext(Members members, Stores stores, Scheduling scheduling, JobDefaults defaults, RunningCode code) {
        this(
                members,
                stores,
                scheduling,
                defaults,
                code,
                new Shortages(),
                new NodeWait(scheduling.clock()),
                new DeadLinks());
    }

    /** What the coordinator stores, what makes copies of it, and where it may be written. */
    public record Stores(
            Catalog catalog, WorkflowHistory history, BlobStore blobs, Copies copies, NodesInUse nodesInUse) {}

    public Catalog catalog() {
        return stores.catalog();
    }

    public WorkflowHistory history() {
        return stores.history();
    }

    public BlobStore blobs() {
        return stores.blobs();
    }

    /** Finds damaged copies that jobs have met. */
    public DamagedCopies damagedCopies() {
        return new DamagedCopies(members, catalog());
    }

    /** The nodes that are written to and run tasks. */
    public NodesInUse nodesInUse() {
        return stores.nodesInUse();
    }

    /** Makes copies of groups before they get names. */
    public Copies copies() {
        return stores.copies();
    }

    public Executor executor() {
        return scheduling.executor();
    }

    public ScheduledExecutorService timer() {
        return scheduling.timer();
    }

    public Clock clock() {
        return scheduling.clock();
    }

    /** How long jobs and commits took. */
    public RunTimes times() {
        return scheduling.times();
    }

    public RetryPolicy retry() {
        return defaults.retry();
    }

    public ShuffleDefaults shuffles() {
        return defaults.shuffles();
    }

    /** Marks an error after a wait for nodes, so that a job, its loop and its workflow wait only once. */
    private static final class NodeDidNotReturn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NodeDidNotReturn() {
            super("the lost node did not return in time", null, false, false);
        }
    }

    /**
     * Waits until all nodes in use can be reached, or those that cannot are left out.
     *
     * @param inputs named groups that must be readable then
     * @throws SssException {@code lost} if a node does not return in time; the error of {@code stop}, with the loss, if
     *     that is first
     */
    public void awaitNodes(SssException lost, Collection<GroupInfo> inputs, CompletableFuture<Void> stop) {
        if (Arrays.stream(lost.getSuppressed()).anyMatch(NodeDidNotReturn.class::isInstance)) {
            throw lost;
        }
        long startNanos = System.nanoTime();
        long deadlineNanos = startNanos + retry().nodePatience().toNanos();
        try {
            List<NodeInfo> silent = silentNodes(deadlineNanos);
            if (!silent.isEmpty()) {
                LOG.info(
                        "Waiting at most {} s for {}: {}",
                        retry().nodePatience().toSeconds(),
                        silent,
                        lost.getMessage());
            }
            for (; !silent.isEmpty(); silent = silentNodes(deadlineNanos)) {
                nodeWait.waitsFor(silent);
                if (System.nanoTime() - startNanos > GRACE_NANOS && nodesInUse().leaveOutSilent(inputs)) {
                    return;
                }
                if (System.nanoTime() > deadlineNanos) {
                    lost.addSuppressed(new NodeDidNotReturn());
                    throw lost;
                }
                pause(lost, stop);
            }
        } finally {
            nodeWait.ended();
        }
    }

    private List<NodeInfo> silentNodes(long deadlineNanos) {
        return members.health().silentNodes(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
    }

    /** A context for one workflow. */
    public RunContext ofWorkflow() {
        return new RunContext(
                members, stores, scheduling, defaults, code, shortages, new NodeWait(clock()), new DeadLinks());
    }

    private static void pause(SssException lost, CompletableFuture<Void> stop) {
        try {
            JobWrite.await(
                    new CompletableFuture<Void>().completeOnTimeout(null, NODE_POLL_MILLIS, TimeUnit.MILLISECONDS),
                    stop);
        } catch (SssException e) {
            throw stop.isDone() ? stopped(stop, lost) : e;
        }
    }

    /** The error of a stopped wait: that of {@code stop}, with the loss that was waited for. */
    public static SssException stopped(CompletableFuture<Void> stop, SssException lost) {
        SssException why =
                stop.handle((nothing, e) -> SssException.of(e, "running a job")).join();
        return new SssException(
                why.code(), why.getMessage() + ", while it waited for a lost node: " + lost.getMessage(), lost);
    }
}
