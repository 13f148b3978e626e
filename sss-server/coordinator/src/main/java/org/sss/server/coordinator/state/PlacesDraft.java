package org.sss.server.coordinator.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sss.net.control.Places;

/** A table of places that is being made. Not thread-safe. */
final class PlacesDraft {
    private final List<Integer> live;
    /** By the number of the node. */
    private final String[] hosts;
    /** By subgroup. */
    private final List<List<Integer>> holders = new ArrayList<>();
    /** Number of the first holders of each subgroup that must stay. */
    private final int[] fixed;
    /** Number of the subgroups of each node. */
    private final int[] load;

    /** @param without numbers of nodes that get no place */
    PlacesDraft(int subgroups, int nodes, Set<Integer> without, IntFunction<String> hosts) {
        live = IntStream.range(0, nodes)
                .filter(node -> !without.contains(node))
                .boxed()
                .toList();
        this.hosts = IntStream.range(0, nodes).mapToObj(hosts).toArray(String[]::new);
        fixed = new int[subgroups];
        load = new int[nodes];
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            holders.add(new ArrayList<>());
        }
    }

    /** The nodes that may get a place, in ascending order. */
    List<Integer> live() {
        return live;
    }

    List<Integer> holders(int subgroup) {
        return holders.get(subgroup);
    }

    int load(int node) {
        return load[node];
    }

    /** Adds the last holder of a subgroup. */
    void add(int subgroup, int node) {
        holders.get(subgroup).add(node);
        load[node]++;
    }

    /** The present holders of a subgroup stay what they are. */
    void fix(int subgroup) {
        fixed[subgroup] = holders.get(subgroup).size();
    }

    /** The nodes that can become the next holder of a subgroup, in ascending order. */
    List<Integer> candidates(int subgroup) {
        return candidates(holders.get(subgroup));
    }

    private List<Integer> candidates(List<Integer> besides) {
        List<Integer> others = new ArrayList<>(live);
        others.removeAll(besides);
        List<Integer> elsewhere = new ArrayList<>(others);
        elsewhere.removeIf(node -> isOnHostOf(besides, node));
        return elsewhere.isEmpty() ? others : elsewhere;
    }

    private boolean isOnHostOf(List<Integer> nodes, int node) {
        for (int other : nodes) {
            if (hosts[other].equals(hosts[node])) {
                return true;
            }
        }
        return false;
    }

    /** Moves holders that need not stay, until no chain of such moves makes the loads of two nodes more equal. */
    void level() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int node : live.stream()
                    .sorted(Comparator.comparing(this::load).reversed())
                    .toList()) {
                changed |= relieve(node);
            }
        }
    }

    /** The holder {@code copy} of a subgroup is to become another node. */
    private record Move(int subgroup, int copy, int from) {}

    /**
     * Moves one place from a node, if need be by way of others, to one that has at least two less; false if none can.
     */
    private boolean relieve(int full) {
        if (load[full] - live.stream().mapToInt(this::load).min().orElseThrow() < 2) {
            return false;
        }
        Map<Integer, Move> reachedBy = new HashMap<>();
        Deque<Integer> next = new ArrayDeque<>(List.of(full));
        while (!next.isEmpty()) {
            int from = next.remove();
            for (Move move : moves(from)) {
                for (int to : candidatesInstead(move)) {
                    if (to != full && reachedBy.putIfAbsent(to, move) == null) {
                        if (load[full] - load[to] >= 2 && apply(chain(reachedBy, full, to))) {
                            return true;
                        }
                        next.add(to);
                    }
                }
            }
        }
        return false;
    }

    private List<Move> moves(int from) {
        List<Move> moves = new ArrayList<>();
        for (int subgroup = 0; subgroup < fixed.length; subgroup++) {
            int copy = holders.get(subgroup).indexOf(from);
            if (copy >= fixed[subgroup]) {
                moves.add(new Move(subgroup, copy, from));
            }
        }
        return moves;
    }

    private List<Integer> candidatesInstead(Move move) {
        List<Integer> others = new ArrayList<>(holders.get(move.subgroup));
        others.remove(move.copy);
        return candidates(others);
    }

    /** The moves by which {@code last} was reached, by the node that each of them moves a place to. */
    private static Map<Integer, Move> chain(Map<Integer, Move> reachedBy, int full, int last) {
        Map<Integer, Move> chain = new HashMap<>();
        for (int to = last; to != full; to = reachedBy.get(to).from) {
            chain.put(to, reachedBy.get(to));
        }
        return chain;
    }

    /** Returns false if a subgroup would have two other holders: each move was checked alone. */
    private boolean apply(Map<Integer, Move> chain) {
        if (chain.values().stream().map(Move::subgroup).distinct().count() < chain.size()) {
            return false;
        }
        chain.forEach((to, move) -> {
            holders.get(move.subgroup).set(move.copy, to);
            load[move.from]--;
            load[to]++;
        });
        return true;
    }

    /** @param copies holders of each subgroup */
    Places table(int number, int copies) {
        byte[] all = new byte[holders.size() * copies];
        for (int subgroup = 0; subgroup < holders.size(); subgroup++) {
            for (int copy = 0; copy < copies; copy++) {
                all[subgroup * copies + copy] =
                        (byte) (int) holders.get(subgroup).get(copy);
            }
        }
        return new Places(number, copies, all);
    }
}
