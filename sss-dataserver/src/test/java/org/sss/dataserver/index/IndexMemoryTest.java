package org.sss.dataserver.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.net.control.GroupKey;

final class IndexMemoryTest {
    private static final FileSegment SEGMENT = segment();

    private record Sized(int heapBytes) implements IndexMemory.Entry {}

    private static FileSegment segment() {
        return new FileSegment(1, () -> GroupKey.NO_IDENTITY, 2, 3, Path.of("2-3.sss"), new SegmentCache(1, 0));
    }

    @Test
    void evictsLeastRecentlyUsed() {
        IndexMemory memory = new IndexMemory(100);
        Sized first = new Sized(40);
        memory.put(SEGMENT, 1, first);
        memory.put(SEGMENT, 2, new Sized(40));
        assertThat(memory.get(SEGMENT, 1)).isSameAs(first);
        memory.put(SEGMENT, 3, new Sized(40));
        assertThat(memory.get(SEGMENT, 1)).isSameAs(first);
        assertThat(memory.get(SEGMENT, 2)).isNull();
        assertThat(memory.bytes()).isEqualTo(80);
    }

    @Test
    void doesNotCacheEntryLargerThanTheLimit() {
        IndexMemory memory = new IndexMemory(100);
        memory.put(SEGMENT, 1, new Sized(40));
        memory.put(SEGMENT, 2, new Sized(101));
        assertThat(memory.bytes()).isZero();
        assertThat(memory.get(SEGMENT, 2)).isNull();
    }

    @Test
    void sameOffsetOfTwoFilesHasSeparateEntries() {
        IndexMemory memory = new IndexMemory(100);
        memory.put(SEGMENT, 1, new Sized(40));
        assertThat(memory.get(segment(), 1)).isNull();
        memory.put(SEGMENT, 1, new Sized(50));
        assertThat(memory.bytes()).isEqualTo(40);
    }

    @Test
    void recognizesRepeatedNumbersUpToTheNumberOfSlots() {
        AdmissionFilter touches = new AdmissionFilter(1000);
        assertThat(touches.wasSeen(4096)).isFalse();
        assertThat(touches.wasSeen(4096)).isTrue();
        int again = 0;
        for (int round = 0; round < 2; round++) {
            for (long offset = 0; offset < 10_000; offset++) {
                again += touches.wasSeen(offset * 32_768) ? 1 : 0;
            }
        }
        assertThat(again).isLessThan(100);
        for (int round = 0; round < 2; round++) {
            for (long offset = 0; offset < 100; offset++) {
                again += touches.wasSeen(offset * 32_768) ? 1 : 0;
            }
        }
        assertThat(again).isBetween(80, 300);
    }
}
