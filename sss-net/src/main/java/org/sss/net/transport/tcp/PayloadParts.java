package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/**
 * A payload that comes in parts. A part that is a good part of its read buffer stays where it is; others are copied to
 * memory that grows with what has come, whatever length the peer announced. Not thread-safe: belongs to one event loop.
 */
final class PayloadParts {
    /** Memory for what is copied is taken so many bytes at a time. */
    static final int COPIED_BYTES = 16 << 10;
    /** Copying less than this costs no more than to remember where it lies. */
    private static final int MIN_SLICE_BYTES = 4 << 10;

    private final ByteBufAllocator allocator;
    private CompositeByteBuf whole; // null while there is nothing but what was copied
    private ByteBuf copied; // behind the others; null if there is none with room
    private int bytes;

    PayloadParts(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** What has come. */
    int bytes() {
        return bytes;
    }

    /** Takes {@code count} bytes out of {@code in}, which stays the caller's; there will be {@code wholeBytes}. */
    void add(ByteBuf in, int count, int wholeBytes) {
        if (count >= Math.max(MIN_SLICE_BYTES, in.capacity() / FrameDecoder.MIN_SLICE_PART)) {
            endCopied();
            bytes += count;
            append(in.readRetainedSlice(count));
            return;
        }
        for (int left = count; left > 0; ) {
            left -= copy(in, left, wholeBytes);
        }
    }

    private int copy(ByteBuf in, int most, int wholeBytes) {
        if (copied == null) {
            copied = allocator.directBuffer(Math.min(wholeBytes - bytes, COPIED_BYTES));
        }
        int count = Math.min(most, Math.min(copied.capacity() - copied.writerIndex(), wholeBytes - bytes));
        copied.writeBytes(in, count);
        bytes += count;
        if (copied.writerIndex() == copied.capacity() && bytes < wholeBytes) {
            endCopied();
        }
        return count;
    }

    private void endCopied() {
        if (copied != null) {
            ByteBuf full = copied;
            copied = null;
            append(full.readableBytes() > full.capacity() / 2 ? full : fitted(full));
        }
    }

    /** A peer that sends a little by itself, then much, again and again, does not hold more than it has sent. */
    private ByteBuf fitted(ByteBuf large) {
        ByteBuf small = allocator.directBuffer(large.readableBytes());
        small.writeBytes(large);
        large.release();
        return small;
    }

    private void append(ByteBuf part) {
        if (whole == null) {
            whole = allocator.compositeDirectBuffer(Integer.MAX_VALUE);
        }
        whole.addComponent(true, part);
    }

    /** The payload, which is the caller's; the next one may begin. */
    ByteBuf take() {
        if (whole == null) {
            ByteBuf only = copied;
            copied = null;
            bytes = 0;
            return only;
        }
        endCopied();
        ByteBuf all = whole;
        whole = null;
        bytes = 0;
        return all;
    }

    /** Releases what has come of a payload. */
    void close() {
        if (copied != null) {
            copied.release();
            copied = null;
        }
        if (whole != null) {
            whole.release();
            whole = null;
        }
        bytes = 0;
    }
}
