package org.sss.dataserver.merge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.sss.net.block.BlockReader;

/**
 * A block in direct memory of its own. It is a copy of what came from the network, where a frame may be a slice that
 * retains a read buffer of eight times its size; a block that this process has packed has memory of its own already.
 * Immutable; the owner frees it.
 *
 * @param firstKey as {@link BlockValidator#indexedKey}
 */
public record BufferedBlock(byte[] firstKey, ByteBuf block) {
    /** Approximate bytes of the objects around the block. */
    private static final int OVERHEAD_BYTES = 256;

    /**
     * Shares the readable bytes of {@code block}, which was packed in this process and is loaded in {@code validator}.
     */
    public static BufferedBlock packed(BlockValidator validator, ByteBuf block) {
        boolean isAlone = block.isDirect() && block.nioBufferCount() == 1;
        return isAlone ? new BufferedBlock(validator.indexedKey(), block.retain()) : copy(validator, block);
    }

    /** Copies the readable bytes of {@code block}, of which {@code validator} may have loaded only the ends. */
    private static BufferedBlock copy(BlockValidator validator, ByteBuf block) {
        int length = block.readableBytes();
        return new BufferedBlock(
                validator.indexedKey(),
                PooledByteBufAllocator.DEFAULT
                        .directBuffer(length, length)
                        .writeBytes(block, block.readerIndex(), length));
    }

    /** Copies the block from {@code validator}, which has loaded all of it: there it is in the processor's cache. */
    public static BufferedBlock copy(BlockValidator validator) {
        BlockReader loaded = validator.loaded();
        return copy(validator, loaded.blockArray(), loaded.blockOffset());
    }

    /** Copies the block that is loaded in {@code validator} and stored at {@code bytes[offset]}. */
    public static BufferedBlock copy(BlockValidator validator, byte[] bytes, int offset) {
        int length = validator.blockBytes();
        return new BufferedBlock(
                validator.indexedKey(),
                PooledByteBufAllocator.DEFAULT.directBuffer(length, length).writeBytes(bytes, offset, length));
    }

    /** Returns the cost in the budget of the block loaded in {@code validator}. */
    public static long costOf(BlockValidator validator) {
        return cost(validator.blockBytes(), validator.indexedKeyLength());
    }

    private static long cost(int blockBytes, int keyBytes) {
        return (long) blockBytes + keyBytes + OVERHEAD_BYTES;
    }

    public long cost() {
        return cost(block.readableBytes(), firstKey.length);
    }
}
