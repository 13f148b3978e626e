package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run as they are stored: slices of the bytes that one read returned, without a copy. One thread at a
 * time. Owns the run.
 */
final class RunFrames implements FrameSource {
    private final BlockRun run;
    private final KeyRange range;
    private final int batchBytes;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private boolean started;
    private int taken;
    private int read;
    private int end;

    RunFrames(BlockRun run, KeyRange range, int batchBytes) {
        this.run = run;
        this.range = range;
        this.batchBytes = batchBytes;
    }

    @Override
    public ByteBuf next() {
        fill();
        if (ready.isEmpty()) {
            return null;
        }
        run.verify(taken++, ready.peek());
        return ready.poll();
    }

    private void fill() {
        if (!started) {
            taken = run.index().firstBlock(range);
            read = taken;
            end = run.index().endBlock(range);
            started = true;
        }
        if (ready.isEmpty() && read < end) {
            read = run.read(read, end, batchBytes, ready::add);
        }
    }

    @Override
    public void close() {
        started = true;
        read = end;
        ready.forEach(ByteBuf::release);
        ready.clear();
        run.close();
    }
}
