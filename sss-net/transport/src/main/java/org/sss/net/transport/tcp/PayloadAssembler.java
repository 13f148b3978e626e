package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/**
 * Assembles a payload from several reads. A chunk that is a large fraction of its read buffer is retained as a slice;
 * others are copied to memory that grows with the received bytes, independently of the announced length. Not
 * thread-safe: belongs to one event loop.
 */
final class PayloadAssembler {
    /** Allocation unit of the memory for copied bytes. */
    static final int COPIED_BYTES = 16 << 10;
    /** Below this size, copying costs no more than a slice. */
    private static final int MIN_SLICE_BYTES = 4 << 10;

    private final ByteBufAllocator allocator;
    private CompositeByteBuf whole; // null while all bytes were copied
    private ByteBuf copied; // follows the others; null if none has free space
    private int bytes;

    PayloadAssembler(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Number of bytes received so far. */
    int bytes() {
        return bytes;
    }

    /**
     * Consumes {@code count} bytes of {@code in}, which the caller still owns. {@code wholeBytes} is the size of the
     * payload.
     */
    void add(ByteBuf in, int count, int wholeBytes) {
        if (count >= Math.max(MIN_SLICE_BYTES, in.capacity() / FrameDecoder.MIN_SLICE_FRACTION)) {
            endCopied();
            bytes += count;
            append(in.readRetainedSlice(count));
            return;
        }
        for (int left = count; left > 0; ) {
            left -= copy(in, left, wholeBytes);
        }
    }

    private int copy(ByteBuf in, int max, int wholeBytes) {
        if (copied == null) {
            copied = allocator.directBuffer(Math.min(wholeBytes - bytes, COPIED_BYTES));
        }
        int count = Math.min(max, Math.min(copied.capacity() - copied.writerIndex(), wholeBytes - bytes));
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

    /** Ensures that a peer that alternates small and large writes does not occupy more memory than it has sent. */
    private ByteBuf fitted(ByteBuf large) {
        ByteBuf small = allocator.directBuffer(large.readableBytes());
        small.writeBytes(large);
        large.release();
        return small;
    }

    private void append(ByteBuf chunk) {
        if (whole == null) {
            whole = allocator.compositeDirectBuffer(Integer.MAX_VALUE);
        }
        whole.addComponent(true, chunk);
    }

    /** Returns the payload, which the caller owns; the next one may start. */
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

    /** Releases an incomplete payload. */
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
