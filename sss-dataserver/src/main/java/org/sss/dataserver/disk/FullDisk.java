package org.sss.dataserver.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that a disk is full when a write fails: the error itself goes to the client, so that the node's log would not show it. At most one
 * line a minute. Thread-safe.
 */
final class FullDisk {
    /** A write may fail with some bytes left, since a file grows by whole pages. */
    static final long FULL_BYTES = 64L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());

    private FullDisk() {
    }

    /** @param reason why a write failed */
    static void report(Path path, String reason) {
        try {
            Path at = Disk.existing(path);
            long free = at == null ? Long.MAX_VALUE : Files.getFileStore(at).getUsableSpace();
            if (free < FULL_BYTES && isDue(System.nanoTime())) {
                LOG.warn("The disk of {} is full, {} bytes are free: {}. Jobs and imports fail until space is freed, such as by dropping groups"
                        + " ('sss group ls', 'sss group rm')", path, free, reason);
            }
        } catch (IOException e) {
            LOG.debug("The free space of {} is unknown", path, e);
        }
    }

    private static boolean isDue(long now) {
        long next = NEXT.get();
        return now - next >= 0 && NEXT.compareAndSet(next, now + INTERVAL_NANOS);
    }
}
