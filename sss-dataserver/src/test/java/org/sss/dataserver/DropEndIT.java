package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.ErrorLog;

/**
 * A drop is answered before the storage threads have heard of it: what they still do with the group is done away with
 * when they have.
 */
final class DropEndIT {
    private static final Tuples TUPLES = Tuples.numbered("k", 1000, "v");

    @TempDir
    Path directory;

    private final CountDownLatch inSync = new CountDownLatch(1);
    private final CountDownLatch resume = new CountDownLatch(1);
    private volatile boolean isBlocked;
    private volatile boolean isBad;
    private TestNode node;
    private CompletableFuture<Void> committing;

    /** With one storage thread, which a commit holds for as long as its file is synced. */
    @BeforeEach
    void open() {
        Disk disk = new Disk(DataServerConfig.Durability.COMMIT, this::force);
        DataServerConfig config = DataServerConfig.defaults().withThreads(1, 2);
        node = TestNode.of(directory, DataServer.open(directory, config, disk));
    }

    @AfterEach
    void close() {
        isBad = false;
        resume.countDown();
        node.close();
    }

    private void force(Path path, FileChannel channel) throws IOException {
        if (isBad && path.endsWith("groups")) {
            throw new IOException("Input/output error");
        }
        if (isBlocked && path.toString().contains("/9/") && inSync.getCount() > 0) {
            inSync.countDown();
            waitFor(resume);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From now on the storage thread does nothing, until {@link #resume}. */
    private void blockTheStorageThread() {
        node.put(9, attempt(0), 0, TUPLES);
        isBlocked = true;
        committing = CompletableFuture.runAsync(() -> node.server().commit(GroupKey.of(9), List.of(attempt(0))));
        waitFor(inSync);
    }

    /** As a storage thread makes it for a block that was on its way when the group was dropped. */
    private void makeDirectoryAgain() throws IOException {
        Files.writeString(Files.createDirectories(directory.resolve("groups/1")).resolve("0-2.tmp"), "a block");
    }

    private boolean isGone() throws IOException {
        return Disk.list(directory.resolve("groups")).stream()
                .noneMatch(path -> path.getFileName().toString().contains("1"));
    }

    @Test
    void deletesFilesThatAStorageThreadCreatesAfterTheDrop() throws Exception {
        node.store(1, 0, TUPLES);
        node.put(1, attempt(1), 0, TUPLES);
        blockTheStorageThread();
        node.server().drop(TestNode.keys(1L));
        assertThat(node.server().ids()).containsExactly(9L);
        makeDirectoryAgain();
        assertThat(node.server().memoryUsedBytes()).isPositive();
        resume.countDown();
        committing.get(30, TimeUnit.SECONDS);
        await().until(this::isGone);
        await().until(() -> node.server().memoryUsedBytes() == 0);
        assertThat(node.read(9, 0)).isEqualTo(TUPLES);
    }

    @Test
    void reportsDiskErrorAtTheEndOfADropAndTheNextDropCompletesIt() throws Exception {
        node.store(1, 0, TUPLES);
        blockTheStorageThread();
        try (ErrorLog log = ErrorLog.open(Level.WARN)) {
            node.server().drop(TestNode.keys(1L));
            makeDirectoryAgain();
            isBad = true;
            resume.countDown();
            List<String> lines = new ArrayList<>();
            await().until(() -> lines.addAll(log.take()) && lines.stream().anyMatch(line -> line.contains("failed")));
            assertThat(lines)
                    .anyMatch(
                            line -> line.contains("the drop of group 1 failed") && line.contains("Input/output error"));
        }
        assertThatThrownBy(() -> node.server().drop(TestNode.keys(1L)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("drop group 1");
        isBad = false;
        makeDirectoryAgain();
        node.server().drop(TestNode.keys(1L));
        await().until(this::isGone);
    }

    @Test
    void repeatedDropBeforeTheEndOfTheFirstDeletesLaterBlocks() throws Exception {
        node.store(1, 0, TUPLES);
        node.put(1, attempt(1), 0, TUPLES);
        blockTheStorageThread();
        node.server().drop(TestNode.keys(1L));
        node.server().drop(TestNode.keys(1L));
        makeDirectoryAgain();
        resume.countDown();
        await().until(this::isGone);
    }

    @Test
    void aDropThatHasEndedTouchesTheDiskNoMore() throws Exception {
        node.store(1, 0, TUPLES);
        node.server().drop(TestNode.keys(1L));
        blockTheStorageThread();
        resume.countDown();
        committing.get(30, TimeUnit.SECONDS); // by the same thread, after the end of the drop
        await().until(this::isGone);
        Files.createDirectories(directory.resolve("groups/1"));
        node.server().drop(TestNode.keys(1L));
        assertThat(directory.resolve("groups/1")).exists();
    }
}
