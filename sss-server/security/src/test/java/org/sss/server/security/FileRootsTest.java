package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class FileRootsTest {
    @TempDir
    private Path directory;

    private Path root;
    private Path secret;
    private FileRoots roots;

    @BeforeEach
    void makeFiles() throws IOException {
        directory = directory.toRealPath();
        root = Files.createDirectories(directory.resolve("data"));
        secret = Files.writeString(directory.resolve("secret"), "x");
        roots = FileRoots.of(3, List.of(directory.resolve("unmounted"), root));
    }

    private void refused(FileRoots by, Path file, String... words) {
        assertThatThrownBy(() -> by.readable(file))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                .hasMessageContaining("node 3 may not read '" + file + "'")
                .hasMessageContaining("files.roots")
                .hasMessageContaining("restart")
                .hasMessageContainingAll(words);
    }

    private void writeRefused(Path file) {
        assertThatThrownBy(() -> roots.checkWritable(file))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                .hasMessageContaining("node 3 may not write '");
    }

    @Test
    void filesBelowADirectoryAreRead() throws IOException {
        Path file = Files.writeString(Files.createDirectories(root.resolve("a")).resolve("f"), "x");
        assertThat(roots.readable(file)).isEqualTo(file);
        assertThat(roots.readable(root.resolve("missing/f"))).isEqualTo(root.resolve("missing/f"));
    }

    @Test
    void otherFilesAreRefused() {
        refused(roots, secret, "outside of " + directory.resolve("unmounted") + ", " + root, "sss group import");
        refused(roots, root.resolve("../secret"), secret.toString());
        refused(roots, directory.resolve("database"), "outside");
        refused(roots, Path.of("/etc/passwd"), "outside");
        refused(FileRoots.of(3, List.of()), root.resolve("f"), "this node has none");
    }

    @Test
    void linksCountAsTheFileThatTheyLeadTo() throws IOException {
        refused(roots, Files.createSymbolicLink(root.resolve("link"), secret), "which is '" + secret + "'");
        Files.createSymbolicLink(root.resolve("up"), directory);
        refused(roots, root.resolve("up/secret"), "which is '" + secret + "'");
        refused(roots, root.resolve("up/missing"), "outside");
        refused(
                roots,
                Files.createSymbolicLink(root.resolve("dangling"), directory.resolve("nothing")),
                "symbolic links");
        Path inside = Files.writeString(root.resolve("f"), "x");
        assertThat(roots.readable(Files.createSymbolicLink(directory.resolve("alias"), inside)))
                .isEqualTo(inside);
    }

    @Test
    void rootMayBeALink() throws IOException {
        FileRoots linked = FileRoots.of(3, List.of(Files.createSymbolicLink(directory.resolve("linked"), root)));
        assertThat(linked.readable(directory.resolve("linked/f"))).isEqualTo(root.resolve("f"));
        assertThat(linked.readable(root.resolve("f"))).isEqualTo(root.resolve("f"));
    }

    @Test
    void outputsAreCheckedByTheirDirectory() throws IOException {
        assertThatCode(() -> roots.checkWritable(root.resolve("new/deep/part-00000")))
                .doesNotThrowAnyException();
        writeRefused(directory.resolve("out/part-00000"));
        Files.createSymbolicLink(root.resolve("up"), directory);
        writeRefused(root.resolve("up/out/part-00000"));
        Files.createSymbolicLink(root.resolve("dangling"), directory.resolve("nothing"));
        writeRefused(root.resolve("dangling/part-00000"));
    }

    @Test
    void anyFileIsUsedWithoutRestriction() {
        assertThat(FileRoots.ALL.readable(secret)).isEqualTo(secret);
        assertThatCode(() -> FileRoots.ALL.checkWritable(Path.of("/"))).doesNotThrowAnyException();
    }
}
