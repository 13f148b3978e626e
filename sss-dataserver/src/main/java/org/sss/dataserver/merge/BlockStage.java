package org.sss.dataserver.merge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * Direct memory in which a leaf of a segment is laid out: keys, and copies of blocks in arrays. One for all files that
 * a thread writes, since nothing stays in it between two of its tasks. For that thread only.
 */
public final class BlockStage implements AutoCloseable {
    private static final int HEADS_BYTES = 64 << 10;
    private static final int BLOCKS_BYTES = 320 << 10;

    private ByteBuf heads;
    private ByteBuf blocks;

    /** Memory for keys. */
    public ByteBuffer heads() {
        if (heads == null) {
            heads = PooledByteBufAllocator.DEFAULT.directBuffer(HEADS_BYTES, HEADS_BYTES);
        }
        return heads.nioBuffer(0, HEADS_BYTES);
    }

    /** Returns true if a block of {@code length} bytes can be copied; always true if this is empty. */
    public boolean hasRoom(int length) {
        return blocks == null || blocks.readableBytes() == 0 || blocks.writableBytes() >= length;
    }

    /** Returns a copy, valid until {@link #clear}; call only if {@link #hasRoom}. */
    public ByteBuffer copy(byte[] array, int offset, int length) {
        if (blocks != null && blocks.writableBytes() < length) {
            release();
        }
        if (blocks == null) {
            int bytes = Math.max(length, BLOCKS_BYTES);
            blocks = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        }
        int at = blocks.writerIndex();
        blocks.writeBytes(array, offset, length);
        return blocks.nioBuffer(at, length);
    }

    /** Discards the copies. */
    public void clear() {
        if (blocks != null) {
            blocks.clear();
            if (blocks.capacity() > BLOCKS_BYTES) {
                release();
            }
        }
    }

    private void release() {
        blocks.release();
        blocks = null;
    }

    @Override
    public void close() {
        if (blocks != null) {
            release();
        }
        if (heads != null) {
            heads.release();
            heads = null;
        }
    }
}
