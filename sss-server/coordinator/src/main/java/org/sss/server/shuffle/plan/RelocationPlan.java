package org.sss.server.shuffle.plan;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.net.control.Extent;
import org.sss.net.control.Locations;

/**
 * Decides which extents of subgroups are stored elsewhere, because their owner would get more than its memory.
 * Deterministic: all nodes compute the same plan from the same sizes and the same free memory of each node (Skew-Aware
 * Meta-Shuffle, which places by the memory consumption of each worker).
 *
 * <pre>
 *   subgroups, largest first, of owners that would get more than their limit:
 *     sources   0 1 2 3 4 5 | 6 7 | 8 9        the owner keeps the first ones; the last ones go to the node
 *     stored at the owner   | B   | C          with the most free memory, as many as it has memory for
 * </pre>
 *
 * Each node gets at most one extent of a subgroup: its data server merges what it has of a subgroup, and values of
 * equal keys must stay in the order of their tasks. What fits nowhere stays at its owner. Immutable.
 */
public final class RelocationPlan {
    private final Locations computed;
    /** Of the outputs of which something is relocated. */
    private final Map<Integer, Locations> byOutput = new HashMap<>();

    private final boolean needed;
    /** What each node can still store; negative if it gets more. */
    private final long[] free;

    private RelocationPlan(
            Locations computed, Map<Integer, Map<Integer, List<Extent>>> extents, boolean needed, long[] free) {
        this.computed = computed;
        this.needed = needed;
        this.free = free;
        extents.forEach((output, bySubgroup) -> byOutput.put(output, computed.with(bySubgroup)));
    }

    /**
     * @param loads      of all outputs whose extents may be stored elsewhere
     * @param limitBytes what each node can store of them
     * @param toFiles    whether extents go to files instead of other nodes
     */
    public static RelocationPlan of(List<SubgroupLoad> loads, long[] limitBytes, boolean toFiles) {
        long[] free = limitBytes.clone();
        Locations computed = Locations.computed(free.length);
        loads.forEach(load -> free[computed.owner(load.subgroup())] -= load.total());
        boolean needed = Arrays.stream(free).anyMatch(bytes -> bytes < 0);
        Map<Integer, Map<Integer, List<Extent>>> extents = new HashMap<>();
        loads.stream()
                .sorted(Comparator.comparingLong(SubgroupLoad::total)
                        .reversed()
                        .thenComparingInt(SubgroupLoad::output)
                        .thenComparingInt(SubgroupLoad::subgroup))
                .forEach(load -> {
                    List<Extent> relocated = relocate(load, computed.owner(load.subgroup()), free, toFiles);
                    if (!relocated.isEmpty()) {
                        extents.computeIfAbsent(load.output(), output -> new HashMap<>())
                                .put(load.subgroup(), relocated);
                    }
                });
        return new RelocationPlan(computed, extents, needed, free);
    }

    /** Returns what is relocated of one subgroup, in the order of its sources. */
    private static List<Extent> relocate(SubgroupLoad load, int owner, long[] free, boolean toFiles) {
        Deque<Extent> extents = new ArrayDeque<>();
        BitSet used = new BitSet();
        used.set(owner);
        int end = load.otherBytes() > 0 ? 0 : load.sources().length;
        while (free[owner] < 0 && end > 0) {
            int node = toFiles ? -1 : mostFree(free, used);
            long room = toFiles ? Long.MAX_VALUE : node < 0 ? 0 : free[node];
            int start = end;
            long bytes = 0;
            while (start > 0 && bytes < -free[owner] && bytes + load.bytes()[start - 1] <= room) {
                bytes += load.bytes()[--start];
            }
            if (start == end) {
                break;
            }
            int firstSource = load.sources()[start];
            extents.addFirst(toFiles ? Extent.inFiles(firstSource, bytes) : Extent.onNode(firstSource, node, bytes));
            free[owner] += bytes;
            if (!toFiles) {
                free[node] -= bytes;
                used.set(node);
            }
            end = start;
        }
        return List.copyOf(extents);
    }

    /** The node with the most free memory, of several the first one; -1 if all are used. */
    private static int mostFree(long[] free, BitSet used) {
        int most = -1;
        for (int node = 0; node < free.length; node++) {
            if (!used.get(node) && (most < 0 || free[node] > free[most])) {
                most = node;
            }
        }
        return most;
    }

    /** Where an output of the job is stored. */
    public Locations locations(int output) {
        return byOutput.getOrDefault(output, computed);
    }

    /** True if an owner would get more than its memory, even if nothing fits elsewhere. */
    public boolean isNeeded() {
        return needed;
    }

    /** What a node gets beyond its memory, because it fits into that of no other node. */
    public long overflowBytes(int node) {
        return Math.max(0, -free[node]);
    }

    /** True if nothing is relocated. */
    public boolean isEmpty() {
        return byOutput.isEmpty();
    }
}
