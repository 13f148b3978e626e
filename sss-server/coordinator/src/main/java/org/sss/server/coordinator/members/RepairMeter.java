package org.sss.server.coordinator.members;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How much repair has copied since copies were missing, and how fast it copies. Thread-safe. */
final class RepairMeter {
    private static final int SECONDS = 10;

    private final LongSupplier nanos;
    // The rest is guarded by this.
    private final long[] inSecond = new long[SECONDS];
    /** The second of each sum. */
    private final long[] second = new long[SECONDS];
    /** By the number of the group that is being copied. */
    private final Map<Long, Long> running = new HashMap<>();

    private long copiedBytes;

    /** @param nanos the time, as {@link System#nanoTime} */
    RepairMeter(LongSupplier nanos) {
        this.nanos = nanos;
    }

    synchronized void fetched(long group, long bytes) {
        running.merge(group, bytes, Long::sum);
        add(bytes);
    }

    private void add(long bytes) {
        long now = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong());
        int slot = (int) Math.floorMod(now, (long) SECONDS);
        if (second[slot] != now) {
            second[slot] = now;
            inSecond[slot] = 0;
        }
        inSecond[slot] += bytes;
        copiedBytes += bytes;
    }

    /** A copy of a group has ended, with so many bytes; 0 if it has failed. */
    synchronized void ended(long group, long bytes) {
        Long reported = running.remove(group);
        add(Math.max(0, bytes - (reported == null ? 0 : reported)));
    }

    /** Nothing is missing any more. */
    synchronized void reset() {
        copiedBytes = 0;
    }

    synchronized long copiedBytes() {
        return copiedBytes;
    }

    /** Bytes of groups that are not complete yet. */
    synchronized long runningBytes() {
        return running.values().stream().mapToLong(Long::longValue).sum();
    }

    /** In the last seconds. */
    synchronized long bytesPerSecond() {
        long now = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong());
        long sum = 0;
        for (int slot = 0; slot < SECONDS; slot++) {
            sum += now - second[slot] < SECONDS ? inSecond[slot] : 0;
        }
        return sum / SECONDS;
    }
}
