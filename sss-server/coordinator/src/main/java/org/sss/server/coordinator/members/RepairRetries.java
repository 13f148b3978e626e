package org.sss.server.coordinator.members;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** When copies of groups that could not be made are tried again. Thread-safe. */
final class RepairRetries {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final LongSupplier nanos;
    /** By the number of the group. */
    private final Map<Long, Failed> failed = new ConcurrentHashMap<>();

    private record Failed(int count, boolean isCorrupt, long nextNanos) {}

    /** @param nanos the time, as {@link System#nanoTime} */
    RepairRetries(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isDue(long group) {
        Failed last = failed.get(group);
        return last == null || nanos.getAsLong() - last.nextNanos >= 0;
    }

    /** How often it has failed in a row. */
    int count(long group) {
        Failed last = failed.get(group);
        return last == null ? 0 : last.count;
    }

    /** @param isCorrupt whether a node had something else than expected */
    void failed(long group, boolean isCorrupt) {
        int count = count(group);
        long pause = Math.min(MAX_NANOS, FIRST_NANOS << Math.min(count, 10));
        failed.put(group, new Failed(count + 1, isCorrupt, nanos.getAsLong() + pause));
    }

    /** True if the last attempt has met something else than expected on a node. */
    boolean wasCorrupt(long group) {
        Failed last = failed.get(group);
        return last != null && last.isCorrupt;
    }

    void succeeded(long group) {
        failed.remove(group);
    }

    /** Forgets all other groups. */
    void retain(Set<Long> groups) {
        failed.keySet().retainAll(groups);
    }

    void clear() {
        failed.clear();
    }
}
