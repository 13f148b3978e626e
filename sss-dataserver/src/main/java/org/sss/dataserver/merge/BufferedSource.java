package org.sss.dataserver.merge;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/** The blocks of a run that is completely in memory; each is freed when the next one is read. One thread at a time. */
final class BufferedSource implements BlockSource {
    private final OpenRun run;
    private final Consumer<BufferedBlock> free;
    private final byte[] bytes;
    private BufferedBlock current;

    /** @param free receives each block that was read */
    BufferedSource(OpenRun run, Consumer<BufferedBlock> free) {
        this.run = run;
        this.free = free;
        bytes = new byte[run.largestBlockBytes()];
    }

    @Override
    public boolean next(BlockReader reader) {
        close();
        current = run.buffered().poll();
        if (current == null) {
            return false;
        }
        ByteBuf block = current.block();
        int length = block.readableBytes();
        block.getBytes(block.readerIndex(), bytes, 0, length);
        reader.reset(bytes, 0, length);
        return true;
    }

    /** Returns the array that readers find all blocks in. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the block that was read last; the caller owns it from now on. */
    BufferedBlock takeCurrent() {
        BufferedBlock taken = current;
        current = null;
        return taken;
    }

    /** Frees the block that was read last; unread blocks belong to the run. */
    @Override
    public void close() {
        if (current != null) {
            free.accept(takeCurrent());
        }
    }
}
