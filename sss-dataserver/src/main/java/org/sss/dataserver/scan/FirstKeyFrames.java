package org.sss.dataserver.scan;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.SegmentRegion;
import org.sss.net.block.KeyRange;
import org.sss.net.data.RunBatch;
import org.sss.net.transport.Stream;

/**
 * The blocks of several runs for a client that merges them: frames of ranges of files, in the order of the blocks'
 * first keys. The blocks are not read here. One thread at a time. Owns its runs.
 */
final class FirstKeyFrames implements FrameSource {
    /** Read-ahead of a run that the kernel is asked for at once. */
    private static final int LOAD_BYTES = 256 << 10;

    private static final int ENTRY_BYTES = RunBatch.headBytes(1) - RunBatch.headBytes(0);

    private final List<FileRun> runs;
    private final KeyRange range;
    private final int maxBytes;
    private FirstKeyOrder order;
    private FileBlocks rest;
    // of the current frame
    private final List<FileBlock> blocks = new ArrayList<>();
    private long tuples;

    /** A block in a file. */
    private record FileBlock(FileRun run, int number, long offset, int length) {
        long end() {
            return offset + length;
        }

        boolean follows(FileBlock other) {
            return run.isSameFile(other.run) && offset == other.end();
        }
    }

    /** @param runs in the order of the values of equal keys */
    FirstKeyFrames(List<FileRun> runs, KeyRange range, int maxBytes) {
        this.runs = runs;
        this.range = range;
        this.maxBytes = Math.min(maxBytes, Stream.MAX_DATA_BYTES);
    }

    @Override
    public ByteBuf next() {
        if (order == null) {
            order = new FirstKeyOrder(runs, range);
        }
        choose();
        if (blocks.isEmpty()) {
            return null;
        }
        rest = new FileBlocks(ranges(), tuples);
        return head();
    }

    private void choose() {
        blocks.clear();
        tuples = 0;
        int bytes = RunBatch.headBytes(0);
        for (FirstKeyOrder.Cursor at = order.current(); at != null; at = order.current()) {
            int length = at.length();
            if (!blocks.isEmpty() && bytes + ENTRY_BYTES + length > maxBytes) {
                return;
            }
            at.load(LOAD_BYTES);
            blocks.add(new FileBlock(at.run(), at.number(), at.offset(), length));
            tuples += at.run().index().tuples(at.block());
            bytes += ENTRY_BYTES + length;
            order.next();
        }
    }

    /** Joins adjacent blocks into one range. */
    private List<SegmentRegion> ranges() {
        List<SegmentRegion> ranges = new ArrayList<>();
        boolean done = false;
        try {
            for (int first = 0, next; first < blocks.size(); first = next) {
                next = first + 1;
                while (next < blocks.size() && blocks.get(next).follows(blocks.get(next - 1))) {
                    next++;
                }
                FileBlock start = blocks.get(first);
                ranges.add(start.run()
                        .loaded(start.offset(), (int) (blocks.get(next - 1).end() - start.offset())));
            }
            done = true;
            return ranges;
        } finally {
            if (!done) {
                Closing.each(ranges, SegmentRegion::release);
            }
        }
    }

    private ByteBuf head() {
        ByteBuf head = PooledByteBufAllocator.DEFAULT.directBuffer(RunBatch.headBytes(blocks.size()));
        RunBatch.writeHead(head, blocks.size());
        for (FileBlock block : blocks) {
            RunBatch.writeEntry(head, 0, block.length(), block.number());
        }
        return head;
    }

    @Override
    public FileBlocks rest() {
        FileBlocks given = rest;
        rest = null;
        return given;
    }

    @Override
    public void close() {
        FileBlocks left = rest();
        Closing.all(
                () -> {
                    if (left != null) {
                        left.release();
                    }
                },
                () -> Closing.each(runs, FileRun::close));
    }
}
