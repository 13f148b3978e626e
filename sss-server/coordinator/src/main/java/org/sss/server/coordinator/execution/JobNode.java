package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.transport.MemoryErrors;
import org.sss.server.coordinator.execution.job.JobRun;
import org.sss.server.coordinator.execution.job.Step;
import org.sss.server.coordinator.members.Copies;
import org.sss.server.coordinator.members.RestartGuard;

/** A step in its graph. Used only by the graph's thread, except {@link #run}. */
final class JobNode {
    enum State {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    final int index;
    final Step step;
    /** The groups by the names under which the step reads them. */
    final Map<String, GraphGroup> reads = new LinkedHashMap<>();

    final List<GraphGroup> writes = new ArrayList<>();
    State state = State.WAITING;
    int attempts;
    /** True if a group that it reads is being written again: its result is discarded. */
    boolean isOutdated;

    CompletableFuture<Void> stop;
    /** Stops only this node. Reused in the next iteration, as the parent future references its children. */
    private CompletableFuture<Void> ownStop;

    private CompletableFuture<Void> parentStop;
    /** Set by {@link #run}. */
    Map<String, GroupInfo> written;

    SssException error;

    JobNode(int index, Step step) {
        this.index = index;
        this.step = step;
    }

    CompletableFuture<Void> ownStop(CompletableFuture<Void> parent) {
        if (ownStop == null || parentStop != parent || ownStop.isDone()) {
            ownStop = parent.copy();
            parentStop = parent;
        }
        return ownStop;
    }

    boolean isReady() {
        return state == State.WAITING && reads.values().stream().allMatch(cell -> cell.group != null);
    }

    /** True if it can run again: only temporary groups can be withdrawn, others may have been read already. */
    boolean isRepeatable() {
        return writes.stream().allMatch(cell -> cell.temporary);
    }

    /** The groups that it reads and that are lost with a node. */
    List<GraphGroup> fleetingReads() {
        return reads.values().stream()
                .filter(cell -> cell.producer != null && cell.temporary)
                .toList();
    }

    /** Called by the thread of the step. */
    void run(int iteration, boolean repeats) {
        try {
            Map<String, GroupInfo> groups = new LinkedHashMap<>();
            reads.forEach((name, cell) -> groups.put(name, cell.group));
            checkLookups(step.lookups());
            step.afterFirst(() -> checkLookups(step.lookups()));
            written = step.run(groups, iteration, repeats, stop);
            checkLookups(step.lookupsToTheEnd());
        } catch (RuntimeException | Error e) {
            MemoryErrors.report(e);
            error = SssException.of(e, "running job '" + step.name() + "'");
        }
    }

    /** Makes copies of what is to get a name. Called by the thread of the step after it has run. */
    void copy(Copies copies) {
        try {
            for (GraphGroup cell : writes) {
                if (error == null && !cell.temporary) {
                    copies.make(written.get(cell.name), stop);
                }
            }
        } catch (RuntimeException | Error e) {
            MemoryErrors.report(e);
            error = SssException.of(e, "making copies of the groups of job '" + step.name() + "'");
        }
    }

    /**
     * Fails if a node with data of a temporary group was lost: a lookup of a key would find nothing there, without an
     * error.
     */
    private void checkLookups(Set<String> names) {
        List<GraphGroup> lookups = names.stream().map(reads::get).toList();
        for (GraphGroup cell : fleetingReads()) {
            if (lookups.contains(cell) && mayBeLost(cell.producer.step.guard())) {
                throw new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        "a node was lost, and with it its data of temporary group '" + cell.name + "', which job '"
                                + step.name()
                                + "' looks into; run the workflow again, or write the group without asTemporary()");
            }
        }
    }

    /** @param guard null for a step that is running again, because its output was lost */
    private static boolean mayBeLost(RestartGuard guard) {
        return guard == null || guard.isBroken();
    }

    /** The error of a step that does not run again: what is gone with a lost node is not damaged. */
    SssException finalError() {
        return error.code().kind() == ErrorCode.Kind.RETRYABLE || !mayHaveLostNode()
                ? error
                : new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        "a node was lost while '" + step.name()
                                + "' ran, and with it its data of temporary groups; run the workflow again when all"
                                + " nodes are back. (" + error.getMessage() + ")",
                        error,
                        error.remoteTrace());
    }

    /** True if the loss of a node may be the only cause of the failure. */
    boolean mayHaveLostNode() {
        RestartGuard own = step.guard();
        boolean lost = JobRun.wasCutOff(error)
                || own != null && own.isBroken()
                || fleetingReads().stream().anyMatch(cell -> mayBeLost(cell.producer.step.guard()));
        return lost
                && (error.code().kind() == ErrorCode.Kind.RETRYABLE
                        || error.code() == ErrorCode.CORRUPT
                        || error.code() == ErrorCode.NOT_FOUND);
    }
}
