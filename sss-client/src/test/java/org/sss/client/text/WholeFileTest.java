package org.sss.client.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path directory;

    @Test
    void aFinishedFileReplacesTheExistingOne() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "before");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
        write(target, "after", true);
        assertThat(target).hasContent("after");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
        write(directory.resolve("new"), "content", true);
        assertThat(directory.resolve("new")).hasContent("content");
        assertThat(directory)
                .isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("."));
    }

    @Test
    void anUnfinishedFileLeavesTheExistingOne() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "before");
        write(target, "half", false);
        write(directory.resolve("new"), "half", false);
        assertThat(target).hasContent("before");
        assertThat(directory.toFile().list()).containsExactly("target");
    }

    @Test
    void abandonDeletesAnOpenFile() throws IOException {
        try (WholeFile file = WholeFile.create(directory.resolve("target"))) {
            file.out().write(1);
            file.abandon();
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void preservesALink() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "before");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        write(link, "after", true);
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("after");
        write(Path.of("/dev/null"), "nowhere", true);
    }

    @Test
    void reportsAFullDeviceWithTheFileName() {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        assertThatThrownBy(() -> write(full, "much", true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'/dev/full'")
                .hasMessageContaining("free space");
    }

    private static void write(Path target, String text, boolean whole) throws IOException {
        try (WholeFile file = WholeFile.create(target)) {
            file.out().write(text.getBytes());
            if (whole) {
                file.finish();
            }
        }
    }
}
