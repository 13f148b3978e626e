package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockStats;

/**
 * A committed run in an open segment file, which stays open until {@link #close}. Blocks that lie near each other in the
 * file are read by one system call, straight into the memory that goes to the network. One thread at a time.
 */
final class FileRun implements BlockRun {
    /** Reading so many bytes that nobody wants is cheaper than one more system call. */
    private static final int MAX_GAP_BYTES = 8 << 10;

    private final SegmentCache.Lease lease;
    private final OpenSegment open;
    private final int place;
    private final BlockIndex index;
    private final CRC32C crc = new CRC32C();

    /**
     * @param lease owned
     * @param place of the run in the manifest
     */
    FileRun(SegmentCache.Lease lease, int place) {
        this.lease = lease;
        this.place = place;
        open = lease.open();
        index = open.index().blocks().get(place);
    }

    @Override
    public RunInfo info() {
        return open.index().manifest().runs().get(place);
    }

    @Override
    public BlockIndex index() {
        return index;
    }

    @Override
    public int read(int from, int to, int batchBytes, Consumer<ByteBuf> out) {
        open.segment().checkNotDropped();
        int end = from + 1;
        int bytes = index.length(from);
        while (end < to && bytes + index.length(end) + joint(end) <= batchBytes) {
            bytes += index.length(end) + joint(end);
            end++;
        }
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        try {
            readPieces(from, end, memory, out);
            return end;
        } catch (IOException e) {
            throw open.segment().error(e);
        } finally {
            memory.release();
        }
    }

    /** Bytes between the block and the one before if they are to be read together, else 0. */
    private int joint(int block) {
        return isJoined(block) ? (int) gap(block) : 0;
    }

    private boolean isJoined(int block) {
        long gap = gap(block);
        return gap >= 0 && gap <= MAX_GAP_BYTES;
    }

    private long gap(int block) {
        return index.offset(block) - index.offset(block - 1) - index.length(block - 1);
    }

    private void readPieces(int from, int end, ByteBuf memory, Consumer<ByteBuf> out) throws IOException {
        for (int first = from, next; first < end; first = next) {
            next = first + 1;
            while (next < end && isJoined(next)) {
                next++;
            }
            int length = (int) (index.offset(next - 1) + index.length(next - 1) - index.offset(first));
            int at = memory.writerIndex();
            open.file().read(memory.nioBuffer(at, length), index.offset(first));
            memory.writerIndex(at + length);
            for (int block = first; block < next; block++) {
                int start = at + (int) (index.offset(block) - index.offset(first));
                out.accept(memory.retainedSlice(start, index.length(block)));
            }
        }
    }

    @Override
    public void verify(int block, ByteBuf bytes) {
        if (open.isVerified(place, block)) {
            return;
        }
        try {
            BlockStats.of(bytes);
        } catch (SssException e) {
            throw corrupt("block " + block + ": " + e.getMessage(), e);
        }
        int at = bytes.readerIndex();
        crc.reset();
        crc.update(bytes.nioBuffer(at + BlockFormat.FLAGS_AT, bytes.readableBytes() - BlockFormat.FLAGS_AT));
        if ((int) crc.getValue() != bytes.getInt(at + BlockFormat.CRC_AT)) {
            throw corrupt(String.format("block %d: checksum is %08x, expected %08x", block, crc.getValue(),
                    bytes.getInt(at + BlockFormat.CRC_AT)), null);
        }
        open.setVerified(place, block);
    }

    @Override
    public SssException corrupt(String what, Throwable cause) {
        return open.segment().corrupt(info() + ": " + what, cause);
    }

    @Override
    public void close() {
        lease.close();
    }
}
