package org.sss.net.block;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Statistics of a block, read from its header: for code that moves blocks without reading their entries.
 *
 * @param bytes   length of the block
 * @param entries number of tuples and pieces of tuples
 * @param tuples  number of values that end in it
 * @param dataBytes as {@link BlockReader#dataBytes}
 */
public record BlockStats(int bytes, int entries, int tuples, int dataBytes) {
    /**
     * Reads the header of the block in the readable bytes of {@code block}; does not move its indexes. Does not check
     * the checksum.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if it is not a block of this version or its length is wrong
     */
    public static BlockStats of(ByteBuf block) {
        int at = block.readerIndex();
        int readable = block.readableBytes();
        if (readable < BlockFormat.HEADER_BYTES
                || readable > BlockFormat.MAX_BLOCK_BYTES
                || block.getInt(at + BlockFormat.MAGIC_AT) != BlockFormat.MAGIC
                || block.getInt(at + BlockFormat.LENGTH_AT) != readable) {
            throw new SssException(ErrorCode.CORRUPT, "these " + readable + " bytes are not a block of version 1");
        }
        return new BlockStats(
                readable,
                block.getInt(at + BlockFormat.ENTRIES_AT),
                block.getInt(at + BlockFormat.TUPLES_AT),
                block.getInt(at + BlockFormat.DATA_BYTES_AT));
    }
}
