package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.zip.CRC32C;
import org.sss.api.SssException;
import org.sss.dataserver.index.BlockFilter;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameForm;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockStats;
import org.sss.net.block.KeyRange;
import org.sss.net.data.BlockBatch;
import org.sss.net.transport.Stream;

/**
 * A committed run in an open segment file, which stays open until {@link #close}. Adjacent blocks in
 * the file are read by one system call, straight into the memory that goes to the network. One thread at a time.
 */
public final class FileRun implements BlockRun {
    /** Sending less from the file costs more calls than it saves copies. */
    private static final int MIN_SENT_BYTES = 16 << 10;
    /** Bytes of a frame for each of its blocks. */
    private static final int PLACE_BYTES = BlockBatch.headBytes(1) - BlockBatch.headBytes(0);

    private final SegmentCache.Lease lease;
    private final OpenSegment open;
    private final int position;
    private final BlockIndex index;
    private final CRC32C crc = new CRC32C();
    /** The blocks of one read. */
    private final ReadCoalescer near;

    private boolean closed;

    /**
     * @param lease owned by this run
     * @param position index of the run in the manifest
     */
    FileRun(SegmentCache.Lease lease, int position) {
        this.lease = lease;
        this.position = position;
        open = lease.open();
        index = open.blocks(position);
        near = new ReadCoalescer(index);
    }

    @Override
    public RunInfo info() {
        return open.index().manifest().runs().get(position);
    }

    @Override
    public BlockIndex index() {
        return index;
    }

    @Override
    public int read(int from, int to, int batchBytes, Consumer<ByteBuf> out) {
        open.segment().checkNotDropped();
        int count = near.choose(from, to, batchBytes, 0, false);
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(near.bytes());
        try {
            near.read(
                    open.file(), memory, (block, start) -> out.accept(memory.retainedSlice(start, near.length(block))));
            return from + count;
        } catch (IOException e) {
            throw open.segment().error(e);
        } finally {
            memory.release();
        }
    }

    /**
     * Reads blocks from {@code from} on into one frame, which the caller owns: a {@link BlockBatch}, or a block alone.
     * Their checksums were compared, recently or now.
     *
     * @param form  limits the frame; it has at least one block
     * @param taken receives the number of blocks
     */
    ByteBuf readFrame(int from, int to, FrameForm form, IntConsumer taken) {
        open.segment().checkNotDropped();
        int count = near.choose(from, to, form.maxBytes() - BlockBatch.headBytes(0), PLACE_BYTES, false);
        int head = count == 1 ? 0 : BlockBatch.headBytes(count);
        ByteBuf frame =
                PooledByteBufAllocator.DEFAULT.directBuffer(head + near.bytes()).writerIndex(head);
        boolean read = false;
        try {
            int[] end = {head};
            near.read(open.file(), frame, (block, start) -> {
                verify(from + block, frame.slice(start, near.length(block)), form.checkAll());
                if (count > 1) {
                    BlockBatch.putEntry(frame, block, start - end[0], near.length(block));
                }
                end[0] = start + near.length(block);
            });
            if (count > 1) {
                BlockBatch.putHead(frame, count);
            }
            taken.accept(count);
            read = true;
            return frame;
        } catch (IOException e) {
            throw open.segment().error(e);
        } finally {
            if (!read) {
                frame.release();
            }
        }
    }

    /**
     * Returns blocks from {@code from} on as one frame, which the caller owns: returns its head; the rest is a
     * range of the file, whose pages are in the page cache now. The blocks are not read.
     *
     * @return null, and no rest, if reading so few bytes is cheaper
     */
    ByteBuf frameInFile(int from, int to, int frameBytes, Consumer<FileBlocks> rest) {
        open.segment().checkNotDropped();
        int count = near.choose(from, to, frameBytes - BlockBatch.headBytes(0), PLACE_BYTES, true);
        if (near.bytes() < MIN_SENT_BYTES || BlockBatch.headBytes(count) + near.bytes() > Stream.MAX_DATA_BYTES) {
            return null;
        }
        long tuples = 0;
        for (int block = 0; block < count; block++) {
            tuples += index.tuples(from + block);
        }
        rest.accept(new FileBlocks(List.of(region(near.offset(), near.bytes())), tuples));
        ByteBuf head = PooledByteBufAllocator.DEFAULT
                .directBuffer(BlockBatch.headBytes(count))
                .writerIndex(BlockBatch.headBytes(count));
        for (int block = 0; block < count; block++) {
            BlockBatch.putEntry(head, block, block == 0 ? 0 : near.gap(block), near.length(block));
        }
        BlockBatch.putHead(head, count);
        return head;
    }

    private SegmentRegion region(long offset, int bytes) {
        try {
            open.file().load(offset, bytes);
            return range(offset, bytes);
        } catch (IOException e) {
            throw open.segment().error(e);
        }
    }

    private SegmentRegion range(long offset, int bytes) throws IOException {
        FileChannel file = open.file().sending();
        return new SegmentRegion(lease.share(), file, offset, bytes);
    }

    /** Returns a range of the file that {@link #load} has brought into the page cache; the caller owns it. */
    public SegmentRegion loaded(long offset, int bytes) {
        try {
            return range(offset, bytes);
        } catch (IOException e) {
            throw open.segment().error(e);
        }
    }

    /**
     * Asks the kernel to bring {@code block} into the page cache, and the blocks after it that are adjacent in the file
     * and are below {@code to}.
     *
     * @return the block after those
     */
    public int load(int block, int to, int maxBytes) {
        open.segment().checkNotDropped();
        int count = near.choose(block, to, maxBytes, 0, true);
        try {
            open.file().load(near.offset(), near.bytes());
        } catch (IOException e) {
            throw open.segment().error(e);
        }
        return block + count;
    }

    /** Returns true if both are in one file. */
    public boolean isSameFile(FileRun other) {
        return open == other.open;
    }

    /** Returns the first key of a block; reads the block if the index has only a prefix. */
    public byte[] firstKey(int block) {
        byte[] indexed = index.firstKey(block);
        if (indexed != null) {
            return indexed;
        }
        List<byte[]> keys = new ArrayList<>();
        read(block, block + 1, 0, bytes -> {
            try {
                keys.add(firstKey(block, bytes));
            } finally {
                bytes.release();
            }
        });
        return keys.get(0);
    }

    private byte[] firstKey(int block, ByteBuf bytes) {
        verify(block, bytes);
        BlockReader reader = new BlockReader();
        byte[] heap = ByteBufUtil.getBytes(bytes);
        reader.resetUnchecked(heap, 0, heap.length);
        if (!reader.next()) {
            throw corrupt("block " + block + " is empty", null);
        }
        return Arrays.copyOfRange(reader.array(), reader.keyOffset(), reader.keyOffset() + reader.keyLength());
    }

    @Override
    public FrameSource batches(KeyRange range, FrameForm form) {
        return new RunBatches(this, range, form);
    }

    @Override
    public void verify(int block, ByteBuf bytes) {
        verify(block, bytes, false);
    }

    private void verify(int block, ByteBuf bytes, boolean evenAgain) {
        if (index.isVerified(block) && !evenAgain) {
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
            throw corrupt(
                    String.format(
                            "block %d: checksum is %08x, expected %08x",
                            block, crc.getValue(), bytes.getInt(at + BlockFormat.CRC_AT)),
                    null);
        }
        index.setVerified(block);
    }

    @Override
    public BlockFilter filter(int block) {
        return open.filter(index.offset(block));
    }

    @Override
    public SubBlockIndex subBlocks(int block) {
        return open.subBlocks(index.offset(block));
    }

    @Override
    public boolean wasReadRecently(int block) {
        return open.wasReadRecently(index.offset(block));
    }

    @Override
    public void cache(int block, BlockFilter filter) {
        open.cache(index.offset(block), filter);
    }

    @Override
    public void cache(int block, SubBlockIndex subBlocks) {
        open.cache(index.offset(block), subBlocks);
    }

    @Override
    public void readBytes(int block, int from, byte[] into, int length) {
        open.segment().checkNotDropped();
        try {
            open.file().read(ByteBuffer.wrap(into, 0, length), index.offset(block) + from);
        } catch (IOException e) {
            throw open.segment().error(e);
        }
    }

    @Override
    public String toString() {
        return open.segment().toString();
    }

    @Override
    public SssException corrupt(String what, Throwable cause) {
        return open.segment().corrupt(info() + ": " + what, cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            lease.close();
        }
    }
}
