package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Allocates read buffers of sockets: of the size that Netty chooses, but not a multiple of the page size. Processors
 * such as AMD's Zen 3 copy three times slower if the target offset is 1 to 31 bytes above the source offset within
 * their pages. Reads of whole pages keep this distance constant from one read to the next, and a receiver that has
 * become slow always finds enough data to fill them, so it would stay slow. With these buffers the distance changes
 * with each full read. Thread-safe.
 */
public final class ReadBuffers implements RecvByteBufAllocator {
    private static final int PAGE_BYTES = 4096;
    /** Steps through 64 distances, of which one is slow. */
    private static final int LESS_BYTES = 3 * 64;
    /** With a custom allocator Netty otherwise requests events after each read. */
    private static final int READS_PER_WAKE = 8;

    private final AdaptiveRecvByteBufAllocator sizes;

    /** Sizes are in bytes. */
    public ReadBuffers(int min, int initial, int max) {
        sizes = new AdaptiveRecvByteBufAllocator(min, initial, max);
        sizes.maxMessagesPerRead(READS_PER_WAKE);
    }

    @Override
    @SuppressWarnings("deprecation") // the interface that Netty's channels require
    public Handle newHandle() {
        return new NoWholePages(sizes.newHandle());
    }

    /** @param bytes the size that Netty would choose */
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
