package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run in a range of keys, as they are stored; one read returns many. One thread at a time. Owns the
 * run.
 */
final class RunBlocks implements AutoCloseable {
    private final BlockRun run;
    private final KeyRange range;
    private final int batchBytes;
    private final Queue<ByteBuf> ready = new ArrayDeque<>();
    private boolean started;
    private int next;
    private int read;
    private int end;

    RunBlocks(BlockRun run, KeyRange range, int batchBytes) {
        this.run = run;
        this.range = range;
        this.batchBytes = batchBytes;
    }

    /** Returns the next block, owned by the caller, with the number {@link #number}; null at the end. */
    ByteBuf next() {
        if (!started) {
            next = run.index().firstBlock(range);
            read = next;
            end = run.index().endBlock(range);
            started = true;
        }
        if (ready.isEmpty() && read < end) {
            read = run.read(read, end, batchBytes, ready::add);
        }
        ByteBuf block = ready.poll();
        next += block == null ? 0 : 1;
        return block;
    }

    /** Returns the number of the block that {@link #next} has returned. */
    int number() {
        return next - 1;
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
