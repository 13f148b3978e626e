package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Buffers that a socket is read into: as large as Netty finds useful, but no whole pages. A processor of the kind of AMD's Zen 3 copies
 * three times slower when the target lies 1 to 31 bytes behind the source within their pages. Reads that fill whole pages keep that
 * distance from one to the next, and a receiver that has become slow always finds enough to fill them: it would stay slow. With these
 * buffers the distance changes with each read that is filled. Thread-safe.
 */
public final class ReadBuffers implements RecvByteBufAllocator {
    private static final int PAGE_BYTES = 4096;
    /** One of 64 distances, which come in turn, is such a one. */
    private static final int LESS_BYTES = 3 * 64;
    /** Netty asks for events again after each read else, when it is given an allocator. */
    private static final int READS_PER_WAKE = 8;

    private final AdaptiveRecvByteBufAllocator sizes;

    /** Sizes are in bytes. */
    public ReadBuffers(int least, int first, int most) {
        sizes = new AdaptiveRecvByteBufAllocator(least, first, most);
        sizes.maxMessagesPerRead(READS_PER_WAKE);
    }

    @Override
    @SuppressWarnings("deprecation") // the interface of all of Netty's channels
    public Handle newHandle() {
        return new NoWholePages(sizes.newHandle());
    }

    /** @param bytes as Netty would take it */
    static int size(int bytes) {
        return bytes > PAGE_BYTES ? bytes - LESS_BYTES : bytes;
    }

    private static final class NoWholePages extends DelegatingHandle implements ExtendedHandle {
        @SuppressWarnings("deprecation")
        private NoWholePages(Handle handle) {
            super(handle);
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return allocator.ioBuffer(size(guess()));
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return ((ExtendedHandle) delegate()).continueReading(maybeMoreData);
        }
    }
}
