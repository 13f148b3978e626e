package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Blocks of several runs in one data frame of an ordered scan. All blocks of the scan come in the order of their first keys, those
 * with the same first key in the order of the runs, and those of one run in their order: a server knows that from its indexes, and
 * the client merges the tuples ({@link org.sss.net.block.FirstKeyMerge}).
 *
 * <pre>
 *   u32 "SSF" 02
 *   u32 blocks
 *   blocks x (u32 bytes before the block that are no part of it, u32 bytes of the block, u32 run)
 *   these bytes and blocks
 * </pre>
 *
 * <p>Runs are numbered from 0 in the order in which the values of equal keys are to come. An instance walks the blocks of one frame
 * after another; one thread at a time.
 */
public final class RunBatch {
    public static final int MAGIC = 'S' << 24 | 'S' << 16 | 'F' << 8 | 2;
    /** More runs are in no scan. */
    public static final int MAX_RUNS = 1 << 12;
    private static final int BLOCKS_AT = 4;
    private static final int PLACES_AT = 8;
    private static final int PLACE_BYTES = 12;

    private ByteBuf frame;
    private int blocks;
    private int next;
    private int offset;
    private int length;
    private int run;

    public static boolean isBatch(ByteBuf frame) {
        return frame.readableBytes() >= PLACES_AT && frame.getInt(frame.readerIndex()) == MAGIC;
    }

    /** Bytes before the first block and what may lie before it. */
    public static int headBytes(int blocks) {
        return PLACES_AT + blocks * PLACE_BYTES;
    }

    public static void writeHead(ByteBuf frame, int blocks) {
        frame.writeInt(MAGIC).writeInt(blocks);
    }

    /** To be called behind {@link #writeHead}, for one block after another. */
    public static void writePlace(ByteBuf frame, int bytesBefore, int bytes, int run) {
        frame.writeInt(bytesBefore).writeInt(bytes).writeInt(run);
    }

    /** Begins a frame, which is referred to and not owned. */
    public void begin(ByteBuf bytes) {
        if (!isBatch(bytes)) {
            throw damaged("does not begin like one");
        }
        int count = bytes.getInt(bytes.readerIndex() + BLOCKS_AT);
        if (count < 1 || count > (bytes.readableBytes() - PLACES_AT) / PLACE_BYTES) {
            throw damaged("says it has " + count + " blocks");
        }
        frame = bytes;
        blocks = count;
        next = 0;
        offset = bytes.readerIndex() + headBytes(count);
        length = 0;
    }

    /** Moves to the next block; false behind the last one. */
    public boolean next() {
        if (next == blocks) {
            return false;
        }
        int at = frame.readerIndex() + headBytes(next++);
        long from = (long) offset + length + frame.getUnsignedInt(at);
        long bytes = frame.getUnsignedInt(at + 4);
        run = frame.getInt(at + 8);
        if (from + bytes > frame.writerIndex() || run < 0 || run >= MAX_RUNS) {
            throw damaged("has no room for block " + (next - 1) + ", which begins at byte " + from + ", has " + bytes
                    + " and is of run " + run);
        }
        offset = (int) from;
        length = (int) bytes;
        return true;
    }

    public int run() {
        return run;
    }

    public int length() {
        return length;
    }

    public void copyTo(byte[] into) {
        frame.getBytes(offset, into, 0, length);
    }

    private static SssException damaged(String what) {
        return new SssException(ErrorCode.CORRUPT, "a frame of blocks of several runs " + what);
    }
}
