package org.sss.cli.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Ends node processes. Stateless; the caller's thread waits. */
final class NodeStop {
    /**
     * Longer than a node's own limit for its shutdown; with {@code storage.layout = tuples} it writes all its data
     * then.
     */
    static final Duration TIMEOUT = Duration.ofSeconds(40);
    /** How long the system may take to remove a killed process. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);

    private static final long POLL_MILLIS = 50;

    /**
     * The result of a stop.
     *
     * @param stopped number of processes that ended
     * @param killed  numbers of the nodes among them that did not end by themselves
     */
    record Ended(int stopped, List<Integer> killed) {
        Ended {
            killed = List.copyOf(killed);
        }
    }

    private NodeStop() {}

    /**
     * Asks all processes to end, and kills those that have not ended after {@code timeout}.
     *
     * @param nodes processes by the number of the node
     * @throws SssException INVALID_ARGUMENT if one survives that; the others have ended
     */
    static Ended stop(Map<Integer, ProcessHandle> nodes, Duration timeout) throws InterruptedException {
        nodes.values().forEach(ProcessHandle::destroy);
        Map<Integer, ProcessHandle> late = running(nodes, timeout);
        late.values().forEach(ProcessHandle::destroyForcibly);
        running(late, AFTER_KILL).forEach((node, process) -> {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "node " + node + " cannot be stopped: process " + process.pid()
                            + " survived a kill; if it belongs to another user, stop it as that user");
        });
        return new Ended(nodes.size(), new ArrayList<>(late.keySet()));
    }

    /** Waits up to {@code timeout} for the processes to end; returns those that still run. */
    private static Map<Integer, ProcessHandle> running(Map<Integer, ProcessHandle> nodes, Duration timeout)
            throws InterruptedException {
        Map<Integer, ProcessHandle> running = new LinkedHashMap<>(nodes);
        long deadline = System.nanoTime() + timeout.toNanos();
        running.values().removeIf(process -> !ProcessStat.runs(process));
        while (!running.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            running.values().removeIf(process -> !ProcessStat.runs(process));
        }
        return running;
    }
}
