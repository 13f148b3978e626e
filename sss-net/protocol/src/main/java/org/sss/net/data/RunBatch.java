package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Blocks of several runs in one data frame of an ordered scan. All blocks of the scan come in the order of their first
 * keys, those with the same first key in the order of the runs, and those of one run in their order. A server has that
 * order from its indexes; the client merges the tuples ({@link org.sss.net.block.FirstKeyMerge}).
 *
 * <pre>
 *   u32 "SSF" 02
 *   u32 blocks
 *   blocks x (u32 bytes before the block that do not belong to it, u32 bytes of the block, u32 run)
 *   these bytes and blocks
 * </pre>
 *
 * <p>Runs are numbered from 0 in the order in which the values of equal keys are to come. An instance iterates over the
 * blocks of one frame after another; one thread at a time.
 */
public final class RunBatch {
    public static final int MAGIC = 'S' << 24 | 'S' << 16 | 'F' << 8 | 2;
    /** Maximum number of runs in a scan. */
    public static final int MAX_RUNS = 1 << 12;

    private static final int BLOCKS_AT = 4;
    private static final int ENTRIES_AT = 8;
    private static final int ENTRY_BYTES = 12;

    private ByteBuf frame;
    private int blocks;
    private int next;
    private int offset;
    private int length;
    private int run;

    public static boolean isBatch(ByteBuf frame) {
        return frame.readableBytes() >= ENTRIES_AT && frame.getInt(frame.readerIndex()) == MAGIC;
    }

    /** Returns the size of the header, before the bytes and blocks. */
    public static int headBytes(int blocks) {
        return ENTRIES_AT + blocks * ENTRY_BYTES;
    }

    public static void writeHead(ByteBuf frame, int blocks) {
        frame.writeInt(MAGIC).writeInt(blocks);
    }

    /** Call it after {@link #writeHead}, once per block in order. */
    public static void writeEntry(ByteBuf frame, int bytesBefore, int bytes, int run) {
        frame.writeInt(bytesBefore).writeInt(bytes).writeInt(run);
    }

    /** Starts a frame, which is referenced and not owned. */
    public void start(ByteBuf bytes) {
        if (!isBatch(bytes)) {
            throw damaged("has no header");
        }
        int count = bytes.getInt(bytes.readerIndex() + BLOCKS_AT);
        if (count < 1 || count > (bytes.readableBytes() - ENTRIES_AT) / ENTRY_BYTES) {
            throw damaged("has a header with " + count + " blocks");
        }
        frame = bytes;
        blocks = count;
        next = 0;
        offset = bytes.readerIndex() + headBytes(count);
        length = 0;
    }

    /** Moves to the next block; false after the last one. */
    public boolean next() {
        if (next == blocks) {
            return false;
        }
        int at = frame.readerIndex() + headBytes(next++);
        long from = (long) offset + length + frame.getUnsignedInt(at);
        long bytes = frame.getUnsignedInt(at + 4);
        run = frame.getInt(at + 8);
        if (from + bytes > frame.writerIndex() || run < 0 || run >= MAX_RUNS) {
            throw damaged("is too short for block " + (next - 1) + ", which starts at byte " + from + ", has " + bytes
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
