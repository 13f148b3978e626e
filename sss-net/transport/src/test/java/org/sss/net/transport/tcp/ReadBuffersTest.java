package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

final class ReadBuffersTest {
    private static final int FIRST_BYTES = 64 << 10;
    private static final int MAX_BYTES = 128 << 10;
    private static final int PAGE_BYTES = 4096;

    private final ExtendedHandle handle =
            (ExtendedHandle) new ReadBuffers(PAGE_BYTES, FIRST_BYTES, MAX_BYTES).newHandle();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @Test
    void fullReadsChangeTheOffsetWithinPages() {
        assertThat(wake(4, 1) % PAGE_BYTES).isBetween(1, PAGE_BYTES - 32);
    }

    @Test
    void fullReadsGrowBuffersToTheMaximum() {
        assertThat(wake(1, 1)).isBetween(FIRST_BYTES - PAGE_BYTES, FIRST_BYTES);
        wake(8, 1);
        assertThat(wake(1, 1)).isBetween(MAX_BYTES - PAGE_BYTES, MAX_BYTES);
    }

    @Test
    void smallReadsShrinkBuffers() {
        for (int i = 0; i < 40; i++) {
            wake(1, 100);
        }
        assertThat(wake(1, 1)).isEqualTo(PAGE_BYTES);
        for (int i = 0; i < 40; i++) {
            wake(8, 1);
        }
        assertThat(wake(1, 1)).isGreaterThan(MAX_BYTES - PAGE_BYTES);
    }

    @Test
    void readsSeveralTimesPerWake() {
        handle.reset(channel.config());
        int reads = 0;
        do {
            read(1);
            reads++;
        } while (handle.continueReading(() -> true) && reads < 100);
        assertThat(reads).isEqualTo(8);
    }

    /**
     * The event loop wakes, and each of several reads fills this fraction of its buffer.
     *
     * @return the size of the last buffer
     */
    private int wake(int reads, int fraction) {
        handle.reset(channel.config());
        int size = 0;
        for (int i = 0; i < reads; i++) {
            size = read(fraction);
        }
        handle.readComplete();
        return size;
    }

    private int read(int fraction) {
        ByteBuf buffer = handle.allocate(UnpooledByteBufAllocator.DEFAULT);
        int size = buffer.writableBytes();
        buffer.release();
        handle.attemptedBytesRead(size);
        handle.lastBytesRead(size / fraction);
        handle.incMessagesRead(1);
        return size;
    }
}
