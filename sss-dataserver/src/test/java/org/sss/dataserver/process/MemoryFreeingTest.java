package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.AllLayouts;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.layout.MemoryLayout;
import org.sss.dataserver.layout.MemorySegment;

@Timeout(60)
final class MemoryFreeingTest {
    private static final int LARGE_BYTES = 1 << 20;

    @TempDir
    Path directory;

    private static void awaitUninterrupted(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void memoryOfDroppedGroupsDoesNotWaitForTheDiskThatFilesAreDeletedFrom() {
        CountDownLatch diskGoesOn = new CountDownLatch(1);
        try (Storage storage = Storage.open(
                new DataDirectory(directory),
                TestNode.CONFIG.withMemoryBytes(4 * LARGE_BYTES),
                Disk.UNSYNCED,
                null,
                AllLayouts::of)) {
            storage.trash().later(() -> awaitUninterrupted(diskGoesOn));
            MemoryLayout layout = (MemoryLayout) storage.layout(DataServerConfig.Layout.MEMORY);
            assertThat(storage.memory().tuples().take(LARGE_BYTES) && layout.reserve(LARGE_BYTES))
                    .isTrue();
            MemorySegment segment = new MemorySegment(layout, 1, 0, 1, List.of(), LARGE_BYTES);
            layout.add(segment);
            try {
                segment.setDropped();
                await().until(() -> storage.memory().tuples().usedBytes() == 0);
            } finally {
                diskGoesOn.countDown();
            }
        }
    }

    @Test
    void threadDoesNotRetainTheClassLoaderOfTheFirstCaller() throws InterruptedException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        BlockingQueue<ClassLoader> seen = new ArrayBlockingQueue<>(1);
        try (MemoryFreeing freeing = new MemoryFreeing(Duration.ofSeconds(10))) {
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            freeing.execute(() -> seen.add(Thread.currentThread().getContextClassLoader()));
            assertThat(seen.poll(20, TimeUnit.SECONDS)).isSameAs(MemoryFreeing.class.getClassLoader());
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void closeRunsTheRemainingTasks() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        MemoryFreeing freeing = new MemoryFreeing(Duration.ofMillis(1));
        freeing.execute(() -> {
            started.countDown();
            awaitUninterrupted(resume);
        });
        started.await(); // else it would be this thread's at the end
        freeing.execute(done::incrementAndGet);
        freeing.execute(done::incrementAndGet);
        freeing.close();
        assertThat(done).hasValue(2);
        freeing.execute(done::incrementAndGet);
        assertThat(done).hasValue(3);
        resume.countDown();
    }
}
