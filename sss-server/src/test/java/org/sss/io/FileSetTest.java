package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class FileSetTest {
    @TempDir
    Path directory;
    private Path root;

    /** a/x, a/.y, .old/x, b/x, where b is a link to a directory elsewhere, and in it a link back to all. */
    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectories(directory.resolve("root"));
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        for (Path file : List.of(root.resolve("a/x"), root.resolve("a/.y"), root.resolve(".old/x"), elsewhere.resolve("x"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "text");
        }
        Files.createSymbolicLink(root.resolve("b"), elsewhere);
        Files.createSymbolicLink(elsewhere.resolve("back"), root);
    }

    private List<String> found(String glob) {
        return FileSet.of(List.of(root + glob)).stream().map(file -> root.relativize(file).toString()).toList();
    }

    @Test
    void linksToDirectoriesAreFollowedAndHiddenOnesAreNotFound() {
        assertThat(found("/*/x")).containsExactly("a/x", "b/x");
        assertThat(found("/b/*")).containsExactly("b/x");
        assertThat(found("/a")).containsExactly("a/x");
    }

    @Test
    void theDirectoryInWhichOneIsIsNoGlob() throws IOException {
        Path here = Files.createDirectories(root.resolve("run[ab]"));
        Files.writeString(here.resolve("right.txt"), "");
        Files.writeString(Files.createDirectories(root.resolve("runa")).resolve("wrong.txt"), "");
        assertThat(FileSet.of(List.of("*.txt"), here)).containsExactly(here.resolve("right.txt"));
        assertThat(FileSet.of(List.of("../run[ab]/*.txt"), here)).containsExactly(here.resolve("right.txt"));
        assertThat(FileSet.of(List.of("../runa/*.txt"), here)).containsExactly(root.resolve("runa/wrong.txt"));
        assertThat(FileSet.of(List.of(root + "/run[ab]/*.txt"), here)).containsExactly(root.resolve("runa/wrong.txt"));
    }

    @Test
    void atAnyDepthLinksAreNotFollowedAsTheyMayGoInCircles() {
        assertThat(found("/**x")).containsExactly("a/x");
    }

    @Test
    void hiddenNamesAreFoundWhenTheyAreWrittenOut() {
        assertThat(found("/a/.*")).containsExactly("a/.y");
        assertThat(found("/.o*/x")).containsExactly(".old/x");
        assertThatThrownBy(() -> found("/a/*y")).isInstanceOf(SssException.class).hasMessageContaining("no file matches");
    }

    @Test
    void ofADirectoryWithoutFilesOfItsOwnItIsSaidHowThoseBelowAreFound() throws IOException {
        Files.createDirectories(root.resolve("logs/monday"));
        Files.writeString(root.resolve("logs/monday/x"), "");
        assertThatThrownBy(() -> found("/logs")).isInstanceOf(SssException.class)
                .hasMessageEndingWith("; it is a directory that has none; those in directories below it are found by '" + root + "/logs/**'");
        assertThat(found("/logs/**")).containsExactly("logs/monday/x");
    }
}
