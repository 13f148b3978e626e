package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/** The blocks of a run that is held whole; each leaves memory when it is read. One thread at a time. */
final class HeldSource implements BlockSource {
    private final OpenRun run;
    private final Consumer<HeldBlock> free;
    private final byte[] bytes;

    /** @param free takes each block that was read */
    HeldSource(OpenRun run, Consumer<HeldBlock> free) {
        this.run = run;
        this.free = free;
        bytes = new byte[run.largestBlockBytes()];
    }

    @Override
    public boolean next(BlockReader reader) {
        HeldBlock next = run.held().poll();
        if (next == null) {
            return false;
        }
        ByteBuf block = next.block();
        int length = block.readableBytes();
        block.getBytes(block.readerIndex(), bytes, 0, length);
        free.accept(next);
        reader.reset(bytes, 0, length);
        return true;
    }

    @Override
    public void close() {
        // what was not read belongs to the run
    }
}
