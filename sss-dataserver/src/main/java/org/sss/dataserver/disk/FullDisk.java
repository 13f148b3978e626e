package org.sss.dataserver.disk;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a disk is full when a write fails: the error itself goes to the client, so that the node's log would not
 * show it. At most one line a minute. Thread-safe.
 */
final class FullDisk {
    /** A write may fail with some bytes left, since a file grows by whole pages and several of them at once. */
    static final long FULL_BYTES = 64L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ToLongFunction<Path> freeBytes;
    private final LongSupplier nanoTime;
    private final AtomicLong next;

    /** @param freeBytes of the disk of a file; 0 or more, or -1 if that is unknown */
    FullDisk(ToLongFunction<Path> freeBytes, LongSupplier nanoTime) {
        this.freeBytes = freeBytes;
        this.nanoTime = nanoTime;
        next = new AtomicLong(nanoTime.getAsLong());
    }

    /** @param reason why a write failed */
    void report(Path path, String reason) {
        long free = freeBytes.applyAsLong(path);
        if (free >= 0 && free < FULL_BYTES && isDue()) {
            LOG.warn(
                    "The disk of {} is full, {} bytes are free: {}. Jobs and imports fail until space is freed, such "
                            + "as by dropping groups"
                            + " ('sss group ls', 'sss group rm')",
                    path,
                    free,
                    reason);
        }
    }

    private boolean isDue() {
        long now = nanoTime.getAsLong();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS);
    }
}
