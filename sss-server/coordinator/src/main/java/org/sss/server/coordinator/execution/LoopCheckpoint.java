package org.sss.server.coordinator.execution;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.members.GroupWrites;
import org.sss.server.coordinator.members.RestartGuard;

/**
 * The groups from which a loop continues if a node is lost: lasting copies, on several nodes, of what an iteration
 * passes to the next one. Made at most once in {@code loop.checkpoint}, and only if groups have copies. One thread at a
 * time.
 *
 * <pre>
 *   iteration 0, 1, 2 --a minute has passed--> copies of its groups --iteration 3, 4 --a node is lost--> again from 3
 * </pre>
 */
final class LoopCheckpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopCheckpoint.class);

    private final String loop;
    private final RunContext context;
    private final Duration interval;
    private long madeNanos = System.nanoTime();
    private int iteration = -1;
    /** By the names under which the next iteration reads them; pinned. */
    private Map<String, GroupInfo> groups = Map.of();

    /** @param loop its name, for messages */
    LoopCheckpoint(String loop, RunContext context) {
        this.loop = loop;
        this.context = context;
        interval = context.retry().loopCheckpoint();
    }

    /** The iteration that reads {@link #groups}; -1 if there is no checkpoint. */
    int iteration() {
        return iteration;
    }

    Map<String, GroupInfo> groups() {
        return groups;
    }

    /** True if the last one is old enough, and groups have copies. */
    boolean isDue() {
        return !interval.isZero()
                && System.nanoTime() - madeNanos >= interval.toNanos()
                && context.catalog().places().wanted() > 1;
    }

    /**
     * Called between two iterations. A checkpoint that cannot be made is made later.
     *
     * @param next    the iteration that reads these groups
     * @param carried by the names under which it does
     */
    void make(int next, Map<String, GroupInfo> carried, CompletableFuture<Void> stop) {
        if (!areAtOwners(carried)) {
            return;
        }
        Map<String, GroupInfo> made = new HashMap<>();
        boolean done = false;
        try {
            RestartGuard guard = context.members().restartGuard();
            carried.forEach((name, group) -> made.put(name, copy(group, guard, stop)));
            guard.checkUnbroken("a checkpoint of the " + loop);
            done = true;
        } catch (SssException e) {
            LOG.warn("No checkpoint of the {} before iteration {}: {}", loop, next, e.getMessage());
        } finally {
            if (!done) {
                made.values().forEach(this::release);
            }
        }
        madeNanos = System.nanoTime();
        if (done) {
            close();
            iteration = next;
            groups = made;
            LOG.info("The {} has a checkpoint before iteration {}", loop, next);
        }
    }

    /** What a shuffle has stored elsewhere, a copy on each node would not find. */
    private boolean areAtOwners(Map<String, GroupInfo> carried) {
        return carried.values().stream()
                .allMatch(group -> context.catalog().locations(group.id()).isComputed());
    }

    private GroupInfo copy(GroupInfo group, RestartGuard guard, CompletableFuture<Void> stop) {
        GroupInfo copy = context.catalog()
                .create(new NewGroup(group.name(), group.format().inMemory(false), false, group.createdBy(), 0), true);
        context.catalog().pin(copy.id());
        boolean done = false;
        try {
            GroupInfo ready = context.catalog()
                    .finish(
                            copy.id(),
                            GroupWrites.await(context.members().writes().cloneTemporary(group, copy, guard), stop));
            context.copies().make(ready, stop);
            done = true;
            return ready;
        } finally {
            if (!done) {
                release(copy);
            }
        }
    }

    private void release(GroupInfo group) {
        context.catalog().discard(group.id());
        context.catalog().unpin(group.id());
    }

    /** Discards the checkpoint: the loop has ended, or there is a newer one. */
    @Override
    public void close() {
        groups.values().forEach(this::release);
        groups = Map.of();
        iteration = -1;
    }
}
