package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;

/** The blocks of one run as they are stored: slices of what one read gave, without a copy. One thread at a time. Owns the run. */
final class RunFrames implements FrameSource {
    private final BlockRun run;
    private final int batchBytes;
    private final int end;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private int taken;
    private int read;

    RunFrames(BlockRun run, KeyRange range, int batchBytes) {
        this.run = run;
        this.batchBytes = batchBytes;
        taken = run.index().firstBlock(range);
        read = taken;
        end = run.index().endBlock(range);
    }

    @Override
    public ByteBuf next() {
        if (ready.isEmpty() && read < end) {
            read = run.read(read, end, batchBytes, ready::add);
        }
        if (ready.isEmpty()) {
            return null;
        }
        run.verify(taken++, ready.peek());
        return ready.poll();
    }

    @Override
    public void close() {
        read = end;
        ready.forEach(ByteBuf::release);
        ready.clear();
        run.close();
    }
}
