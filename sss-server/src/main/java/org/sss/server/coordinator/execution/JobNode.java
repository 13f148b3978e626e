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
import org.sss.server.coordinator.members.RestartGuard;

/** A step in its graph. Belongs to the graph's thread, apart from {@link #run}. */
final class JobNode {
    enum State { WAITING, RUNNING, DONE, FAILED }

    final int place;
    final Step step;
    /** By the names under which the step reads them. */
    final Map<String, GraphGroup> reads = new LinkedHashMap<>();
    final List<GraphGroup> writes = new ArrayList<>();
    State state = State.WAITING;
    int attempts;
    /** What it reads while it runs is written again: its end does not count. */
    boolean isOutdated;
    CompletableFuture<Void> stop;
    /** Stops this node alone; used again in the next iteration, as the parent keeps hold of its children. */
    private CompletableFuture<Void> ownStop;
    private CompletableFuture<Void> parentStop;
    /** Set by {@link #run}. */
    Map<String, GroupInfo> written;
    SssException error;

    JobNode(int place, Step step) {
        this.place = place;
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

    /** Whether it can be run again: what others may have seen of it cannot be taken back. */
    boolean isRepeatable() {
        return writes.stream().allMatch(cell -> cell.temporary);
    }

    /** What it reads that ends with the nodes that hold it. */
    List<GraphGroup> fleetingReads() {
        return reads.values().stream().filter(cell -> cell.producer != null && cell.temporary).toList();
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

    /** What a node had of a temporary group goes with it, and who looks for a key there is told that there is none. */
    private void checkLookups(Set<String> names) {
        List<GraphGroup> lookups = names.stream().map(reads::get).toList();
        for (GraphGroup cell : fleetingReads()) {
            if (lookups.contains(cell) && mayBeLost(cell.producer.step.tie())) {
                throw new SssException(ErrorCode.NODE_UNREACHABLE, "a node was lost, and with it what it had of temporary group '" + cell.name
                        + "', which job '" + step.name() + "' looks into; run the workflow again, or write the group without asTemporary()");
            }
        }
    }

    /** @param tie null of a step that is running again just now, because what it had written was lost */
    private static boolean mayBeLost(RestartGuard tie) {
        return tie == null || tie.isBroken();
    }

    /** Whether a node that was lost, and is back, may be all that was wrong. */
    boolean mayHaveLostNode() {
        RestartGuard own = step.tie();
        boolean lost = JobRun.wasCutOff(error) || own != null && own.isBroken() || fleetingReads().stream().anyMatch(cell -> mayBeLost(cell.producer.step.tie()));
        return lost && (error.code().kind() == ErrorCode.Kind.RETRYABLE || error.code() == ErrorCode.CORRUPT
                || error.code() == ErrorCode.NOT_FOUND);
    }
}
