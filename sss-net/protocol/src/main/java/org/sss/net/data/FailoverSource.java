package org.sss.net.data;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.ReadPosition;
import org.sss.net.control.NodeInfo;

/**
 * The blocks of one subgroup, from scans that continue each other. If a node fails, or its copy is damaged, the next
 * holder is asked, each of them once. A data server also ends a scan whose reader consumes nothing for {@code
 * net.stallTimeout} (default: 30 s), such as while other subgroups are read first, or when the output goes to a pager:
 * the next read then starts a new scan at the same node. Nothing is returned twice. Each block must be read to its end,
 * by the same reader. One thread at a time.
 */
final class FailoverSource implements BlockSource {
    /**
     * Below the minimum stall timeout of a data server, 1 s: a younger scan cannot have timed out by a pause of the
     * reader.
     */
    private static final long REST_NANOS = Duration.ofMillis(500).toNanos();

    /** Starts scans of the same tuples. */
    @FunctionalInterface
    interface Scans {
        /** @param from first key, or null */
        BlockSource open(NodeInfo holder, byte[] from);
    }

    private final GroupHolders holders;
    private final int subgroup;
    private final ReadPosition position;
    private final Scans scans;
    private final LongSupplier nanoTime;
    private NodeInfo holder;
    private BlockSource blocks;
    private long startNanos;
    private boolean mayBeCut;
    /** Of holders that have failed; null while none has. */
    private CopyErrors errors;

    private boolean reported;
    /** The error of all holders. */
    private SssException failed;

    FailoverSource(GroupHolders holders, int subgroup, ReadPosition position, Scans scans, LongSupplier nanoTime) {
        this.holders = holders;
        this.subgroup = subgroup;
        this.position = position;
        this.scans = scans;
        this.nanoTime = nanoTime;
        open(holders.first(subgroup));
    }

    @Override
    public boolean next(BlockReader reader) {
        if (failed != null) {
            throw failed;
        }
        position.leave(reader);
        // Measured from the start of the scan, not from the last call, as a frame, which the server waits for, has many
        // blocks.
        // Measured before the call, whose own waiting is not a pause; and only until it is true, as this may run for
        // each tuple.
        mayBeCut = mayBeCut || nanoTime.getAsLong() - startNanos > REST_NANOS;
        while (true) {
            try {
                return load(reader);
            } catch (SssException e) {
                resume(e);
            }
        }
    }

    private boolean load(BlockReader reader) {
        boolean more = blocks.next(reader);
        while (more && !isUnread(reader)) {
            more = blocks.next(reader);
        }
        if (!more) {
            checkEnd();
        }
        if (errors != null && !reported) {
            reported = true;
            errors.report();
        }
        return more;
    }

    private boolean isUnread(BlockReader reader) {
        try {
            return position.enter(reader);
        } catch (SssException e) {
            throw differs(e);
        }
    }

    private void checkEnd() {
        try {
            position.end();
        } catch (SssException e) {
            throw differs(e);
        }
    }

    private SssException differs(SssException e) {
        return RemoteBlocks.named(e, "reading subgroup " + subgroup + " at " + holder.data() + " of " + holder);
    }

    private void resume(SssException e) {
        blocks.close();
        try {
            open(mayBeCut && e.code() == ErrorCode.TIMEOUT ? holder : after(holder, e));
        } catch (SssException all) {
            failed = all;
            throw all;
        }
    }

    /** Opens a scan at this node, or at the next one that accepts it. */
    private void open(NodeInfo first) {
        mayBeCut = false;
        holder = first;
        while (true) {
            try {
                position.start();
                blocks = scans.open(holder, position.from());
                startNanos = nanoTime.getAsLong();
                return;
            } catch (SssException e) {
                holder = after(holder, e);
            }
        }
    }

    private NodeInfo after(NodeInfo node, SssException e) {
        if (errors == null) {
            errors = new CopyErrors(holders, subgroup);
        }
        reported = false;
        return errors.next(node, e);
    }

    @Override
    public void close() {
        blocks.close();
    }
}
