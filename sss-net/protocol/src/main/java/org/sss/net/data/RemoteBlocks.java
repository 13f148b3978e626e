package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.BlockSum;
import org.sss.net.block.FirstKeyMerge;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;

/** The blocks of one scan of a data server. One thread at a time. */
final class RemoteBlocks implements BlockSource {
    private final DataQueue queue;
    private final Duration timeout;
    private final String what;
    private final DamageSearch search;
    private final BlockBatch batch = new BlockBatch();
    private byte[] frameBytes = new byte[BlockFormat.TARGET_BYTES];
    private final BlockSum received = new BlockSum();
    /** Not null if the client merges runs. */
    private FirstKeyMerge merge;

    private Arrivals arrivals;
    /** The error of the data server, or of the check at the end of the scan. */
    private SssException refused;
    /** The first error, thrown by all later calls: blocks may be missing. */
    private SssException failed;

    private boolean started;
    private boolean ended;

    RemoteBlocks(DataQueue queue, Duration timeout, String what, DamageSearch search) {
        this.queue = queue;
        this.timeout = timeout;
        this.what = what;
        this.search = search;
    }

    @Override
    public boolean next(BlockReader reader) {
        if (failed != null) {
            throw failed;
        }
        try {
            if (!started) {
                started = true;
                queue.stream().end(new byte[0]);
            }
            return !(ended && merge == null) && load(reader);
        } catch (SssException e) {
            failed = named(e, what);
            throw failed;
        }
    }

    private boolean load(BlockReader reader) {
        if (merge != null) {
            return fromMerge(reader);
        }
        if (fromBatch(reader)) {
            return true;
        }
        ByteBuf frame = take();
        if (frame == null) {
            return false;
        }
        if (RunBatch.isBatch(frame)) {
            arrivals = new Arrivals(frame);
            merge = new FirstKeyMerge(arrivals);
            return fromMerge(reader);
        }
        int length = copy(frame);
        try {
            if (!batch.start(frameBytes, length)) {
                reader.reset(frameBytes, 0, length);
                received.add(frameBytes, 0);
                return true;
            }
        } catch (SssException e) {
            throw search.explain(e);
        }
        return fromBatch(reader);
    }

    /** Returns the next frame that is not a sign of life, or null at the end. */
    private ByteBuf take() {
        try {
            ByteBuf frame = queue.take(timeout);
            while (frame != null && frame.readableBytes() == DataVerbs.SIGN_OF_LIFE_BYTES) {
                frame.release();
                frame = queue.take(timeout);
            }
            if (frame == null) {
                ended = true;
                checkComplete();
            }
            return frame;
        } catch (SssException e) {
            refused = e;
            throw e;
        }
    }

    private boolean fromMerge(BlockReader reader) {
        try {
            return merge.next(reader);
        } catch (SssException e) {
            throw e == refused ? e : search.explain(e);
        }
    }

    private boolean fromBatch(BlockReader reader) {
        try {
            if (!batch.next()) {
                return false;
            }
            reader.reset(frameBytes, batch.offset(), batch.length());
            received.add(frameBytes, batch.offset());
            return true;
        } catch (SssException e) {
            throw search.explain(e);
        }
    }

    /** Copies a frame to the heap, so that the network buffer is free while the blocks are read. */
    private int copy(ByteBuf frame) {
        try {
            int length = frame.readableBytes();
            if (frameBytes.length < length) {
                frameBytes = new byte[length];
            }
            frame.readBytes(frameBytes, 0, length);
            return length;
        } finally {
            frame.release();
        }
    }

    private void checkComplete() {
        DataVerbs.Scanned scanned = Json.read(queue.trailer(), DataVerbs.Scanned.class, "the end of a scan");
        long dataBytes = scanned.dataBytes() == null ? received.dataBytes() : scanned.dataBytes();
        if (!received.isOf(scanned.blocks(), scanned.tuples(), dataBytes)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the data server has "
                            + BlockSum.text(scanned.blocks(), scanned.tuples(), dataBytes) + ", but " + received
                            + " were received: tuples are lost or"
                            + " duplicated. Read it again; if the error returns, drop the group and run the job that "
                            + "wrote it again");
        }
    }

    @Override
    public void close() {
        if (arrivals != null) {
            arrivals.close();
        }
        queue.close();
    }

    /** The blocks of all frames in their order. */
    private final class Arrivals implements FirstKeyMerge.Arrivals {
        private final RunBatch batchOfRuns = new RunBatch();
        private ByteBuf first; // null once it is the current frame
        private ByteBuf frame; // null after its last block

        Arrivals(ByteBuf first) {
            this.first = first;
        }

        @Override
        public boolean next() {
            while (!batchOfRuns.next()) {
                release();
                frame = first;
                first = null;
                if (frame == null) {
                    frame = ended ? null : take();
                }
                if (frame == null) {
                    return false;
                }
                batchOfRuns.start(frame);
            }
            return true;
        }

        @Override
        public int run() {
            return batchOfRuns.run();
        }

        @Override
        public int length() {
            return batchOfRuns.length();
        }

        @Override
        public void copyTo(byte[] into) {
            batchOfRuns.copyTo(into);
            if (batchOfRuns.length() >= BlockFormat.HEADER_BYTES) { // a shorter one is rejected as damaged
                received.add(into, 0);
            }
        }

        void release() {
            if (frame != null) {
                frame.release();
                frame = null;
            }
        }

        void close() {
            release();
            if (first != null) {
                first.release();
                first = null;
            }
        }
    }

    static SssException named(SssException e, String what) {
        return new SssException(e.code(), what + ": " + e.getMessage(), e, e.remoteTrace());
    }
}
