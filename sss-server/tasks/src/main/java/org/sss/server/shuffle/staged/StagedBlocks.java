package org.sss.server.shuffle.staged;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.IntFunction;
import org.sss.net.data.PutSession;

/**
 * The blocks of one attempt that wait for one node, in the order in which they were written: in memory, from some point
 * on in a file. Not thread-safe.
 */
final class StagedBlocks {
    private final StagingMemory staging;
    private final Runnable whenFull;
    private final Queue<ByteBuf> frames = new ArrayDeque<>();
    /** Of the blocks that follow those in memory. */
    private final Queue<BlockFile.Range> ranges = new ArrayDeque<>();

    /** @param whenFull runs before blocks wait in a file; may throw instead */
    StagedBlocks(StagingMemory staging, Runnable whenFull) {
        this.staging = staging;
        this.whenFull = whenFull;
    }

    void add(int subgroup, int sequence, byte[] block, int length) {
        if (ranges.isEmpty() && staging.take(length)) {
            frames.add(PutSession.frame(subgroup, sequence, block, length));
        } else {
            whenFull.run();
            ranges.add(staging.file().add(subgroup, sequence, block, length));
        }
    }

    /**
     * Moves blocks to other queues of the same {@link StagingMemory}. The blocks of each subgroup stay in their order,
     * if they all were in this queue.
     *
     * @param targets returns the queue for a subgroup, which may be this one
     */
    void redirect(IntFunction<StagedBlocks> targets) {
        List<ByteBuf> movedFrames = List.copyOf(frames);
        List<BlockFile.Range> movedRanges = List.copyOf(ranges);
        frames.clear();
        ranges.clear();
        movedFrames.forEach(
                frame -> targets.apply(frame.getInt(frame.readerIndex())).frames.add(frame));
        movedRanges.forEach(range -> targets.apply(range.subgroup()).ranges.add(range));
    }

    boolean isEmpty() {
        return frames.isEmpty() && ranges.isEmpty();
    }

    /** Removes the next block; the caller owns it. Null after the last one. */
    ByteBuf poll() {
        ByteBuf frame = frames.poll();
        if (frame != null) {
            staging.give(lengthOf(frame));
            return frame;
        }
        BlockFile.Range range = ranges.poll();
        return range == null ? null : staging.file().read(range);
    }

    private static int lengthOf(ByteBuf frame) {
        return frame.readableBytes() - BlockFile.HEADER_BYTES;
    }

    void discard() {
        ranges.clear();
        for (ByteBuf frame = frames.poll(); frame != null; frame = frames.poll()) {
            staging.give(lengthOf(frame));
            frame.release();
        }
    }
}
