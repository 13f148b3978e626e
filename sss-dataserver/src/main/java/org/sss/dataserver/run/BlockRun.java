package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.BlockFilter;
import org.sss.dataserver.index.BlockIndex;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;

/**
 * A run that is stored as the blocks that were put. One thread at a time.
 *
 * <pre>
 *   index()                                 which blocks (by key), without reading any
 *   read(from, to, ...)                     those blocks, many at once
 *   source(range), frames(range)            both together, as a stream
 * </pre>
 */
public interface BlockRun extends Run {
    /**
     * Returns the index of its blocks, in key order. A point read:
     * {@code read(index.firstBlock(key), index.endBlock(key), 0, out)} and so on.
     */
    BlockIndex index();

    /**
     * Reads blocks from {@code from} on: as many as fit into {@code batchBytes}, at least one, and none from
     * {@code to} on. Passes each to {@code out}, in order; the receiver releases it, also when this throws after
     * some. Does not compare checksums.
     *
     * @return the number of the block after the last one
     * @throws SssException {@link ErrorCode#NOT_FOUND} when the group was dropped, {@link ErrorCode#CORRUPT},
     *     {@link ErrorCode#STORAGE}
     */
    int read(int from, int to, int batchBytes, Consumer<ByteBuf> out);

    /**
     * Compares the checksum of a block unless that was done recently: for bytes that leave this process, whose receiver
     * compares it too but does not know the file.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}
     */
    default void verify(int block, ByteBuf bytes) {
        // a block in memory was compared when it arrived
    }

    /** Returns the cached filter of the keys of a block, or null. */
    default BlockFilter filter(int block) {
        return null;
    }

    /** Returns the cached index of the sub-blocks of a block, or null. */
    default SubBlockIndex subBlocks(int block) {
        return null;
    }

    /**
     * Returns true if a block, just read for single keys, was read for them recently: then it pays to {@link #cache}
     * its filter or index.
     */
    default boolean wasReadRecently(int block) {
        return false; // a block in memory is not read
    }

    default void cache(int block, BlockFilter filter) {
        throw new UnsupportedOperationException("no filter of block " + block + " is cached");
    }

    default void cache(int block, SubBlockIndex subBlocks) {
        throw new UnsupportedOperationException("no sub-blocks of block " + block + " are cached");
    }

    /** Reads bytes of a block, from {@code from} on; the caller compares their checksum. Throws as {@link #read}. */
    default void readBytes(int block, int from, byte[] into, int length) {
        throw new UnsupportedOperationException("no sub-blocks of block " + block + " are known");
    }

    @Override
    default BlockSource source(KeyRange range, int batchBytes) {
        return new RunSource(this, range, batchBytes);
    }

    /** Returns the blocks as they are stored. */
    @Override
    default FrameSource frames(KeyRange range, int batchBytes) {
        return new RunFrames(this, range, batchBytes);
    }

    @Override
    default KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany) {
        return new KeyCursor(this, slot, oneOfMany);
    }
}
