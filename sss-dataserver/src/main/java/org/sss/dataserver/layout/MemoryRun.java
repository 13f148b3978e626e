package org.sss.dataserver.layout;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.RunInfo;

/** A committed run in memory; readers get its blocks without a copy. One thread at a time. */
public final class MemoryRun implements BlockRun {
    private final MemorySegment segment;
    private final MemorySegment.StoredRun run;
    private final BlockIndex index;
    private boolean closed;

    MemoryRun(MemorySegment segment, MemorySegment.StoredRun run) {
        this.segment = segment;
        this.run = run;
        index = new BlockIndex(run.index());
    }

    @Override
    public RunInfo info() {
        return run.info();
    }

    @Override
    public BlockIndex index() {
        return index;
    }

    @Override
    public int read(int from, int to, int batchBytes, Consumer<ByteBuf> out) {
        segment.checkNotEnded();
        List<ByteBuf> blocks = run.blocks();
        int next = from;
        long bytes = 0;
        do {
            ByteBuf block = blocks.get(next++);
            bytes += block.readableBytes();
            out.accept(block.retainedDuplicate());
        } while (next < to && bytes + blocks.get(next).readableBytes() <= batchBytes);
        return next;
    }

    @Override
    public String toString() {
        return segment.toString();
    }

    @Override
    public SssException corrupt(String what, Throwable cause) {
        return new SssException(
                ErrorCode.CORRUPT,
                segment + ", " + info() + " is damaged: " + what
                        + ". Check the memory of this machine; drop the group and run the job that wrote it again",
                cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            segment.release();
        }
    }
}
