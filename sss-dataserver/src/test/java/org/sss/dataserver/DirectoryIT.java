package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.dataserver.TestNode.CONFIG;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class DirectoryIT {
    @TempDir
    Path directory;

    @Test
    void aDirectoryHasOneServerAtATime() {
        try (DataServer first = DataServer.open(directory, CONFIG)) {
            assertThatThrownBy(() -> DataServer.open(directory, CONFIG))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("" + ProcessHandle.current().pid());
            assertThat(first.ids()).isEmpty();
        }
        DataServer.open(directory, CONFIG).close();
    }

    /** The system would free the lock of this process when any other descriptor of the file is closed. */
    @Test
    void aServerThatWasRefusedDoesNotTakeTheLockAway() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
        try (DataServer first = DataServer.open(directory, CONFIG)) {
            assumeTrue(isLocked(), "locks can be seen here");
            for (Path same : List.of(directory, directory.resolve("../" + directory.getFileName()), link)) {
                assertThatThrownBy(() -> DataServer.open(same, CONFIG)).hasMessageContaining("in use by");
                assertThat(isLocked()).as("after %s", same).isTrue();
            }
            assertThat(first.ids()).isEmpty();
        } finally {
            Files.delete(link);
        }
        assertThat(isLocked()).isFalse();
    }

    private boolean isLocked() throws Exception {
        String inode = ":" + Files.getAttribute(directory.resolve("lock"), "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream().anyMatch(line -> line.contains(inode));
    }

    private static void loop(Path link) throws Exception {
        Files.createSymbolicLink(link, link);
    }

    @Test
    void doesNotOverwriteUnreadableVersionFile() throws Exception {
        loop(directory.resolve("format"));
        assertThatThrownBy(() -> DataServer.open(directory, CONFIG))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("format");
        assertThat(Files.isSymbolicLink(directory.resolve("format"))).isTrue();
    }

    @Test
    void whateverHasTheNameOfTheDirectoryForMergesIsDeleted() throws Exception {
        loop(directory.resolve("merge"));
        DataServer.open(directory, CONFIG).close();
        assertThat(directory.resolve("merge")).isEmptyDirectory();
    }

    @Test
    void moreMemoryThanTheJvmHasIsRefusedAtTheStart() {
        assertThatThrownBy(() -> DataServer.open(directory, CONFIG.withMemoryBytes(Long.MAX_VALUE)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("data.memory")
                .hasMessageContaining("MaxDirectMemorySize");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryOfAnotherVersionIsRefused() throws Exception {
        Files.writeString(directory.resolve("format"), "sss data server directory, format 1");
        assertThatThrownBy(() -> DataServer.open(directory, CONFIG))
                .hasMessageContaining("format 1")
                .hasMessageContaining("expected");
        assertThat(Files.readString(directory.resolve("format"))).endsWith("1");
    }

    @Test
    void thingsThatWereNeverCommittedAreGoneAfterTheStart() throws Exception {
        Path group = Files.createDirectories(directory.resolve("groups/12"));
        Files.writeString(group.resolve("0-1.tmp"), "half a segment");
        Files.createDirectories(directory.resolve("groups/13"));
        Files.createDirectories(directory.resolve("merge"));
        Files.writeString(directory.resolve("merge/merge-1.tmp"), "half a merge");
        DataServer.open(directory, CONFIG).close();
        assertThat(directory.resolve("groups")).isEmptyDirectory();
        assertThat(directory.resolve("merge")).isEmptyDirectory();
    }

    @Test
    void directoriesWithNamesThatNoGroupHasAreLeftAlone() throws Exception {
        Path beyondLong = Files.createDirectories(directory.resolve("groups/9999999999999999999"));
        Path zeros = Files.createDirectories(directory.resolve("groups/007"));
        DataServer.open(directory, CONFIG).close();
        assertThat(beyondLong).exists();
        assertThat(zeros).exists();
    }

    @Test
    void closedServerFailsWithClosed() {
        DataServer server = DataServer.open(directory, CONFIG);
        server.close();
        server.close();
        assertThatThrownBy(() -> server.blocks(1, 0))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
