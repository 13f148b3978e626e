package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;

class WriterBuffersTest {
    @Test
    void reusesAReturnedBufferEmpty() {
        WriterBuffers buffers = new WriterBuffers(2, 100 << 20);
        WriterBuffer first = buffers.take();
        ByteSink arena = first.startTuple();
        arena.writeLong(7);
        first.added(arena.size() - 8, 4, 0);
        buffers.give(first);

        WriterBuffer again = buffers.take();
        assertThat(again).isSameAs(first);
        assertThat(again.isEmpty()).isTrue();
        assertThat(buffers.take()).as("taken once only").isNotSameAs(first);
    }

    @Test
    void writersOfLargeGroupsBufferMore() {
        assertThat(WriterBuffers.limit(0)).isEqualTo(4 << 20);
        assertThat(WriterBuffers.limit(64L << 20)).isEqualTo(4 << 20);
        assertThat(WriterBuffers.limit(1L << 40)).isBetween(4 << 20, 64 << 20);
    }

    @Test
    void retainsAtMostTheLimit() {
        long one = new WriterBuffers(2, 0).take().capacityBytes();
        WriterBuffers buffers = new WriterBuffers(2, 2 * one);
        WriterBuffer a = buffers.take();
        WriterBuffer b = buffers.take();
        WriterBuffer c = buffers.take();
        buffers.give(a);
        buffers.give(b);
        buffers.give(c);
        assertThat(buffers.take()).isSameAs(b);
        assertThat(buffers.take()).isSameAs(a);
        assertThat(buffers.take()).isNotSameAs(c);
    }
}
