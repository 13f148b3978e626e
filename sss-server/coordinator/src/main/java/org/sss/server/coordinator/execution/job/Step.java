package org.sss.server.coordinator.execution.job;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.server.coordinator.members.RestartGuard;

/** A step of a workflow: a job, or a loop of jobs. One thread at a time. */
public interface Step {
    String name();

    /** Names of the groups that it reads. */
    Set<String> reads();

    /** Those of {@link #reads} in which keys are looked up: no count of tuples detects that data of them is lost. */
    Set<String> lookups();

    /**
     * Those of {@link #lookups} that are used until the end of {@link #run}; a loop reads a carried group only in its
     * first iteration.
     */
    default Set<String> lookupsToTheEnd() {
        return lookups();
    }

    /**
     * @param check is called by {@link #run} after the lookups that are not {@link #lookupsToTheEnd}; its exception
     * ends the run
     */
    default void afterFirst(Runnable check) {
        // A job has none of these.
    }

    /** The groups that it writes, in a fixed order. */
    List<GroupSpec> writes();

    /** Names that refer to one of the written groups after this step. */
    Map<String, String> aliases();

    /**
     * Runs the step.
     *
     * @param groups    the groups that it reads, by name
     * @param iteration of the loop around it, or -1
     * @param repeats   whether to restart after the loss of a node; false if data of {@code groups} may be lost with a
     *     node
     * @param stop      completes exceptionally to stop the step
     * @return the written groups, by name: READY but without name in the catalog, and pinned
     * @throws RuntimeException the best explanation; everything it wrote is discarded then
     */
    Map<String, GroupInfo> run(
            Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop);

    /**
     * The guard since the latest run started to write; null before that. A node that was lost since then has lost the
     * written data.
     */
    RestartGuard guard();

    /** Number of attempts that do not count, because other workflows have filled the heap of a node. */
    default int pardons() {
        return 0;
    }

    /** True if the latest run has used all restarts after the loss of a node, so that the caller must not retry it. */
    default boolean isSpent() {
        return false;
    }

    /** Called when the step will not run again: it has succeeded, or the graph has ended. */
    default void ended() {
        // A job has nothing to release.
    }

    /** Called if the step will not run, or its output is dropped. */
    void cancelled();
}
