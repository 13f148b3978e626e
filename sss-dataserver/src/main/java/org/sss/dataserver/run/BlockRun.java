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
 * A run that lies there as the blocks that were put. One thread at a time.
 *
 * <pre>
 *   index()                                 which blocks (by key), without reading any
 *   read(from, to, ...)                     those blocks, many at once
 *   source(range), frames(range)            both together, as a stream
 * </pre>
 */
public interface BlockRun extends Run {
    /** Its blocks in key order. A point read: {@code read(index.firstBlock(key), index.endBlock(key), 0, out)} and so on. */
    BlockIndex index();

    /**
     * Reads blocks from {@code from} on: as many as {@code batchBytes} have room for, but at least one, and none from
     * {@code to} on. Each is given to {@code out}, in order, and is the receiver's to release, also when this throws after
     * some. Their checksums were not compared.
     *
     * @return the number of the block after the last one
     * @throws SssException {@link ErrorCode#NOT_FOUND} when the group was dropped, {@link ErrorCode#CORRUPT},
     *     {@link ErrorCode#STORAGE}
     */
    int read(int from, int to, int batchBytes, Consumer<ByteBuf> out);

    /**
     * Compares the checksum of a block unless that was done lately: for bytes that leave this process, whose receiver does the
     * same but does not know the file.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}
     */
    default void verify(int block, ByteBuf bytes) {
        // what is in memory was compared when it came
    }

    /** What was learned of the keys of a block, or null. */
    default BlockFilter filter(int block) {
        return null;
    }

    /** What was learned of the parts of a block, or null. */
    default SubBlockIndex parts(int block) {
        return null;
    }

    /** Whether a block, which was just read for single keys, was so lately: then it pays to {@link #keep} what it is like. */
    default boolean isReadAgain(int block) {
        return false; // a block in memory is not read
    }

    default void keep(int block, BlockFilter filter) {
        throw new UnsupportedOperationException("nobody wants a filter of block " + block);
    }

    default void keep(int block, SubBlockIndex parts) {
        throw new UnsupportedOperationException("nobody wants the parts of block " + block);
    }

    /** Reads bytes of a block, from {@code from} on, whose checksum is the caller's to compare. Throws as {@link #read}. */
    default void readPart(int block, int from, byte[] into, int length) {
        throw new UnsupportedOperationException("nobody knows the parts of block " + block);
    }

    @Override
    default BlockSource source(KeyRange range, int batchBytes) {
        return new RunSource(this, range, batchBytes);
    }

    /** The blocks as they are stored. */
    @Override
    default FrameSource frames(KeyRange range, int batchBytes) {
        return new RunFrames(this, range, batchBytes);
    }

    @Override
    default KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany) {
        return new KeyCursor(this, slot, oneOfMany);
    }
}
