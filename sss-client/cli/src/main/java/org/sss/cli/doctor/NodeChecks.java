package org.sss.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sss.cli.terminal.Units;
import org.sss.client.ClusterStatus;
import org.sss.client.ClusterStatus.NodeHealth;
import org.sss.client.NodeStatus;
import org.sss.client.NodeStatus.RingUse;

/** Checks the nodes of a cluster. Immutable. */
record NodeChecks(ClusterStatus status) {
    /** Less free disk is soon used up. */
    static final long LITTLE_DISK = 1L << 30;

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        for (NodeHealth node : status.nodes()) {
            findings.add(health(node));
            if (node.status() != null) {
                node.status().expiring().forEach(line -> findings.add(expiring(node, line)));
            }
            if (node.status() != null && status.nodes().size() > 1) {
                findings.add(Finding.ok(name(node) + " sends", transports(node)));
            }
        }
        return findings;
    }

    private static String name(NodeHealth node) {
        return "node " + node.node().id();
    }

    /** @param line what ends, and after a semicolon, what to do */
    private static Finding expiring(NodeHealth node, String line) {
        int end = line.lastIndexOf("; ");
        return Finding.note(name(node), line.substring(0, Math.max(0, end)), line.substring(end + 2));
    }

    private static Finding health(NodeHealth node) {
        NodeStatus now = node.status();
        if (now == null) {
            return Finding.problem(
                    name(node), "does not answer at " + node.node().address(), String.valueOf(node.error()));
        }
        String found =
                "up, heap " + Units.bytes(now.heapMaxBytes()) + ", free disk " + Units.bytes(now.freeDiskBytes());
        if (node.loss() != null) {
            return Finding.problem(name(node), "has lost data: " + node.loss(), "see 'sss cluster status'");
        }
        if (now.load() != null && now.load().isOverloaded()) {
            return Finding.problem(
                    name(node),
                    found + ", overloaded: " + now.load(),
                    "end other programs on its machine: it answers late");
        }
        return now.freeDiskBytes() < LITTLE_DISK
                ? Finding.problem(
                        name(node),
                        found,
                        "free some disk: 'sss group ls' shows what is there, 'sss group rm' drops it")
                : Finding.ok(name(node), found);
    }

    /** Connections are made when the first data goes to a node, and one without rings uses the socket. */
    private String transports(NodeHealth node) {
        Map<Integer, RingUse> byPeer =
                node.status().rings().stream().collect(Collectors.toMap(RingUse::node, ring -> ring));
        Map<String, List<String>> peers = new TreeMap<>();
        for (NodeHealth other : status.nodes()) {
            int peer = other.node().id();
            if (peer != node.node().id()) {
                String by = byPeer.containsKey(peer) ? byPeer.get(peer).transport() : "tcp";
                peers.computeIfAbsent(by, key -> new ArrayList<>()).add(String.valueOf(peer));
            }
        }
        return peers.entrySet().stream()
                .map(entry -> entry.getKey() + " to " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining("; "));
    }
}
