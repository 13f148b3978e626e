package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrashTest {
    @TempDir
    Path directory;

    @Test
    void filesAreLetGoOfAlsoWhenThereIsNoTimeToDeleteThem() throws IOException {
        Path left = Files.createDirectory(directory.resolve("left"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Trash trash = new Trash(null, new Disk(DataServerConfig.Durability.NONE), 1);
        trash.later(() -> hang(begun));
        trash.delete(left);
        trash.later(closed::countDown);
        await(begun);
        trash.close();
        assertThat(closed.getCount()).isZero();
        assertThat(left).exists();
    }

    private static void hang(CountDownLatch begun) {
        begun.countDown();
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
