package org.sss.server.coordinator;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.Copy;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.members.GroupWrites;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.Committed;

/**
 * Copies a group: each data server links its files of the group into a new group, which gets its name when all have
 * done so. The time does not depend on the number of tuples, except for groups without files of their own (in memory,
 * or in the layout {@code tuples}), whose blocks are copied on their nodes. Thread-safe.
 */
final class GroupCopy {
    /** Each occupies a thread for calls, and the nodes need some to create the links. */
    private static final int MAX_AT_ONCE = 4;

    private final RunContext context;
    private final Semaphore free = new Semaphore(MAX_AT_ONCE);

    GroupCopy(RunContext context) {
        this.context = context;
    }

    /**
     * Copies the group; blocks until all nodes have answered.
     *
     * @throws SssException NOT_FOUND, ALREADY_EXISTS, NODE_UNREACHABLE; OVERLOADED if others are being copied; CORRUPT
     *     if tuples of the group are lost. No copy is created then
     */
    GroupInfo run(Copy copy) {
        if (!free.tryAcquire()) {
            throw new SssException(
                    ErrorCode.OVERLOADED, MAX_AT_ONCE + " groups are being copied already; try again in a moment");
        }
        try {
            return copied(copy);
        } finally {
            free.release();
        }
    }

    private GroupInfo copied(Copy copy) {
        Catalog catalog = context.catalog();
        GroupInfo source = catalog.pin(copy.from());
        try {
            RestartGuard allNodes = context.members().restartGuardOfAll();
            GroupInfo target = catalog.create(
                    new NewGroup(copy.to(), source.format(), copy.replace(), "copy of " + source.name(), 0), false);
            boolean done = false;
            try {
                Committed committed = GroupWrites.await(
                        context.members().writes().clone(source, target, allNodes), new CompletableFuture<>());
                checkComplete(source, committed.sum());
                allNodes.checkUnbroken("group '" + copy.to() + "'");
                GroupInfo ready = catalog.publishClone(target.id(), source);
                done = true;
                return ready;
            } catch (RuntimeException e) {
                throw source.named(SssException.of(e, "copying group '" + source.name() + "'"));
            } finally {
                if (!done) {
                    catalog.discard(target.id());
                }
            }
        } finally {
            catalog.unpin(source.id());
        }
    }

    private static void checkComplete(GroupInfo source, Stored stored) {
        long expected = source.tuples() * source.copies();
        if (stored.tuples() != expected) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "group '" + source.name() + "' was committed with " + expected
                            + " tuples" + (source.copies() == 1 ? "" : " in all of its copies")
                            + ", and the nodes have " + stored.tuples()
                            + "; it was not copied. Check that data.dir of each"
                            + " node is the one that it was");
        }
    }
}
