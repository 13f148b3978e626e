package org.sss.net.block;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Facts about a block, read from its header without walking it: for code that moves blocks and does not look inside.
 *
 * @param bytes   length of the block
 * @param entries tuples and pieces of tuples in it
 * @param tuples  values that end in it
 * @param dataBytes as {@link BlockReader#dataBytes}
 */
public record BlockStats(int bytes, int entries, int tuples, int dataBytes) {
    /**
     * Reads the header of the block that makes up all readable bytes of {@code block}; moves no index. Does not check the
     * checksum.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when it is not a block of this version or not as long as it says
     */
    public static BlockStats of(ByteBuf block) {
        int at = block.readerIndex();
        int readable = block.readableBytes();
        if (readable < BlockFormat.HEADER_BYTES || readable > BlockFormat.MAX_BLOCK_BYTES
                || block.getInt(at + BlockFormat.MAGIC_AT) != BlockFormat.MAGIC
                || block.getInt(at + BlockFormat.LENGTH_AT) != readable) {
            throw new SssException(ErrorCode.CORRUPT, "these " + readable + " bytes are not a block of version 1");
        }
        return new BlockStats(readable, block.getInt(at + BlockFormat.ENTRIES_AT), block.getInt(at + BlockFormat.TUPLES_AT),
                block.getInt(at + BlockFormat.DATA_BYTES_AT));
    }
}
