package org.sss.server.coordinator.execution;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.ServerVerbs.Shortage;

/**
 * Which workflows have used up the memory of nodes, as these tell when they have begun anew: each time the one with the greediest task.
 * The first time may have been bad luck, or another workflow's doing; the second time it fails. Others only lose an attempt. Thread-safe.
 */
public final class Shortages {
    private static final int MAX = 1000;
    /** Of a workflow whose node others have ended: nodes end for good when that comes so often. */
    private static final int MAX_PARDONS = 10;

    /** When the processes began that were counted, by node. Guarded by this, as what follows. */
    private final Map<Integer, Long> counted = new HashMap<>();
    /** By workflow, how often it has run on a node whose heap another one has filled. */
    private final Map<String, Integer> beside = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MAX;
        }
    };
    /** By workflow, where its code was the first time, in words; empty when that is not known. */
    private final Map<String, String> first = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX;
        }
    };

    /** A workflow that is to fail. */
    record Guilty(String workflow, SssException error) {
    }

    /** What a node says, as often as it does. */
    synchronized Optional<Guilty> told(NodeInfo node, NodeStatus status) {
        Shortage shortage = status.shortage();
        if (shortage == null || shortage.tasks().isEmpty()
                || Long.valueOf(status.startedMillis()).equals(counted.put(node.id(), status.startedMillis()))) {
            return Optional.empty();
        }
        RanThen greediest = shortage.tasks().get(0);
        shortage.tasks().stream().map(RanThen::workflow).distinct().filter(workflow -> !workflow.equals(greediest.workflow()))
                .forEach(workflow -> beside.merge(workflow, 1, Integer::sum));
        String before = first.putIfAbsent(greediest.workflow(),
                greediest.at() == null ? "" : " (the first time, on " + node + ", " + greediest.at() + ")");
        if (before == null) {
            return Optional.empty();
        }
        return Optional.of(new Guilty(greediest.workflow(), new SssException(ErrorCode.USER_CODE, words(node.toString(),
                status.heapMaxBytes(), greediest) + (greediest.at() == null ? before : "") + ", the second time that this workflow has used up"
                + " the memory of a node. Let its code keep less in fields and variables, or start the nodes with a larger heap (SSS_HEAP=4g, or -Xmx)")));
    }

    /** How often the workflow has lost a node whose heap another one has filled. */
    synchronized int besideOthers(String workflow) {
        return Math.min(MAX_PARDONS, beside.getOrDefault(workflow, 0));
    }

    private static String words(String node, long heapBytes, RanThen task) {
        return node + " had no memory left, with a heap of " + (heapBytes >> 20) + " MiB, while it ran job '" + task.job() + "' of "
                + task.workflow() + (task.at() == null ? "" : ", " + task.at());
    }

    /** Why a coordinator has cut off a workflow, to end a sentence; empty when that had no memory left and this workflow no part in it. */
    public static String ofCoordinator(Shortage shortage, String workflow) {
        if (shortage == null) {
            return "";
        }
        return shortage.tasks().stream().filter(task -> task.workflow().equals(workflow)).findFirst().map(task -> ": " + words("node 0",
                Runtime.getRuntime().maxMemory(), task) + ". Let its code keep less, or start node 0 with a larger heap (SSS_HEAP=4g, or"
                + " -Xmx)").orElse(": node 0 had no memory left");
    }
}
