package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;

/**
 * Several blocks in one data frame of a scan, with the bytes between them in the file, so that a frame is read by one
 * system call and never copied.
 *
 * <pre>
 *   u32 "SSF" 01
 *   u32 blocks
 *   blocks x (u32 bytes before the block that do not belong to it, u32 bytes of the block)
 *   these bytes and blocks
 * </pre>
 *
 * <p>A frame without this magic is a single block, or a sign of life. An instance walks the blocks of one frame after
 * another; one thread at a time.
 */
public final class BlockBatch {
    public static final int MAGIC = 'S' << 24 | 'S' << 16 | 'F' << 8 | 1;
    /** Approximate size of frames that clients request. */
    public static final int FRAME_BYTES = 256 << 10;

    private static final int BLOCKS_AT = 4;
    private static final int ENTRIES_AT = 8;
    private static final int ENTRY_BYTES = 8;

    private byte[] frame = new byte[0];
    private int frameBytes;
    private int blocks;
    private int next;
    private int offset;
    private int length;

    public static boolean isBatch(ByteBuf frame) {
        return frame.readableBytes() >= ENTRIES_AT && frame.getInt(frame.readerIndex()) == MAGIC;
    }

    /** Returns the size of the header, before the bytes and blocks. */
    public static int headBytes(int blocks) {
        return ENTRIES_AT + blocks * ENTRY_BYTES;
    }

    public static void putHead(ByteBuf frame, int blocks) {
        frame.setInt(frame.readerIndex(), MAGIC).setInt(frame.readerIndex() + BLOCKS_AT, blocks);
    }

    /** @param block index of the block, from 0 */
    public static void putEntry(ByteBuf frame, int block, int bytesBefore, int bytes) {
        int at = frame.readerIndex() + headBytes(block);
        frame.setInt(at, bytesBefore).setInt(at + 4, bytes);
    }

    /** Returns the number of blocks of a frame made by this process; needs its header only. */
    public static int blocks(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + BLOCKS_AT);
    }

    /** Receives the range of a block in a frame. */
    @FunctionalInterface
    public interface Taker {
        void take(int offset, int length);
    }

    /** Iterates over a frame made by this process. */
    public static void forEach(ByteBuf frame, Taker taker) {
        int first = frame.readerIndex();
        int count = frame.getInt(first + BLOCKS_AT);
        int at = first + headBytes(count);
        for (int block = 0; block < count; block++) {
            int entry = first + headBytes(block);
            at += frame.getInt(entry);
            taker.take(at, frame.getInt(entry + 4));
            at += frame.getInt(entry + 4);
        }
    }

    /**
     * Starts a frame in {@code bytes[0, length)}, which is referenced and not copied; returns false if it is not a
     * batch.
     */
    public boolean start(byte[] bytes, int length) {
        blocks = 0;
        next = 0;
        if (length < ENTRIES_AT || BigEndian.getInt(bytes, 0) != MAGIC) {
            return false;
        }
        int count = BigEndian.getInt(bytes, BLOCKS_AT);
        if (count < 1 || count > (length - ENTRIES_AT) / ENTRY_BYTES) {
            throw damaged("has a header with " + count + " blocks");
        }
        frame = bytes;
        frameBytes = length;
        blocks = count;
        offset = headBytes(count);
        this.length = 0;
        return true;
    }

    /** Moves to the next block; false after the last one. */
    public boolean next() {
        if (next == blocks) {
            return false;
        }
        int at = headBytes(next++);
        long from = (long) offset + length + (BigEndian.getInt(frame, at) & 0xFFFFFFFFL);
        long bytes = BigEndian.getInt(frame, at + 4) & 0xFFFFFFFFL;
        if (from + bytes > frameBytes) {
            throw damaged("ends within block " + (next - 1) + ", which starts at byte " + from + " and has " + bytes);
        }
        offset = (int) from;
        length = (int) bytes;
        return true;
    }

    /** Offset of the block in the frame. */
    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    private static SssException damaged(String what) {
        return new SssException(ErrorCode.CORRUPT, "a frame of several blocks " + what);
    }
}
