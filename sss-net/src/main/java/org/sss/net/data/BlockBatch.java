package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;

/**
 * Several blocks in one data frame of a scan, with whatever lies between them where they are stored, so that they are read from
 * there by one system call, and copied by none of the hands that they go through.
 *
 * <pre>
 *   u32 "SSF" 01
 *   u32 blocks
 *   blocks x (u32 bytes before the block that are no part of it, u32 bytes of the block)
 *   these bytes and blocks
 * </pre>
 *
 * <p>A frame that begins otherwise is a single block, or a sign of life. An instance walks the blocks of one frame after another;
 * one thread at a time.
 */
public final class BlockBatch {
    public static final int MAGIC = 'S' << 24 | 'S' << 16 | 'F' << 8 | 1;
    /** Clients ask for frames of about this size. */
    public static final int FRAME_BYTES = 256 << 10;
    private static final int BLOCKS_AT = 4;
    private static final int PLACES_AT = 8;
    private static final int PLACE_BYTES = 8;

    private byte[] frame = new byte[0];
    private int frameBytes;
    private int blocks;
    private int next;
    private int offset;
    private int length;

    public static boolean isBatch(ByteBuf frame) {
        return frame.readableBytes() >= PLACES_AT && frame.getInt(frame.readerIndex()) == MAGIC;
    }

    /** Bytes before the first block and what may lie before it. */
    public static int headBytes(int blocks) {
        return PLACES_AT + blocks * PLACE_BYTES;
    }

    public static void putHead(ByteBuf frame, int blocks) {
        frame.setInt(frame.readerIndex(), MAGIC).setInt(frame.readerIndex() + BLOCKS_AT, blocks);
    }

    /** @param block from 0 on */
    public static void putPlace(ByteBuf frame, int block, int bytesBefore, int bytes) {
        int at = frame.readerIndex() + headBytes(block);
        frame.setInt(at, bytesBefore).setInt(at + 4, bytes);
    }

    /** How many blocks a frame has that this process has made, of which the head is there. */
    public static int blocks(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + BLOCKS_AT);
    }

    /** Takes the place of a block in a frame. */
    @FunctionalInterface
    public interface Taker {
        void take(int offset, int length);
    }

    /** Walks a frame that this process has made. */
    public static void forEach(ByteBuf frame, Taker taker) {
        int first = frame.readerIndex();
        int count = frame.getInt(first + BLOCKS_AT);
        int at = first + headBytes(count);
        for (int block = 0; block < count; block++) {
            int place = first + headBytes(block);
            at += frame.getInt(place);
            taker.take(at, frame.getInt(place + 4));
            at += frame.getInt(place + 4);
        }
    }

    /** Begins a frame, {@code bytes[0, length)}, which is referred to and not copied; false when it is no batch. */
    public boolean begin(byte[] bytes, int length) {
        blocks = 0;
        next = 0;
        if (length < PLACES_AT || BigEndian.getInt(bytes, 0) != MAGIC) {
            return false;
        }
        int count = BigEndian.getInt(bytes, BLOCKS_AT);
        if (count < 1 || count > (length - PLACES_AT) / PLACE_BYTES) {
            throw damaged("says it has " + count + " blocks");
        }
        frame = bytes;
        frameBytes = length;
        blocks = count;
        offset = headBytes(count);
        this.length = 0;
        return true;
    }

    /** Moves to the next block; false behind the last one. */
    public boolean next() {
        if (next == blocks) {
            return false;
        }
        int at = headBytes(next++);
        long from = (long) offset + length + (BigEndian.getInt(frame, at) & 0xFFFFFFFFL);
        long bytes = BigEndian.getInt(frame, at + 4) & 0xFFFFFFFFL;
        if (from + bytes > frameBytes) {
            throw damaged("ends within block " + (next - 1) + ", which begins at byte " + from + " and has " + bytes);
        }
        offset = (int) from;
        length = (int) bytes;
        return true;
    }

    /** Where the block begins in the frame. */
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
