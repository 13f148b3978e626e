package org.sss.dataserver;

import org.sss.api.SssException;
import org.sss.kvs.KvsCursor;
import org.sss.kvs.KvsException;
import org.sss.net.block.BlockSource;

/**
 * A committed run in an open segment file, which stays open until {@link #close}. One thread at a time.
 *
 * @param lease owned
 */
record FileRun(SegmentCache.Lease lease, RunInfo info) implements Run {
    private OpenSegment segment() {
        return lease.open();
    }

    @Override
    public BlockSource source(KeyRange range, int batchBytes) {
        return new RunSource(new RunBlocks(this, range), new BatchBuffer(batchBytes), batchBytes);
    }

    @Override
    public FrameSource frames(KeyRange range, int batchBytes) {
        return new RawFrames(new RunBlocks(this, range), batchBytes);
    }

    /** A cursor at the first block that may hold keys of {@code range}, or at the last block of the run before it. */
    KvsCursor cursor(KeyRange range) {
        check();
        try {
            KvsCursor cursor = segment().reader().cursor();
            boolean below = range.from() != null && cursor.seekFloor(BlockKeys.before(info.run(), range.from()));
            if (!below) {
                cursor.seek(BlockKeys.startOf(info.run()));
            }
            return cursor;
        } catch (KvsException e) {
            throw error(e);
        }
    }

    /** The store's key at which reading stops. */
    byte[] stopKey(KeyRange range) {
        return range.to() == null ? BlockKeys.startOf(info.run() + 1) : BlockKeys.before(info.run(), range.to());
    }

    /** @throws SssException {@link org.sss.api.ErrorCode#NOT_FOUND} when the group was dropped */
    void check() {
        segment().segment().checkNotDropped();
    }

    SssException error(KvsException e) {
        return OpenSegment.error(segment().segment(), e);
    }

    SssException corrupt(String what, Throwable cause) {
        return segment().segment().corrupt(info + ": " + what, cause);
    }

    @Override
    public void close() {
        lease.close();
    }
}
