package org.sss.server.shuffle.pull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;

/**
 * The data frames of {@link org.sss.net.control.DataVerbs#PULL}. Stateless.
 *
 * <pre>
 *   block   u8 0, origin, u32 subgroup, u32 sequence, block     from the subgroup on, a frame of {@link DataVerbs#PUT}
 *   ended   u8 1, origin, u64 tuples, u64 bytes                 the sum over all blocks of this origin for the receiver
 *   failed  u8 2, origin                                        the receiver drops the blocks of this origin
 *
 *   origin: u32 output, u32 source, u32 attempt
 * </pre>
 */
final class PullFrames {
    static final byte BLOCK = 0;
    static final byte ENDED = 1;
    static final byte FAILED = 2;
    static final int HEADER_BYTES = 1 + 3 * Integer.BYTES;
    static final int BLOCK_HEADER_BYTES = HEADER_BYTES + DataVerbs.PUT_FRAME_HEADER_BYTES;
    private static final int ENDED_BYTES = HEADER_BYTES + 2 * Long.BYTES;

    private PullFrames() {}

    /**
     * Where blocks come from.
     *
     * @param output index among the outputs of the job
     * @param source number of the task
     */
    record Origin(int output, int source, int attempt) {}

    static ByteBuf block(Origin origin, int subgroup, int sequence, byte[] block, int length) {
        return start(BLOCK_HEADER_BYTES + length, BLOCK, origin)
                .writeInt(subgroup)
                .writeInt(sequence)
                .writeBytes(block, 0, length);
    }

    static ByteBuf ended(Origin origin, long tuples, long dataBytes) {
        return start(ENDED_BYTES, ENDED, origin).writeLong(tuples).writeLong(dataBytes);
    }

    static ByteBuf failed(Origin origin) {
        return start(HEADER_BYTES, FAILED, origin);
    }

    private static ByteBuf start(int bytes, byte kind, Origin origin) {
        return PooledByteBufAllocator.DEFAULT
                .directBuffer(bytes)
                .writeByte(kind)
                .writeInt(origin.output())
                .writeInt(origin.source())
                .writeInt(origin.attempt());
    }

    /**
     * Returns the kind, and checks the length. {@link #readOrigin} follows.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL}
     */
    static byte readKind(ByteBuf frame) {
        int bytes = frame.readableBytes();
        byte kind = bytes == 0 ? -1 : frame.readByte();
        boolean valid =
                switch (kind) {
                    case BLOCK -> bytes > BLOCK_HEADER_BYTES;
                    case ENDED -> bytes == ENDED_BYTES;
                    case FAILED -> bytes == HEADER_BYTES;
                    default -> false;
                };
        if (!valid) {
            throw new SssException(
                    ErrorCode.PROTOCOL, "a frame of kind " + kind + " and " + bytes + " bytes is none of shuffle.pull");
        }
        return kind;
    }

    static Origin readOrigin(ByteBuf frame) {
        return new Origin(frame.readInt(), frame.readInt(), frame.readInt());
    }
}
