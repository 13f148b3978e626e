package org.sss.server.shuffle.meta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A switch with a link for each node, which carries a byte in a second in each direction at the same time. Flows share
 * links fairly (max-min): none can be faster without a slower one becoming slower.
 */
final class SwitchModel {
    private final long[][] bytes;

    /** @param bytes by sender and receiver; what a node has for itself needs no link */
    SwitchModel(long[][] bytes) {
        this.bytes = bytes;
    }

    private record Flow(int from, int to) {}

    /** No method can be faster: the time in which the fullest link carries what it must. */
    double floorSeconds() {
        long most = 0;
        for (int node = 0; node < bytes.length; node++) {
            long sent = 0;
            long received = 0;
            for (int other = 0; other < bytes.length; other++) {
                sent += other == node ? 0 : bytes[node][other];
                received += other == node ? 0 : bytes[other][node];
            }
            most = Math.max(most, Math.max(sent, received));
        }
        return most;
    }

    /**
     * Each node goes through its partners without waiting for other nodes.
     *
     * @param orders of partners, by sender
     * @param atOnce nodes that a node sends to at the same time
     */
    double seconds(List<List<Integer>> orders, int atOnce) {
        List<List<Integer>> left = new ArrayList<>();
        orders.forEach(order -> left.add(new ArrayList<>(order)));
        Map<Flow, Double> flows = new HashMap<>();
        double seconds = 0;
        while (true) {
            for (int from = 0; from < bytes.length; from++) {
                start(from, left.get(from), flows, atOnce);
            }
            if (flows.isEmpty()) {
                return seconds;
            }
            seconds += run(flows);
        }
    }

    private void start(int from, List<Integer> left, Map<Flow, Double> flows, int atOnce) {
        long running = flows.keySet().stream().filter(flow -> flow.from == from).count();
        while (running < atOnce && !left.isEmpty()) {
            int to = left.remove(0);
            if (bytes[from][to] > 0) {
                flows.put(new Flow(from, to), (double) bytes[from][to]);
                running++;
            }
        }
    }

    /** Until the next flow ends; returns the seconds. */
    private double run(Map<Flow, Double> flows) {
        Map<Flow, Double> rates = rates(flows.keySet().stream()
                .sorted(Comparator.comparingInt(Flow::from).thenComparingInt(Flow::to))
                .toList());
        double seconds = rates.entrySet().stream()
                .mapToDouble(rate -> flows.get(rate.getKey()) / rate.getValue())
                .min()
                .orElseThrow();
        rates.forEach((flow, rate) -> flows.merge(flow, -rate * seconds, Double::sum));
        flows.values().removeIf(left -> left < 1e-6);
        return seconds;
    }

    /** Fills the links step by step: the flows of the link with the least for each get that much. */
    private Map<Flow, Double> rates(List<Flow> flows) {
        int nodes = bytes.length;
        double[] room = new double[2 * nodes]; // of links to the switch, then of those from it
        Arrays.fill(room, 1);
        int[] open = new int[2 * nodes];
        flows.forEach(flow -> {
            open[flow.from]++;
            open[nodes + flow.to]++;
        });
        Map<Flow, Double> rates = new HashMap<>();
        while (rates.size() < flows.size()) {
            int tightest = -1;
            for (int link = 0; link < room.length; link++) {
                if (open[link] > 0 && (tightest < 0 || room[link] / open[link] < room[tightest] / open[tightest])) {
                    tightest = link;
                }
            }
            double share = room[tightest] / open[tightest];
            for (Flow flow : flows) {
                boolean uses = flow.from == tightest || nodes + flow.to == tightest;
                if (uses && rates.putIfAbsent(flow, share) == null) {
                    room[flow.from] -= share;
                    room[nodes + flow.to] -= share;
                    open[flow.from]--;
                    open[nodes + flow.to]--;
                }
            }
        }
        return rates;
    }

    /** All nodes exchange with their partners, and wait for all others before the next step. */
    double secondsInSteps(List<List<Integer>> partnersByStep) {
        return partnersByStep.stream().mapToDouble(this::step).sum();
    }

    private double step(List<Integer> partners) {
        return LongStream.range(0, partners.size())
                .filter(node -> partners.get((int) node) >= 0)
                .map(node -> bytes[(int) node][partners.get((int) node)])
                .max()
                .orElse(0);
    }
}
