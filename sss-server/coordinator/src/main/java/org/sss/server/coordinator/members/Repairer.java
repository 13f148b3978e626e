package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs.Copied;
import org.sss.net.control.ServerVerbs.Hopeless;
import org.sss.net.control.ServerVerbs.RepairStatus;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.GroupRepair;
import org.sss.server.coordinator.state.GroupRepair.PartCopy;
import org.sss.server.coordinator.state.RepairPlan;
import org.sss.server.coordinator.state.RepairPlan.DueGroup;
import org.sss.server.coordinator.state.RepairPlanner;
import org.sss.server.coordinator.state.RepairPlanner.NodeStates;
import org.sss.server.timing.PeriodicTask;

/**
 * Makes the copies that named groups lack: of what nodes have lost, of what could not be copied when it was written,
 * and of what was on nodes that are gone. Thread-safe; one pass at a time, on the executor.
 *
 * <pre>
 *   once a second: plan --copy, two groups at once--> placed, in the journal --> delete what is too much
 *                            \--failed: again after 1 s, 2 s, ... 1 min
 * </pre>
 */
public final class Repairer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Repairer.class);
    private static final int GROUPS_AT_ONCE = 2;
    private static final long TICK_MILLIS = 1_000;
    /** A pass waits so many times as long as the plan before it took. */
    private static final int PLAN_SHARE = 20;

    private final Members members;
    private final Catalog catalog;
    private final NodesInUse inUse;
    private final Copies copies;
    private final Limits limits;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final RepairNodes nodes;
    private final Surplus surplus;
    private final RepairMeter meter = new RepairMeter(System::nanoTime);
    private final RepairRetries retries = new RepairRetries(System::nanoTime);
    /** Completes with an error when copies must end. */
    private final CompletableFuture<Void> stop = new CompletableFuture<>();

    private volatile Future<?> ticks = CompletableFuture.completedFuture(null);
    private volatile long nextNanos = System.nanoTime();
    /** Guarded by this. */
    private boolean busy;

    /**
     * When and how fast copies are made.
     *
     * @param after          how long a node that does not answer is waited for
     * @param bytesPerSecond for each node that gets copies; 0 to make none
     */
    public record Limits(Duration after, long bytesPerSecond) {}

    public Repairer(
            Members members,
            Catalog catalog,
            NodesInUse inUse,
            Copies copies,
            Limits limits,
            Executor executor,
            ScheduledExecutorService timer) {
        this.members = members;
        this.catalog = catalog;
        this.inUse = inUse;
        this.copies = copies;
        this.limits = limits;
        this.executor = executor;
        this.timer = timer;
        nodes = new RepairNodes(members, catalog, limits.after());
        surplus = new Surplus(members, catalog);
    }

    /** Starts to look for missing copies. Does not block. */
    public void start() {
        ticks = timer.scheduleWithFixedDelay(
                new PeriodicTask("repair of copies", this::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        if (System.nanoTime() - nextNanos >= 0) {
            wake();
        }
    }

    /** Starts a pass, unless one runs. Does not block. */
    public void wake() {
        if (catalog.places().active() == null || limits.bytesPerSecond() == 0) {
            return;
        }
        synchronized (this) {
            if (busy || stop.isDone()) {
                return;
            }
            busy = true;
        }
        try {
            Work.execute(executor, this::pass, "repair of copies");
        } catch (SssException e) {
            LOG.debug("Copies are made later: {}", e.getMessage());
            ended();
        }
    }

    private synchronized void ended() {
        busy = false;
    }

    /** Makes copies at once, also of what was on nodes that may be back soon. */
    public void repairNow() {
        nodes.waitNoMore();
        retries.clear();
        wake();
    }

    private void pass() {
        try {
            long startedNanos = System.nanoTime();
            useNodes();
            RepairPlan plan = planner().plan(catalog.named());
            nextNanos = System.nanoTime() + PLAN_SHARE * (System.nanoTime() - startedNanos);
            retries.retain(plan.repairs().stream().map(r -> r.group().id()).collect(Collectors.toSet()));
            if (plan.repairs().isEmpty() && plan.fewer().isEmpty()) {
                meter.reset();
            }
            copy(plan.repairs().stream()
                    .filter(repair -> retries.isDue(repair.group().id()))
                    .toList());
            surplus.forget(nodes.states().takers());
        } catch (RuntimeException e) {
            LOG.error("Missing copies could not be made; they are tried again", e);
        } finally {
            ended();
        }
    }

    /** The active table has all nodes but those that are gone. */
    private void useNodes() {
        inUse.bringBack();
        NodeStates states = nodes.states();
        Set<Integer> gone = members.map().nodes().stream()
                .map(NodeInfo::id)
                .filter(node -> node != 0
                        && !states.takers().contains(node)
                        && !states.waiting().contains(node))
                .collect(Collectors.toSet());
        if (!gone.isEmpty()) {
            inUse.leaveOut(gone);
        }
    }

    private RepairPlanner planner() {
        return new RepairPlanner(
                catalog.places()::table, catalog.places().active(), nodes.states(), catalog.losses()::lacking);
    }

    private void copy(List<DueGroup> repairs) {
        if (repairs.isEmpty()) {
            return;
        }
        LOG.info("{} groups get copies, about {} KiB", repairs.size(), sum(repairs) >> 10);
        Queue<DueGroup> queue = new ConcurrentLinkedQueue<>(repairs);
        int threads = Math.min(GROUPS_AT_ONCE, repairs.size());
        CompletableFuture<?>[] others = IntStream.range(1, threads)
                .mapToObj(i -> members.ask(() -> copyAll(queue, threads), "repair of copies"))
                .toArray(CompletableFuture[]::new);
        copyAll(queue, threads);
        CompletableFuture.allOf(others).join();
    }

    private static long sum(List<DueGroup> repairs) {
        return repairs.stream().mapToLong(DueGroup::bytes).sum();
    }

    /** @param threads that share the rate of a node */
    private Void copyAll(Queue<DueGroup> queue, int threads) {
        for (DueGroup next = queue.poll(); next != null && !stop.isDone(); next = queue.poll()) {
            long id = next.group().id();
            catalog.pin(id); // a dropped group is deleted when its copy has ended
            try {
                copy(id, limits.bytesPerSecond() / threads);
            } catch (RuntimeException e) {
                if (!stop.isDone()) {
                    LOG.warn(
                            "Group {} lacks copies; they are made later: {}",
                            id,
                            SssException.of(e, "copying a group").getMessage());
                }
                retries.failed(id, SssException.of(e, "").code() == ErrorCode.CORRUPT);
                meter.ended(id, 0);
            } finally {
                catalog.unpin(id);
            }
        }
        return null;
    }

    /** Copies what a group lacks by now. */
    private void copy(long id, long bytesPerSecond) {
        GroupInfo group = catalog.find(id).orElse(null);
        GroupRepair repair = group == null ? null : planner().plan(group, retries.count(id));
        if (repair == null) {
            return;
        }
        deleteRests(repair);
        Copies.Speed speed = new Copies.Speed(bytesPerSecond, bytes -> meter.fetched(id, bytes));
        Set<Integer> failed = copies.run(group, group.subgroups(), CopyPlan.of(repair), speed, stop);
        Places before = catalog.places().of(group.placement());
        boolean isThere = catalog.placed(id, repair.after(failed), repair.wholeNodes(failed));
        meter.ended(id, failed.isEmpty() ? repair.bytes() : 0);
        if (failed.isEmpty()) {
            retries.succeeded(id);
        } else {
            retries.failed(id, false);
        }
        if (isThere && repair.goal().number() != before.number()) {
            surplus.moved(id, holders(before));
        }
    }

    private static List<Integer> holders(Places table) {
        return IntStream.range(0, table.holders().length)
                .map(i -> table.holders()[i] & 0xff)
                .distinct()
                .boxed()
                .toList();
    }

    /** Deletes what targets have left of subgroups that they have lost, and what a failed copy may have met. */
    private void deleteRests(GroupRepair repair) {
        GroupInfo group = repair.group();
        Map<Integer, Set<Integer>> lacking = catalog.losses().lacking(group);
        for (int target : repair.targets()) {
            if (lacking.containsKey(target) || retries.wasCorrupt(group.id())) {
                Set<Integer> copied = ConcurrentHashMap.newKeySet();
                repair.parts().stream()
                        .filter(part -> part.to() == target)
                        .map(PartCopy::subgroup)
                        .forEach(copied::add);
                List<Integer> keep = IntStream.range(0, repair.goal().subgroups())
                        .filter(subgroup -> !copied.contains(subgroup))
                        .boxed()
                        .toList();
                Surplus.forget(members, members.map().node(target), group, keep);
            }
        }
    }

    /** What is missing now. */
    public RepairStatus status() {
        RepairPlan plan = catalog.places().active() == null
                ? RepairPlan.NOTHING
                : planner().plan(catalog.named());
        return new RepairStatus(
                plan.fewer().size(),
                plan.fewer().stream()
                        .mapToInt(group -> group.placement().wanted())
                        .max()
                        .orElse(0),
                plan.repairs().size(),
                Hopeless.of(plan.hopeless().stream().map(GroupInfo::name).toList()),
                new Copied(
                        Math.max(0, plan.bytes() - meter.runningBytes()),
                        meter.copiedBytes(),
                        meter.bytesPerSecond(),
                        limits.bytesPerSecond()),
                nodes.awaited());
    }

    @Override
    public void close() {
        ticks.cancel(false);
        stop.completeExceptionally(
                new SssException(ErrorCode.CANCELLED, "the coordinator is stopping; copies are made later"));
    }
}
