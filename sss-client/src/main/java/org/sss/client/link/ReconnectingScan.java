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
 * The ordered blocks of one subgroup for a reader that may rest: a data server gives up sending when nobody takes for
 * {@code net.stallTimeout}, half a minute unless it is set, which happens while other subgroups are read first, or behind a
 * pager. Then a scan is asked for that begins at the key where the reader is, and what it has of that key is skipped. Keys below the
 * range are not given. Each block is to be walked to its end, by the same reader. One thread at a time.
 */
final class ReconnectingScan implements BlockSource {
    /** Below the least stall timeout that a data server can have, 1 s: who has read for less cannot have rested so long. */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    private final Function<byte[], BlockSource> scan;
    private final LongSupplier nanoTime;
    private final ScanPosition position;
    private BlockSource blocks;
    private long begunNanos;
    private boolean mayBeCut;

    /**
     * @param from first key, or null
     * @param scan begins a scan of the same tuples from a key, or null, on
     */
    ReconnectingScan(byte[] from, Function<byte[], BlockSource> scan, LongSupplier nanoTime) {
        this.scan = scan;
        this.nanoTime = nanoTime;
        position = new ScanPosition(from);
        begin();
    }

    @Override
    public boolean next(BlockReader reader) {
        position.leave(reader);
        // Not since the last call: a frame, which is what the server waits for, has many blocks. Asked before the call, whose own
        // waiting is no rest; and not after the first half second, as it may be each tuple that comes here.
        mayBeCut = mayBeCut || nanoTime.getAsLong() - begunNanos > REST_NANOS;
        try {
            return load(reader);
        } catch (SssException e) {
            if (!mayBeCut || e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            blocks.close();
            begin();
            return load(reader);
        }
    }

    @Override
    public void close() {
        blocks.close();
    }

    private void begin() {
        position.begin();
        blocks = scan.apply(position.from());
        begunNanos = nanoTime.getAsLong();
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
