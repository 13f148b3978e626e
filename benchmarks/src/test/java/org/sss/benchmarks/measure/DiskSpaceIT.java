package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceIT {
    private static final long WRITING_NANOS = 300_000_000;

    @TempDir
    Path directory;

    @Test
    void filesOfAllDirectoriesAreCountedAndDeleted() throws IOException {
        Path top = Files.createDirectories(directory.resolve("top"));
        Files.write(Files.createDirectories(top.resolve("a/b")).resolve("file"), new byte[1000]);
        Files.write(top.resolve("file"), new byte[234]);
        assertThat(DiskSpace.used(top)).isEqualTo(1234);
        DiskSpace.delete(top);
        assertThat(top).doesNotExist();
        assertThat(DiskSpace.used(top)).isZero();
    }

    @Test
    void whatIsStillWrittenToIsDeletedAsSoonAsThatEnds() throws Exception {
        Path deep = Files.createDirectories(directory.resolve("top/a/b"));
        CountDownLatch writing = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            long end = System.nanoTime() + WRITING_NANOS;
            try {
                for (int i = 0; System.nanoTime() < end; i++) {
                    Files.createFile(deep.resolve("file-" + i));
                    writing.countDown();
                }
            } catch (IOException e) {
                // The directory is gone.
            }
        });
        writer.start();
        writing.await();
        DiskSpace.deleteBesideOthers(directory.resolve("top"));
        assertThat(directory).isEmptyDirectory();
        writer.join();
    }

    @Test
    void aDeletedFileThatIsStillOpenIsSeen() throws IOException {
        long pid = ProcessHandle.current().pid();
        Path real = directory.toRealPath();
        Path file = Files.write(real.resolve("file"), new byte[10]);
        try (FileChannel open = FileChannel.open(file)) {
            assertThat(open.size()).isEqualTo(10);
            assertThat(OpenFiles.holdsDeleted(pid, real)).isFalse();
            Files.delete(file);
            assertThat(OpenFiles.holdsDeleted(pid, real)).isTrue();
            assertThat(OpenFiles.holdsDeleted(pid, real.resolve("other"))).isFalse();
        }
        assertThat(OpenFiles.holdsDeleted(pid, real)).isFalse();
    }

    @Test
    void filesAreGoneWhenATenthAndAMebibyteAtMostAreLeft() {
        long mebibyte = 1 << 20;
        assertThat(DiskSpace.isGone(0, 20L << 30, mebibyte + 1)).isFalse();
        assertThat(DiskSpace.isGone(0, 20L << 30, mebibyte)).isTrue();
        assertThat(DiskSpace.isGone(0, mebibyte, mebibyte / 5)).isFalse();
        assertThat(DiskSpace.isGone(0, mebibyte, mebibyte / 10)).isTrue();
        assertThat(DiskSpace.isGone(50 * mebibyte, 60 * mebibyte, 51 * mebibyte))
                .isTrue();
        assertThat(DiskSpace.isGone(50 * mebibyte, 60 * mebibyte, 52 * mebibyte))
                .isFalse();
    }
}
