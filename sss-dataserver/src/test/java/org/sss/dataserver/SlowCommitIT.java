package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.control.GroupKey;

/** A commit of many subgroups by one storage thread, to a disk that takes its time for each sync. */
final class SlowCommitIT {
    private static final int SUBGROUPS = 20;
    private static final Pattern SEGMENT = Pattern.compile("\\d+-\\d+\\.tmp$");
    private static final long SLOW_MILLIS = 100;
    private static final Tuples TUPLES = Tuples.numbered("key", 30, "value");

    @TempDir
    Path directory;

    private final AtomicInteger syncs = new AtomicInteger();
    private final CountDownLatch committing = new CountDownLatch(1);

    private void force(Path path, FileChannel channel) throws InterruptedIOException {
        if (SEGMENT.matcher(path.toString()).find()) {
            syncs.incrementAndGet();
            committing.countDown();
            try {
                Thread.sleep(SLOW_MILLIS);
            } catch (InterruptedException e) {
                throw new InterruptedIOException("the test is over");
            }
        }
    }

    /** Who has asked for a drop and had no answer asks again. */
    @Test
    void allDropsOfAGroupWaitForItsCommit() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Disk disk = new Disk(Durability.COMMIT, (path, channel) -> {
            force(path, channel);
            if (SEGMENT.matcher(path.toString()).find()) {
                await(end);
            }
        });
        try (TestNode node = TestNode.of(directory, DataServer.open(directory, DataServerConfig.defaults(), disk))) {
            node.put(7, attempt(0), 0, TUPLES);
            CompletableFuture<Void> commit =
                    CompletableFuture.runAsync(() -> node.server().commit(GroupKey.of(7), List.of(attempt(0))));
            committing.await();
            List<Thread> drops = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Thread drop = new Thread(() -> node.server().drop(TestNode.keys(7L)));
                drop.start();
                drops.add(drop);
                Awaitility.await().until(() -> drop.getState() == Thread.State.TIMED_WAITING);
            }
            assertThat(directory.resolve("groups/7")).exists();
            end.countDown();
            commit.join();
            for (Thread drop : drops) {
                drop.join();
            }
            assertThat(directory.resolve("groups/7")).doesNotExist();
            Awaitility.await().until(() -> node.server().memoryUsedBytes() == 0);
        }
    }

    private static void await(CountDownLatch end) throws InterruptedIOException {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("the test is over");
        }
    }

    @Test
    void putsOfAnotherGroupDoNotWaitForTheWholeCommit() throws InterruptedException {
        DataServerConfig config = DataServerConfig.defaults().withThreads(1, 2);
        try (TestNode node =
                TestNode.of(directory, DataServer.open(directory, config, new Disk(Durability.COMMIT, this::force)))) {
            PutClient put = node.openPut(1, attempt(0));
            for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
                put.put(subgroup, 0, TUPLES);
            }
            put.finish();
            CompletableFuture<Void> commit =
                    CompletableFuture.runAsync(() -> node.server().commit(GroupKey.of(1), List.of(attempt(0))));
            committing.await();
            node.put(2, attempt(0), 0, TUPLES);
            assertThat(syncs).hasValueLessThan(SUBGROUPS);
            commit.join();
            assertThat(syncs).hasValueGreaterThanOrEqualTo(SUBGROUPS);
            assertThat(node.read(1, SUBGROUPS - 1)).isEqualTo(TUPLES);
        }
    }
}
