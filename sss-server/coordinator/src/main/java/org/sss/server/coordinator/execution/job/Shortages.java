package org.sss.server.coordinator.execution.job;

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
 * Records which workflows have used up the memory of nodes: the one with the greediest task, as a node reports after
 * its restart. The first time may be an accident, or the fault of another workflow; the second time the workflow fails.
 * Others only lose an attempt. Thread-safe.
 */
public final class Shortages {
    private static final int MAX = 1000;
    private static final String ABRUPT =
            "; it was killed, or code of a job has ended it (native code, a crash of the virtual machine: see "
                    + "hs_err_*.log)";
    /** Limit of the attempts that do not count because of other workflows: a node that restarts more often ends. */
    private static final int MAX_PARDONS = 10;

    /** Start times of the processes that were counted, by node. Guarded by this, like the following fields. */
    private final Map<Integer, Long> counted = new HashMap<>();
    /** What tasks ran at abrupt ends of nodes, by workflow. */
    private final Map<String, String> abrupt = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX;
        }
    };
    /** How often a workflow has run on a node whose heap another one has filled, by workflow. */
    private final Map<String, Integer> beside = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MAX;
        }
    };
    /** The location of the code at the first time, as text, by workflow; empty if unknown. */
    private final Map<String, String> first = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX;
        }
    };

    /** A workflow that has to fail. */
    public record Guilty(String workflow, SssException error) {}

    /** Evaluates the status of a node. Idempotent for each process of a node. */
    public synchronized Optional<Guilty> report(NodeInfo node, NodeStatus status) {
        Shortage shortage = status.shortage();
        if (shortage == null
                || shortage.tasks().isEmpty()
                || Long.valueOf(status.process().startedMillis())
                        .equals(counted.put(node.id(), status.process().startedMillis()))) {
            return Optional.empty();
        }
        if (shortage.abrupt()) {
            shortage.tasks()
                    .forEach(task -> abrupt.put(
                            task.workflow(),
                            node + " had ended without being stopped while it ran " + nameOf(task) + ABRUPT));
            return Optional.empty();
        }
        RanThen greediest = shortage.tasks().get(0);
        shortage.tasks().stream()
                .map(RanThen::workflow)
                .distinct()
                .filter(workflow -> !workflow.equals(greediest.workflow()))
                .forEach(workflow -> beside.merge(workflow, 1, Integer::sum));
        String before = first.putIfAbsent(
                greediest.workflow(),
                greediest.at() == null ? "" : " (the first time, on " + node + ", " + greediest.at() + ")");
        if (before == null) {
            return Optional.empty();
        }
        return Optional.of(new Guilty(
                greediest.workflow(),
                new SssException(
                        ErrorCode.USER_CODE,
                        words(node.toString(), status.process().heapMaxBytes(), greediest)
                                + (greediest.at() == null ? before : "")
                                + ", the second time that this workflow has used up"
                                + " the memory of a node. Let its code retain less in fields and variables, or "
                                + "start the nodes with a larger heap (SSS_HEAP=4g, or -Xmx)")));
    }

    /** How often the workflow has lost a node whose heap another one had filled. */
    synchronized int besideOthers(String workflow) {
        return Math.min(MAX_PARDONS, beside.getOrDefault(workflow, 0));
    }

    private static String nameOf(RanThen task) {
        return (task.at() == null ? "" : task.at() + " of ") + "job '" + task.job() + "' of " + task.workflow();
    }

    /** Adds to the loss of a node what it ran when it ended, as it has reported after its restart. */
    public synchronized SssException explained(String workflow, SssException error) {
        String ran = abrupt.get(workflow);
        return ran == null || error.code() != ErrorCode.NODE_UNREACHABLE
                ? error
                : new SssException(error.code(), error.getMessage() + "; " + ran, error, error.remoteTrace());
    }

    private static String words(String node, long heapBytes, RanThen task) {
        return node + " had no memory left, with a heap of " + (heapBytes >> 20) + " MiB, while it ran job '"
                + task.job() + "' of " + task.workflow() + (task.at() == null ? "" : ", " + task.at());
    }

    /**
     * Why the end of a coordinator has ended a workflow, as the end of a sentence; empty without a shortage of memory.
     */
    public static String ofCoordinator(Shortage shortage, String workflow) {
        if (shortage == null) {
            return "";
        }
        if (shortage.abrupt()) {
            return shortage.tasks().stream()
                    .filter(task -> task.workflow().equals(workflow))
                    .findFirst()
                    .map(task -> ": node 0 had ended without being stopped while it ran " + nameOf(task) + ABRUPT)
                    .orElse("");
        }
        return shortage.tasks().stream()
                .filter(task -> task.workflow().equals(workflow))
                .findFirst()
                .map(task -> ": " + words("node 0", Runtime.getRuntime().maxMemory(), task)
                        + ". Let its code retain less, or start node 0 with a larger heap (SSS_HEAP=4g, or"
                        + " -Xmx)")
                .orElse(": node 0 had no memory left");
    }
}
