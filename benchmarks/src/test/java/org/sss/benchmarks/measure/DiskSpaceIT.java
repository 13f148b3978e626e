package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceIT {
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
}
