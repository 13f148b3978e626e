package org.sss.dataserver.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.PutClient;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;

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
            FileSegment segment =
                    new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, directory.resolve("groups/7/3-1.sss"), cache);
            FileRun inUse = segment.runs(KeyRange.ALL).get(0);
            segment.setDropped();
            assertThat(background).isEmpty();
            inUse.close();
            assertThat(background).hasSize(1);
            background.get(0).run();
        }
    }

    @Test
    void runsThatAreReadTogetherHaveOneLeaseWhichEndsWithTheLastUserOfAnyOfThem() throws Exception {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD)) {
            PutClient put = node.openPut(7, TestNode.attempt(0));
            for (int run = 0; run < 3; run++) {
                put.put(3, run, Tuples.numbered("key", 100, "value"));
            }
            put.finish();
            node.server().commit(GroupKey.of(7), List.of(TestNode.attempt(0)));
        }
        List<Runnable> background = new ArrayList<>();
        try (SegmentCache cache = new SegmentCache(4, 1 << 20, background::add)) {
            FileSegment segment =
                    new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, directory.resolve("groups/7/3-1.sss"), cache);
            List<FileRun> runs = segment.runs(KeyRange.ALL);
            assertThat(runs).hasSize(3);
            SegmentRegion sending = runs.get(0)
                    .loaded(runs.get(0).index().offset(0), runs.get(0).index().length(0));
            synchronized (cache) { // nobody needs its lock but the last one
                CompletableFuture.runAsync(() -> {
                            runs.get(0).close();
                            runs.get(1).close();
                            runs.get(1).close();
                        })
                        .get(20, TimeUnit.SECONDS);
            }
            segment.setDropped();
            runs.get(2).close();
            assertThat(background).isEmpty();
            sending.release();
            assertThat(background).hasSize(1);
            background.get(0).run();
        }
    }
}
