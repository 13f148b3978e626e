package org.sss.server.coordinator.execution;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.server.coordinator.members.RestartGuard;

/** What a workflow is made of: a job, or a loop of jobs. One thread at a time. */
interface Step {
    String name();

    /** Names of the groups that it reads. */
    Set<String> reads();

    /** Those of {@link #reads} in which keys are looked for: no count of tuples shows when a part of them is gone. */
    Set<String> lookups();

    /** Those of {@link #lookups} that are looked into until the end of {@link #run}: what a loop carries, only its first iteration looks into. */
    default Set<String> lookupsToTheEnd() {
        return lookups();
    }

    /** @param check is called by {@link #run} when those {@link #lookups} are over that are not to the end; what it throws ends the run */
    default void afterFirst(Runnable check) {
        // A job has none of these.
    }

    /** The groups that it writes, in a fixed order. */
    List<GroupSpec> writes();

    /** Names that stand for one of the written groups from now on. */
    Map<String, String> aliases();

    /**
     * Runs the step to its end.
     *
     * @param groups    what it reads, by name
     * @param iteration of the loop around it, or -1
     * @param repeats   whether to begin anew after the loss of a node; not when a node may have taken some of {@code groups} along
     * @param stop      ends exceptionally when the step is to stop
     * @return what it wrote, by name: READY but without name in the catalog, and pinned
     * @throws RuntimeException the best explanation; nothing of what it wrote is left then
     */
    Map<String, GroupInfo> run(Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop);

    /** Since the latest run began; null when it did not get that far. A node that was lost since has lost what was written. */
    RestartGuard tie();

    /** How many attempts do not count, as other workflows have filled the heap of a node. */
    default int pardons() {
        return 0;
    }

    /** Whether the latest run has begun anew as often as it may after the loss of a node, so that nobody else should try it again. */
    default boolean isSpent() {
        return false;
    }

    /** It will not run, or what it wrote is dropped. */
    void cancelled();
}
