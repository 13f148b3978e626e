package org.sss.server.coordinator.members;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.CopySource;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.server.coordinator.state.Catalog;

/**
 * Makes the further copies of groups that nodes have committed, before the groups get their names: each target fetches
 * its subgroups from their owners, all targets at once. Thread-safe; each call blocks its thread.
 *
 * <pre>
 *   committed on all owners --replicate on each target--> copies --name--> readers may use any of them
 *                                  \--a target fails--> fewer copies, made later
 * </pre>
 */
public final class Copies {
    private static final Logger LOG = LoggerFactory.getLogger(Copies.class);
    /** Each target copies few groups at once, and refuses more. */
    private static final int GROUPS_AT_ONCE = 8;
    /** How long to wait for other copies, and to try again at a target that has too many of them. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    /** How long a target that does not answer is tried again before it is asked whether it is lost. */
    private static final Duration RECONNECT = Duration.ofSeconds(2);

    private static final long PAUSE_MILLIS = 300;
    /** How often a stop is noticed while a target works; it reports once a second. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Members members;
    private final Catalog catalog;
    private final Duration stallTimeout;
    private final Semaphore free = new Semaphore(GROUPS_AT_ONCE, true);

    /**
     * How fast targets copy.
     *
     * @param bytesPerSecond limit for each target; 0 for none
     * @param fetched        gets numbers of bytes that targets have copied since the last report
     */
    record Speed(long bytesPerSecond, LongConsumer fetched) {
        static final Speed ANY = new Speed(0, bytes -> {});
    }

    /** @param stallTimeout how long a target may report nothing */
    public Copies(Members members, Catalog catalog, Duration stallTimeout) {
        this.members = members;
        this.catalog = catalog;
        this.stallTimeout = stallTimeout;
    }

    /**
     * Makes the wanted copies of a committed group that has no name yet.
     *
     * @param tuples of its subgroups
     * @param at     where it was committed; null for the rule
     * @return where its copies are, fewer than wanted if nodes could not take them
     * @throws SssException of {@code stop}; {@link ErrorCode#CORRUPT} if what the owners have is damaged already;
     *     {@link ErrorCode#NODE_UNREACHABLE} if a node is lost before all copies are made
     */
    public Placement make(GroupInfo group, SubgroupTuples tuples, Placement at, CompletableFuture<Void> stop) {
        int wanted = catalog.wantedCopies(group.id());
        if (at == null || group.inMemory() || wanted == 1 || tuples == null) {
            return at;
        }
        Placement placement = new Placement(at.table(), 1, wanted);
        Places table = catalog.places().of(placement);
        CopyPlan plan = CopyPlan.of(table, Math.min(table.copies(), wanted), tuples);
        Set<Integer> failed = run(group, tuples, plan, Speed.ANY, stop);
        if (!failed.isEmpty()) {
            checkNoneLost(group, table);
        }
        return placement.withCopies(CopyPlan.whole(table, placement, tuples, failed));
    }

    /** A lost target was an owner, too: the group is written again, and copied, on the nodes that are left. */
    private void checkNoneLost(GroupInfo group, Places table) {
        List<NodeInfo> holders = members.map().nodes().stream()
                .filter(node -> table.has(node.id()))
                .toList();
        List<NodeInfo> silent = members.health().silentNodes(holders, Duration.ZERO);
        if (!silent.isEmpty()) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    silent.get(0) + " was lost before group " + group.id() + " had all of its copies");
        }
    }

    /** The same for a group that is READY, whose placement is stored. */
    public void make(GroupInfo group, CompletableFuture<Void> stop) {
        Placement at = catalog.placement(group.id());
        if (at != null && at.wanted() == 1) {
            Placement made = make(group, group.subgroups(), at, stop);
            if (!made.equals(at)) {
                catalog.placed(group.id(), made);
            }
        }
    }

    /**
     * Makes copies that a named group lacks.
     *
     * @param speed of each target
     * @return the nodes that did not get theirs
     */
    Set<Integer> run(GroupInfo group, SubgroupTuples tuples, CopyPlan plan, Speed speed, CompletableFuture<Void> stop) {
        acquire(group, stop);
        List<Target> targets = new ArrayList<>();
        try {
            plan.bySource()
                    .forEach((node, sources) -> targets.add(new Target(
                            members.map().node(node),
                            new Replicate(
                                    group.key(),
                                    null, // that of the source
                                    sources(sources),
                                    tuples,
                                    speed.bytesPerSecond,
                                    members.map().epoch()),
                            speed.fetched)));
            targets.forEach(Target::open);
            Set<Integer> failed = new HashSet<>();
            for (Target target : targets) {
                if (!target.await(plan.subgroups(target.node.id()), stop)) {
                    failed.add(target.node.id());
                }
            }
            return failed;
        } finally {
            targets.forEach(Target::close);
            free.release();
        }
    }

    private List<CopySource> sources(Map<Integer, List<Integer>> bySource) {
        List<CopySource> sources = new ArrayList<>();
        bySource.forEach(
                (node, subgroups) -> sources.add(new CopySource(members.map().node(node), subgroups)));
        return sources;
    }

    private void acquire(GroupInfo group, CompletableFuture<Void> stop) {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!free.tryAcquire(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                stop.getNow(null);
                if (System.nanoTime() > deadlineNanos) {
                    throw new SssException(
                            ErrorCode.TIMEOUT,
                            "group " + group.id() + " was not copied: " + GROUPS_AT_ONCE
                                    + " other groups were being copied for " + PATIENCE.toMinutes() + " min");
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static SssException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new SssException(ErrorCode.CANCELLED, "interrupted while copying a group", e);
    }

    /** One node that gets copies. */
    private final class Target implements AutoCloseable {
        private final NodeInfo node;
        private final Replicate request;
        private final long startedNanos = System.nanoTime();
        private final LongConsumer fetched;
        private long reportedBytes;
        private boolean wasUnreachable;
        private long unreachableNanos;
        private DataQueue queue;
        private SssException failure;

        Target(NodeInfo node, Replicate request, LongConsumer fetched) {
            this.node = node;
            this.request = request;
            this.fetched = fetched;
        }

        void open() {
            failure = null;
            try {
                queue = DataQueue.ask(members.data(node), DataVerbs.REPLICATE, Json.asMessage(request));
            } catch (SssException e) {
                failure = e;
            }
        }

        /** Returns false if the node could not make its copies. */
        boolean await(List<Integer> subgroups, CompletableFuture<Void> stop) {
            while (true) {
                try {
                    if (failure != null) {
                        throw failure;
                    }
                    check(answer(stop), subgroups);
                    return true;
                } catch (SssException e) {
                    stop.getNow(null);
                    close();
                    if (e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_FOUND) {
                        throw named(e);
                    }
                    if (!isRepeated(e)) {
                        LOG.warn("{}; it gets them later", named(e).getMessage());
                        return false;
                    }
                    pause();
                    open();
                }
            }
        }

        /** A node that stops is found lost only after its data server has gone. */
        private boolean isRepeated(SssException e) {
            long nanos = System.nanoTime();
            if (e.code() == ErrorCode.OVERLOADED) {
                return nanos - startedNanos < PATIENCE.toNanos();
            }
            if (e.code() != ErrorCode.NODE_UNREACHABLE) {
                return false;
            }
            if (!wasUnreachable) {
                wasUnreachable = true;
                unreachableNanos = nanos;
            }
            return nanos - unreachableNanos < RECONNECT.toNanos();
        }

        private CommittedPart answer(CompletableFuture<Void> stop) {
            long reportedNanos = System.nanoTime();
            while (true) {
                try {
                    ByteBuf progress = queue.take(POLL);
                    if (progress == null) {
                        return Json.read(queue.trailer(), CommittedPart.class, "the end of a copy");
                    }
                    report(progress);
                    reportedNanos = System.nanoTime();
                } catch (SssException e) {
                    boolean isSilent = System.nanoTime() - reportedNanos > stallTimeout.toNanos();
                    if (e.code() != ErrorCode.TIMEOUT || isSilent) {
                        throw e;
                    }
                }
                stop.getNow(null); // throws if the work is stopped
            }
        }

        /** @param progress the number of bytes that were fetched so far */
        private void report(ByteBuf progress) {
            long bytes = progress.readableBytes() < Long.BYTES ? reportedBytes : progress.readLong();
            progress.release();
            if (bytes > reportedBytes) {
                fetched.accept(bytes - reportedBytes);
                reportedBytes = bytes;
            }
        }

        private void check(CommittedPart part, List<Integer> subgroups) {
            long[] expected = request.expected().all();
            long[] found =
                    part.subgroups() == null ? new long[0] : part.subgroups().all();
            for (int subgroup : subgroups) {
                long there = subgroup < found.length ? found[subgroup] : 0;
                if (there != expected[subgroup]) {
                    throw new SssException(
                            ErrorCode.CORRUPT,
                            "it has " + there + " tuples of subgroup " + subgroup + " instead of "
                                    + expected[subgroup]);
                }
            }
        }

        private SssException named(SssException e) {
            return new SssException(
                    e.code(),
                    "the copies of group " + request.group().id() + " on " + node + " could not be made: "
                            + e.getMessage(),
                    e,
                    e.remoteTrace());
        }

        @Override
        public void close() {
            if (queue != null) {
                queue.close();
            }
        }
    }

    /** Waits a moment before the next attempt. */
    static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
