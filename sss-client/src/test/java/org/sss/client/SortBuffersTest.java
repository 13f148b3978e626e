package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;

class SortBuffersTest {
    @Test
    void aBufferThatWasGivenBackIsTakenAgainAndIsEmpty() {
        SortBuffers buffers = new SortBuffers(2, 100 << 20);
        SortBuffer first = buffers.take();
        ByteSink arena = first.begin();
        arena.writeLong(7);
        first.added(arena.size() - 8, 4);
        buffers.give(first);

        SortBuffer again = buffers.take();
        assertThat(again).isSameAs(first);
        assertThat(again.isEmpty()).isTrue();
        assertThat(buffers.take()).as("taken once only").isNotSameAs(first);
    }

    @Test
    void writersOfLargeGroupsHoldMore() {
        assertThat(SortBuffers.limit(0)).isEqualTo(4 << 20);
        assertThat(SortBuffers.limit(64L << 20)).isEqualTo(4 << 20);
        assertThat(SortBuffers.limit(1L << 40)).isBetween(4 << 20, 64 << 20);
    }

    @Test
    void noMoreThanTheLimitIsKept() {
        long one = new SortBuffers(2, 0).take().capacityBytes();
        SortBuffers buffers = new SortBuffers(2, 2 * one);
        SortBuffer a = buffers.take();
        SortBuffer b = buffers.take();
        SortBuffer c = buffers.take();
        buffers.give(a);
        buffers.give(b);
        buffers.give(c);
        assertThat(buffers.take()).isSameAs(b);
        assertThat(buffers.take()).isSameAs(a);
        assertThat(buffers.take()).isNotSameAs(c);
    }
}
