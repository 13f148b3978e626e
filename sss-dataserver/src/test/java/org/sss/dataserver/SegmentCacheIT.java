package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentCacheIT {
    @TempDir
    Path directory;

    /** The last user may be an event loop that has sent the last block. */
    @Test
    void filesOfADroppedSegmentAreClosedInTheBackground() throws IOException {
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, Tuples.numbered("key", 100, "value"));
        }
        List<Runnable> background = new ArrayList<>();
        try (SegmentCache cache = new SegmentCache(4, 1 << 20, background::add)) {
            FileSegment segment = new FileSegment(7, 3, 1, directory.resolve("groups/7/3-1.sss"), cache);
            FileRun inUse = segment.runs(KeyRange.ALL).get(0);
            segment.setDropped();
            assertThat(background).isEmpty();
            inUse.close();
            assertThat(background).hasSize(1);
            background.get(0).run();
        }
    }
}
