package org.sss.server.shuffle.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which parts of subgroups are stored elsewhere, because their owner would get more than its memory. Deterministic: all nodes compute
 * the same plan from the same sizes (Skew-Aware Meta-Shuffle).
 *
 * <pre>
 *   subgroups, largest first, of owners above the limit:
 *     sources   0 1 2 3 4 5 | 6 7 | 8 9        the owner keeps the first ones; the last ones go to the node
 *     stored at the owner   | B   | C          with the most free memory, as many as it has memory for
 * </pre>
 *
 * Each node gets at most one part of a subgroup: its data server merges what it has of a subgroup, and values of equal keys must stay in the
 * order of their tasks. What fits nowhere stays at its owner. Immutable.
 */
public final class HeldPlan {
    /** Instead of the number of a node: files that all nodes see. */
    public static final int FILES = -1;

    private final List<Part> parts;
    private final boolean needed;
    /** By subgroup and output; each in the order of sources. */
    private final Map<Long, List<Part>> byPlace = new HashMap<>();

    /**
     * The tasks from {@code firstSource} up to the next part of the same subgroup.
     *
     * @param node that stores it, or {@link #FILES}
     */
    public record Part(int output, int subgroup, int firstSource, int node, long bytes) {
    }

    private HeldPlan(List<Part> parts, boolean needed) {
        this.needed = needed;
        this.parts = parts.stream().sorted(Comparator.comparingInt(Part::output).thenComparingInt(Part::subgroup).thenComparingInt(Part::firstSource))
                .toList();
        this.parts.forEach(part -> byPlace.computeIfAbsent(place(part.output, part.subgroup), key -> new ArrayList<>()).add(part));
    }

    /**
     * @param loads      of all outputs whose parts may be stored elsewhere
     * @param limitBytes of each node
     * @param toFiles    whether parts go to files instead of other nodes
     */
    public static HeldPlan of(List<SubgroupLoad> loads, int nodeCount, long limitBytes, boolean toFiles) {
        long[] free = new long[nodeCount];
        Arrays.fill(free, limitBytes);
        loads.forEach(load -> free[load.owner()] -= load.total());
        boolean needed = Arrays.stream(free).anyMatch(bytes -> bytes < 0);
        List<Part> parts = new ArrayList<>();
        loads.stream().sorted(Comparator.comparingLong(SubgroupLoad::total).reversed().thenComparingInt(SubgroupLoad::output)
                .thenComparingInt(SubgroupLoad::subgroup)).forEach(load -> giveAway(load, free, toFiles, parts));
        return new HeldPlan(parts, needed);
    }

    private static void giveAway(SubgroupLoad load, long[] free, boolean toFiles, List<Part> parts) {
        BitSet used = new BitSet();
        used.set(load.owner());
        int end = load.otherBytes() > 0 ? 0 : load.sources().length;
        while (free[load.owner()] < 0 && end > 0) {
            int node = toFiles ? FILES : mostFree(free, used);
            long room = toFiles ? Long.MAX_VALUE : node < 0 ? 0 : free[node];
            int start = end;
            long bytes = 0;
            while (start > 0 && bytes < -free[load.owner()] && bytes + load.bytes()[start - 1] <= room) {
                bytes += load.bytes()[--start];
            }
            if (start == end) {
                return;
            }
            parts.add(new Part(load.output(), load.subgroup(), load.sources()[start], node, bytes));
            free[load.owner()] += bytes;
            if (!toFiles) {
                free[node] -= bytes;
                used.set(node);
            }
            end = start;
        }
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

    /** All parts, by output, subgroup and source. */
    public List<Part> parts() {
        return parts;
    }

    /** True if an owner would get more than its memory, even if nothing fits elsewhere. */
    public boolean isNeeded() {
        return needed;
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** True if a part of the subgroup is stored elsewhere. */
    public boolean movesFrom(int output, int subgroup) {
        return byPlace.containsKey(place(output, subgroup));
    }

    /** Where the tuples of a task are stored: a node, or {@link #FILES}. */
    public int nodeOf(int output, int subgroup, int source, int owner) {
        int node = owner;
        for (Part part : byPlace.getOrDefault(place(output, subgroup), List.of())) {
            if (part.firstSource <= source) {
                node = part.node;
            }
        }
        return node;
    }

    private static long place(int output, int subgroup) {
        return (long) output << 32 | subgroup;
    }
}
