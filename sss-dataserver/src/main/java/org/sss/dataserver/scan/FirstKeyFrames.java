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
 * The blocks of several runs for a client that merges them: frames of ranges of files, in the order of the blocks' first keys. Nobody
 * here looks at the blocks. One thread at a time. Owns its runs.
 */
final class FirstKeyFrames implements FrameSource {
    /** What the kernel is told to read of a run at once. */
    private static final int LOAD_BYTES = 256 << 10;
    private static final int PLACE_BYTES = RunBatch.headBytes(1) - RunBatch.headBytes(0);

    private final List<FileRun> runs;
    private final KeyRange range;
    private final int mostBytes;
    private FirstKeyOrder order;
    private FileBlocks rest;
    // of the frame that is being made
    private final List<Piece> pieces = new ArrayList<>();
    private long tuples;

    /** A block in a file. */
    private record Piece(FileRun run, int number, long offset, int length) {
        long end() {
            return offset + length;
        }

        boolean follows(Piece other) {
            return run.isBeside(other.run) && offset == other.end();
        }
    }

    /** @param runs in the order in which the values of equal keys are to come */
    FirstKeyFrames(List<FileRun> runs, KeyRange range, int mostBytes) {
        this.runs = runs;
        this.range = range;
        this.mostBytes = Math.min(mostBytes, Stream.MAX_DATA_BYTES);
    }

    @Override
    public ByteBuf next() {
        if (order == null) {
            order = new FirstKeyOrder(runs, range);
        }
        choose();
        if (pieces.isEmpty()) {
            return null;
        }
        rest = new FileBlocks(ranges(), tuples);
        return head();
    }

    private void choose() {
        pieces.clear();
        tuples = 0;
        int bytes = RunBatch.headBytes(0);
        for (FirstKeyOrder.Cursor at = order.current(); at != null; at = order.current()) {
            int length = at.length();
            if (!pieces.isEmpty() && bytes + PLACE_BYTES + length > mostBytes) {
                return;
            }
            at.load(LOAD_BYTES);
            pieces.add(new Piece(at.run(), at.number(), at.offset(), length));
            tuples += at.run().index().tuples(at.block());
            bytes += PLACE_BYTES + length;
            order.next();
        }
    }

    /** Blocks that lie side by side are one range. */
    private List<SegmentRegion> ranges() {
        List<SegmentRegion> ranges = new ArrayList<>();
        boolean done = false;
        try {
            for (int first = 0, next; first < pieces.size(); first = next) {
                next = first + 1;
                while (next < pieces.size() && pieces.get(next).follows(pieces.get(next - 1))) {
                    next++;
                }
                Piece begin = pieces.get(first);
                ranges.add(begin.run().loaded(begin.offset(), (int) (pieces.get(next - 1).end() - begin.offset())));
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
        ByteBuf head = PooledByteBufAllocator.DEFAULT.directBuffer(RunBatch.headBytes(pieces.size()));
        RunBatch.writeHead(head, pieces.size());
        for (Piece piece : pieces) {
            RunBatch.writePlace(head, 0, piece.length(), piece.number());
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
        Closing.all(() -> {
            if (left != null) {
                left.release();
            }
        }, () -> Closing.each(runs, FileRun::close));
    }
}
