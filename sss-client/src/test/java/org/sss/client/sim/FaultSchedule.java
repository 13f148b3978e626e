package org.sss.client.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sss.net.faults.Fault;

/** Faults of links and nodes at random times, and the end of each. Immutable. */
final class FaultSchedule {
    private static final int LONGEST_MILLIS = 900;

    private interface Action {
        void on(SimCluster cluster);
    }

    private record Event(long atMillis, String what, Action action) {
        @Override
        public String toString() {
            return atMillis + " ms: " + what;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final boolean ends;
    /** The node that is lost for good; -1 if none is. */
    private final int lost;

    /** A link that is dead from the start to the end, in one direction or both. */
    FaultSchedule(Random random, int node, int other) {
        Fault fault = random.nextBoolean() ? Fault.REFUSE : Fault.BLACK_HOLE;
        boolean both = random.nextBoolean();
        String what = node + (both ? " <> " : " -> ") + other + " " + fault;
        add(0, what, cluster -> set(cluster, node, other, fault, both));
        ends = false;
        lost = -1;
    }

    /** A node that is lost for good, with all of its files, some time after the start. Not node 0. */
    static FaultSchedule loss(Random random, int nodes, long millis) {
        FaultSchedule schedule = new FaultSchedule(1 + random.nextInt(nodes - 1));
        schedule.add(random.nextInt((int) millis), "lose " + schedule.lost, cluster -> cluster.lose(schedule.lost));
        return schedule;
    }

    private FaultSchedule(int lost) {
        this.lost = lost;
        ends = false;
    }

    /** @param meanMillis between two faults */
    FaultSchedule(Random random, int nodes, long millis, int meanMillis) {
        for (long at = random.nextInt(meanMillis); at < millis; at += 1 + random.nextInt(2 * meanMillis)) {
            int node = random.nextInt(nodes);
            int other = (node + 1 + random.nextInt(nodes - 1)) % nodes;
            long end = at + 20 + random.nextInt(LONGEST_MILLIS);
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> fault(at, end, node, other, Fault.delay(1 + random.nextInt(15)), true);
                case 3, 4 -> fault(at, end, node, other, Fault.HOLD, random.nextBoolean());
                case 5, 6, 7 ->
                    add(
                            at,
                            "reset " + node + " " + other,
                            cluster -> cluster.links().reset(node, other));
                case 8 -> fault(at, end, node, other, Fault.BLACK_HOLE, true);
                case 9 -> fault(at, end, node, other, Fault.BLACK_HOLE, false);
                case 10 -> fault(at, end, node, other, Fault.REFUSE, true);
                default -> {
                    int victim = 1 + random.nextInt(nodes - 1);
                    add(at, "crash " + victim, cluster -> cluster.crash(victim));
                    add(end, "restart " + victim, cluster -> cluster.restart(victim));
                }
            }
        }
        ends = true;
        lost = -1;
        events.sort(Comparator.comparingLong(Event::atMillis));
    }

    private void fault(long from, long to, int node, int other, Fault fault, boolean both) {
        String what = node + (both ? " <> " : " -> ") + other;
        add(from, what + " " + fault, cluster -> set(cluster, node, other, fault, both));
        add(to, what + " passes", cluster -> set(cluster, node, other, Fault.PASS, both));
    }

    private static void set(SimCluster cluster, int node, int other, Fault fault, boolean both) {
        cluster.links().set(node, other, fault);
        if (both) {
            cluster.links().set(other, node, fault);
        }
    }

    private void add(long at, String what, Action action) {
        events.add(new Event(at, what, action));
    }

    /** Whether all nodes can reach each other in the end. */
    boolean ends() {
        return ends;
    }

    /** The node that is lost for good; -1 if none is. */
    int lost() {
        return lost;
    }

    /** Takes as long as the schedule, or until this thread is interrupted. */
    void run(SimCluster cluster) {
        long startNanos = System.nanoTime();
        for (Event event : events) {
            long leftNanos = TimeUnit.MILLISECONDS.toNanos(event.atMillis()) - (System.nanoTime() - startNanos);
            while (leftNanos > 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(leftNanos);
                leftNanos = TimeUnit.MILLISECONDS.toNanos(event.atMillis()) - (System.nanoTime() - startNanos);
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            event.action().on(cluster);
        }
    }

    @Override
    public String toString() {
        return events.stream().map(Event::toString).toList().toString();
    }
}
