package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * The blocks of one run for a reader in this JVM: many blocks per native call, walked where they lie. One thread at a
 * time.
 */
final class RunSource implements BlockSource {
    private final BlockBatches blocks;
    private final BatchBuffer shared;
    private final int batchBytes;
    private byte[] batch = new byte[0];
    private int at;
    private int end;
    private boolean ended;
    private boolean closed;

    /**
     * @param blocks     owned
     * @param shared     used by all runs of the scan
     * @param batchBytes how much to read at once; more when a block is larger
     */
    RunSource(BlockBatches blocks, BatchBuffer shared, int batchBytes) {
        this.blocks = blocks;
        this.shared = shared.use();
        this.batchBytes = batchBytes;
    }

    @Override
    public boolean next(BlockReader reader) {
        while (at < end || fill()) {
            int keyLength = BigEndian.getInt(batch, at);
            int length = BigEndian.getInt(batch, at + 4);
            int key = at + BlockBatches.RECORD_HEADER_BYTES;
            at = key + keyLength + length;
            if (blocks.isMine(BigEndian.getInt(batch, key))) {
                load(reader, key + keyLength, length);
                return true;
            }
        }
        return false;
    }

    private void load(BlockReader reader, int offset, int length) {
        try {
            reader.reset(batch, offset, length);
        } catch (SssException e) {
            throw blocks.corrupt(e.getMessage(), e);
        }
        blocks.count(reader.tupleCount());
    }

    private boolean fill() {
        if (ended) {
            return false;
        }
        ByteBuf memory = read(batchBytes);
        int bytes = memory.readableBytes();
        if (bytes == 0) {
            ended = true;
            batch = new byte[0];
            blocks.checkComplete();
            return false;
        }
        if (batch.length < bytes) {
            batch = new byte[bytes];
        }
        memory.getBytes(0, batch, 0, bytes);
        at = 0;
        end = bytes;
        return true;
    }

    private ByteBuf read(int bytes) {
        ByteBuf memory = shared.ensure(bytes).slice(0, bytes);
        int records = blocks.read(memory);
        return records < 0 ? read(-records) : memory;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ended = true;
            blocks.close();
            shared.release();
        }
    }
}
