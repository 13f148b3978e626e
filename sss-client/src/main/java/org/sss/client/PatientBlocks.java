package org.sss.client;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * The ordered blocks of one subgroup for a reader that may rest: a data server gives up sending when nobody takes for
 * {@code net.stallTimeout}, half a minute unless it is set, which happens while other subgroups are read first, or behind a
 * pager. Then the scan is asked again and the blocks that were read are skipped; a group never changes, so they are the same.
 * One thread at a time.
 */
final class PatientBlocks implements BlockSource {
    /** Below the least stall timeout that a data server can have, 1 s: who has read for less cannot have rested so long. */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    private final Supplier<BlockSource> scan;
    private final LongSupplier nanoTime;
    private BlockSource blocks;
    private long read;
    private long begunNanos;

    /** @param scan begins the same scan each time */
    PatientBlocks(Supplier<BlockSource> scan, LongSupplier nanoTime) {
        this.scan = scan;
        this.nanoTime = nanoTime;
        begin();
    }

    @Override
    public boolean next(BlockReader reader) {
        // Not since the last call: a frame, which is what the server waits for, has many blocks. Asked before the call, whose own
        // waiting is no rest.
        boolean mayBeCut = nanoTime.getAsLong() - begunNanos > REST_NANOS;
        boolean found;
        try {
            found = blocks.next(reader);
        } catch (SssException e) {
            if (!mayBeCut || e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            found = again(reader);
        }
        read++;
        return found;
    }

    @Override
    public void close() {
        blocks.close();
    }

    private void begin() {
        blocks = scan.get();
        begunNanos = nanoTime.getAsLong();
    }

    private boolean again(BlockReader reader) {
        blocks.close();
        begin();
        boolean found = true;
        for (long i = 0; i <= read && found; i++) {
            found = blocks.next(reader);
        }
        return found;
    }
}
