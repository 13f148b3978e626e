package org.sss.net.data;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;

/**
 * Which nodes did not answer reads of one client recently, so that other holders of copies are asked first; and which
 * failures were reported. Thread-safe.
 */
public final class ReadFailures {
    /**
     * Longer than a client waits for a machine that is off: otherwise reads of single keys would wait for it again and
     * again. A node that is back is only asked a little later.
     */
    private static final long SUSPECTED_NANOS = Duration.ofSeconds(10).toNanos();
    /** Afterwards failures are reported again. */
    private static final int MAX_REPORTED = 1_000;

    private record Failure(int node, long group) {}

    private final LongSupplier nanoTime;
    private final Consumer<String> warnings;
    /** When nodes failed last, by number. */
    private final Map<Integer, Long> failedNanos = new ConcurrentHashMap<>();

    private final Set<Failure> reported = ConcurrentHashMap.newKeySet();

    /** @param warnings receives one text for each node and group of which other copies were read */
    public ReadFailures(LongSupplier nanoTime, Consumer<String> warnings) {
        this.nanoTime = nanoTime;
        this.warnings = warnings;
    }

    /** Returns the numbers of the nodes that did not answer recently. */
    Set<Integer> suspected() {
        if (failedNanos.isEmpty()) {
            return Set.of();
        }
        long now = nanoTime.getAsLong();
        failedNanos.values().removeIf(failed -> now - failed > SUSPECTED_NANOS);
        return Set.copyOf(failedNanos.keySet());
    }

    /** Records a node that did not answer. Other errors are those of files. */
    void failed(NodeInfo node, SssException e) {
        if (e.code().kind() == ErrorCode.Kind.RETRYABLE) {
            failedNanos.put(node.id(), nanoTime.getAsLong());
        }
    }

    /** Another copy was read instead. */
    public void report(NodeInfo node, long group, SssException e) {
        if (reported.size() >= MAX_REPORTED) {
            reported.clear();
        }
        if (reported.add(new Failure(node.id(), group))) {
            warnings.accept(e.getMessage() + ". Another copy was read instead");
        }
    }
}
