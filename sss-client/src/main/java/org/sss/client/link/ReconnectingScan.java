package org.sss.client.link;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.ScanPosition;

/**
 * The ordered blocks of one subgroup for a reader that may pause: a data server ends a scan whose reader consumes
 * nothing for {@code net.stallTimeout} (default: 30 s), such as while other subgroups are read first, or when the
 * output goes to a pager. The next read then starts a new scan at the key of the reader, and skips the tuples of that
 * key that were already read. Keys below the range are not returned. Each block must be read to its end, by the same
 * reader. One thread at a time.
 */
final class ReconnectingScan implements BlockSource {
    /**
     * Below the minimum stall timeout of a data server, 1 s: a younger scan cannot have timed out by a pause of the
     * reader.
     */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    private final Function<byte[], BlockSource> scan;
    private final LongSupplier nanoTime;
    private final ScanPosition position;
    private BlockSource blocks;
    private long startNanos;
    private boolean mayBeCut;

    /**
     * @param from first key, or null
     * @param scan starts a scan of the same tuples at a key; at the first one for null
     */
    ReconnectingScan(byte[] from, Function<byte[], BlockSource> scan, LongSupplier nanoTime) {
        this.scan = scan;
        this.nanoTime = nanoTime;
        position = new ScanPosition(from);
        start();
    }

    @Override
    public boolean next(BlockReader reader) {
        position.leave(reader);
        // Measured from the start of the scan, not from the last call, as a frame, which the server waits for, has many
        // blocks.
        // Measured before the call, whose own waiting is not a pause; and only until it is true, as this may run for
        // each tuple.
        mayBeCut = mayBeCut || nanoTime.getAsLong() - startNanos > REST_NANOS;
        try {
            return load(reader);
        } catch (SssException e) {
            if (!mayBeCut || e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            blocks.close();
            start();
            return load(reader);
        }
    }

    @Override
    public void close() {
        blocks.close();
    }

    private void start() {
        position.start();
        blocks = scan.apply(position.from());
        startNanos = nanoTime.getAsLong();
        mayBeCut = false;
    }

    private boolean load(BlockReader reader) {
        while (blocks.next(reader)) {
            if (position.enter(reader)) {
                return true;
            }
        }
        position.end();
        return false;
    }
}
