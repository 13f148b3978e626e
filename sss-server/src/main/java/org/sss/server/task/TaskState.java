package org.sss.server.task;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Progress;

/**
 * What a task has done, and whether it is to stop. The counts belong to the task's thread, which publishes them now and
 * then; {@link #progress} and {@link #cancel} may be called by any thread.
 */
final class TaskState {
    private static final int PUBLISH_INPUT_MASK = (1 << 10) - 1;
    private static final int PUBLISH_OUTPUT_MASK = (1 << 16) - 1;

    private final Map<String, long[]> counters = new HashMap<>();
    private final HeavyKeys heavyKeys = new HeavyKeys();
    private long tuplesIn;
    private long bytesIn;
    private long tuplesOut;
    private long bytesOut;
    private volatile Progress published = Progress.NONE;
    private volatile boolean cancelled;

    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    Progress progress() {
        return published;
    }

    /** @throws SssException {@link ErrorCode#CANCELLED} */
    void checkCancelled() {
        if (cancelled) {
            throw new SssException(ErrorCode.CANCELLED, "the task was cancelled");
        }
    }

    void read(int bytes) {
        bytesIn += bytes;
        if ((++tuplesIn & PUBLISH_INPUT_MASK) == 0) {
            publish();
        }
        checkCancelled();
    }

    /** Read up to now; for the task's thread. */
    long tuplesIn() {
        return tuplesIn;
    }

    HeavyKeys heavyKeys() {
        return heavyKeys;
    }

    /** Read up to now; for the task's thread. */
    long bytesIn() {
        return bytesIn;
    }

    void emitted(int bytes) {
        bytesOut += bytes;
        if ((++tuplesOut & PUBLISH_OUTPUT_MASK) == 0) {
            publish();
        }
    }

    void count(String counter, long amount) {
        counters.computeIfAbsent(counter, name -> new long[1])[0] += amount;
    }

    Progress publish() {
        Map<String, Long> copy = Map.of();
        if (!counters.isEmpty()) {
            copy = new TreeMap<>();
            for (Map.Entry<String, long[]> counter : counters.entrySet()) {
                copy.put(counter.getKey(), counter.getValue()[0]);
            }
        }
        Progress now = new Progress(tuplesIn, bytesIn, tuplesOut, bytesOut, copy, heavyKeys.heaviest());
        published = now;
        return now;
    }
}
