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
    private final BlockSum came = new BlockSum();
    /** Where the client merges runs, else null. */
    private FirstKeyMerge merge;
    private Arrivals arrivals;
    /** What the data server has said, or what was found when all had come. */
    private SssException refused;
    /** Thrown before, and from then on: blocks may be missing. */
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
            if (!batch.begin(frameBytes, length)) {
                reader.reset(frameBytes, 0, length);
                came.add(frameBytes, 0);
                return true;
            }
        } catch (SssException e) {
            throw search.explain(e);
        }
        return fromBatch(reader);
    }

    /** The next frame that is no sign of life, or null at the end. */
    private ByteBuf take() {
        try {
            ByteBuf frame = queue.take(timeout);
            while (frame != null && frame.readableBytes() == DataVerbs.SIGN_OF_LIFE_BYTES) {
                frame.release();
                frame = queue.take(timeout);
            }
            if (frame == null) {
                ended = true;
                checkAllCame();
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
            came.add(frameBytes, batch.offset());
            return true;
        } catch (SssException e) {
            throw search.explain(e);
        }
    }

    /** Out of the buffer of the network, so that it is free again while the blocks are read. */
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

    private void checkAllCame() {
        DataVerbs.Scanned scanned = Json.read(queue.trailer(), DataVerbs.Scanned.class, "the end of a scan");
        long dataBytes = scanned.dataBytes() == null ? came.dataBytes() : scanned.dataBytes();
        if (!came.isOf(scanned.blocks(), scanned.tuples(), dataBytes)) {
            throw new SssException(ErrorCode.CORRUPT, "the data server has "
                    + BlockSum.text(scanned.blocks(), scanned.tuples(), dataBytes) + ", but " + came + " came: tuples are lost or"
                    + " doubled. Read it again; if that comes again, drop the group and run the job that wrote it again");
        }
    }

    @Override
    public void close() {
        if (arrivals != null) {
            arrivals.close();
        }
        queue.close();
    }

    /** The blocks of all frames, as they come. */
    private final class Arrivals implements FirstKeyMerge.Arrivals {
        private final RunBatch places = new RunBatch();
        private ByteBuf first; // null when it was begun
        private ByteBuf frame; // null when all of its blocks were taken

        Arrivals(ByteBuf first) {
            this.first = first;
        }

        @Override
        public boolean next() {
            while (!places.next()) {
                release();
                frame = first;
                first = null;
                if (frame == null) {
                    frame = ended ? null : take();
                }
                if (frame == null) {
                    return false;
                }
                places.begin(frame);
            }
            return true;
        }

        @Override
        public int run() {
            return places.run();
        }

        @Override
        public int length() {
            return places.length();
        }

        @Override
        public void copyTo(byte[] into) {
            places.copyTo(into);
            if (places.length() >= BlockFormat.HEADER_BYTES) { // else it is found to be damaged before its header is read
                came.add(into, 0);
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
