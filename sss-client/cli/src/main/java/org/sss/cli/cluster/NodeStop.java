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
    /** Longer than a node waits for its own end; one with {@code storage.layout = tuples} writes all it has then. */
    static final Duration PATIENCE = Duration.ofSeconds(40);
    /** A process that was killed is gone as soon as the system comes to it. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);
    private static final long POLL_MILLIS = 50;

    /**
     * What ended.
     *
     * @param stopped number of processes
     * @param killed  numbers of those nodes among them that did not end when they were asked to
     */
    record Ended(int stopped, List<Integer> killed) {
        Ended {
            killed = List.copyOf(killed);
        }
    }

    private NodeStop() {
    }

    /**
     * Asks all to end, and kills those that have not after {@code patience}.
     *
     * @param nodes by the number of the node
     * @throws SssException INVALID_ARGUMENT when one goes on all the same; the others have ended then
     */
    static Ended stop(Map<Integer, ProcessHandle> nodes, Duration patience) throws InterruptedException {
        nodes.values().forEach(ProcessHandle::destroy);
        Map<Integer, ProcessHandle> late = running(nodes, patience);
        late.values().forEach(ProcessHandle::destroyForcibly);
        running(late, AFTER_KILL).forEach((node, process) -> {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + node + " cannot be stopped: process " + process.pid()
                    + " goes on though it was killed; is it another user's? Stop it as that one");
        });
        return new Ended(nodes.size(), new ArrayList<>(late.keySet()));
    }

    /** Those that run still, as soon as none does, at the latest after {@code patience}. */
    private static Map<Integer, ProcessHandle> running(Map<Integer, ProcessHandle> nodes, Duration patience) throws InterruptedException {
        Map<Integer, ProcessHandle> running = new LinkedHashMap<>(nodes);
        long deadline = System.nanoTime() + patience.toNanos();
        running.values().removeIf(process -> !ProcessStat.runs(process));
        while (!running.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            running.values().removeIf(process -> !ProcessStat.runs(process));
        }
        return running;
    }
}
