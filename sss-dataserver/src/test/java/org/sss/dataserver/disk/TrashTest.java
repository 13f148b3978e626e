package org.sss.dataserver.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.Commits;
import org.sss.dataserver.process.DataServerConfig;

class TrashTest {
    @TempDir
    Path directory;

    @Test
    void closesFilesEvenIfThereIsNoTimeToDeleteThem() throws IOException {
        Path left = Files.createDirectory(directory.resolve("left"));
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Trash trash = new Trash(null, new Disk(DataServerConfig.Durability.NONE), 1, 1000, Disk::deleteTree);
        trash.later(() -> hang(started));
        trash.delete(left);
        trash.later(closed::countDown);
        await(started);
        trash.close();
        assertThat(closed.getCount()).isZero();
        assertThat(left).exists();
    }

    /** A name that leads to itself cannot be looked at, as on a disk with errors, but it is there. */
    @Test
    void doesNotTreatUnreadableDirectoryAsDeleted() throws IOException {
        DataDirectory data = new DataDirectory(directory);
        Files.createSymbolicLink(data.groups(), data.groups());
        try (Trash trash = new Trash(data, new Disk(DataServerConfig.Durability.NONE), 1, 1000, Disk::deleteTree)) {
            assertThatThrownBy(() -> trash.take(7))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("drop group 7");
        }
        assertThatThrownBy(() -> new Commits(1, data.group(7), Disk.UNSYNCED, false, false).segments())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("read the commits of group 7");
    }

    @Test
    void retriesFailedDeletions() throws IOException {
        Path dropped = Files.createDirectory(directory.resolve(".trash-7-0"));
        AtomicInteger attempts = new AtomicInteger();
        Trash.Deletion busyAtFirst = path -> {
            if (attempts.incrementAndGet() < 4) {
                throw new IOException("device or resource busy");
            }
            Disk.deleteTree(path);
        };
        try (Trash trash = new Trash(null, new Disk(DataServerConfig.Durability.NONE), 1, 1, busyAtFirst)) {
            trash.delete(dropped);
            Awaitility.await().until(() -> !Files.exists(dropped));
        }
        assertThat(attempts).hasValue(4);
    }

    private static void hang(CountDownLatch started) {
        started.countDown();
        await(new CountDownLatch(1));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
