package org.sss.dataserver.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

final class DiskTest {
    @TempDir
    Path directory;

    @Test
    void whatIsThereIsKnownAndWhatIsNot() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(Disk.exists(directory)).isTrue();
        assertThat(Disk.exists(file)).isTrue();
        assertThat(Disk.exists(directory.resolve("none"))).isFalse();
        assertThat(Disk.exists(directory.resolve("none/below"))).isFalse();
        assertThat(Disk.exists(file.resolve("below"))).isFalse();
        assertThat(Disk.exists(file.resolve("far/below"))).isFalse();
        assertThat(Disk.isDirectory(directory)).isTrue();
        assertThat(Disk.isDirectory(file)).isFalse();
        assertThat(Disk.isDirectory(directory.resolve("none"))).isFalse();
    }

    @Test
    void aLinkToADiskThatIsGoneIsThere() throws IOException {
        assertThat(Disk.exists(Files.createSymbolicLink(directory.resolve("link"), directory.resolve("gone"))))
                .isTrue();
    }

    @Test
    void aLibraryThatCannotBeLoadedIsNotBlamedOnTheDisk() throws ReflectiveOperationException {
        Constructor<KvsException> ofLibrary =
                KvsException.class.getDeclaredConstructor(KvsError.class, Path.class, String.class);
        ofLibrary.setAccessible(true);
        KvsException cause = ofLibrary.newInstance(KvsError.LIBRARY, null, "set -Djava.io.tmpdir=DIR to another");
        assertThat(Disk.error("write to group 1", directory, cause))
                .hasMessageContaining("set -Djava.io.tmpdir=DIR to another, then run the job again")
                .hasMessageNotContaining("disk");
        assertThat(Disk.error("write to group 1", directory, new IOException("No space left on device")))
                .hasMessageContaining("bytes are free on the disk. Free or repair the disk");
    }

    @Test
    void filesOfAnotherUserAreNotBlamedOnTheDisk() {
        assertThat(Disk.error("open the data directory", directory, new AccessDeniedException("data/merge")))
                .hasMessageContaining("was the node run as another user, such as root?")
                .hasMessageNotContaining("free");
    }

    /** As a directory that this user may not look into, which root may. */
    @Test
    void doesNotTreatUnreadableDirectoryAsAbsent() throws IOException {
        Path loop = directory.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        assertThatThrownBy(() -> Disk.exists(loop.resolve("below"))).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> Disk.exists(loop.resolve("far/below"))).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> Disk.isDirectory(loop)).isInstanceOf(FileSystemException.class);
    }
}
