package org.sss.client;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * The ordered blocks of one subgroup for a reader that may rest: a data server gives up sending when nobody takes for half
 * a minute, which happens while other subgroups are read first, or behind a pager. Then the scan is asked again and the
 * blocks that were read are skipped; a group never changes, so they are the same. One thread at a time.
 */
final class PatientBlocks implements BlockSource {
    /** Below the stall timeout of the data server: a shorter rest is no reason for a timeout. */
    private static final long REST_NANOS = Duration.ofSeconds(5).toNanos();

    private final Supplier<BlockSource> scan;
    private final LongSupplier nanoTime;
    private BlockSource blocks;
    private long read;
    private long lastReadNanos;

    /** @param scan begins the same scan each time */
    PatientBlocks(Supplier<BlockSource> scan, LongSupplier nanoTime) {
        this.scan = scan;
        this.nanoTime = nanoTime;
        blocks = scan.get();
        lastReadNanos = nanoTime.getAsLong();
    }

    @Override
    public boolean next(BlockReader reader) {
        boolean rested = nanoTime.getAsLong() - lastReadNanos > REST_NANOS;
        boolean found;
        try {
            found = blocks.next(reader);
        } catch (SssException e) {
            if (!rested || e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            found = again(reader);
        }
        read++;
        lastReadNanos = nanoTime.getAsLong();
        return found;
    }

    @Override
    public void close() {
        blocks.close();
    }

    private boolean again(BlockReader reader) {
        blocks.close();
        blocks = scan.get();
        boolean found = true;
        for (long i = 0; i <= read && found; i++) {
            found = blocks.next(reader);
        }
        return found;
    }
}
