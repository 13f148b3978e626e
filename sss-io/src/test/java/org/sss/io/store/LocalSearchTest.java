package org.sss.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class LocalSearchTest {
    @TempDir
    Path directory;

    private Path root;

    /** a/x, a/.y, .old/x, b/x, where b is a link to a directory elsewhere, and in it a link back to all. */
    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectories(directory.resolve("root"));
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        for (Path file :
                List.of(root.resolve("a/x"), root.resolve("a/.y"), root.resolve(".old/x"), elsewhere.resolve("x"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "text");
        }
        Files.createSymbolicLink(root.resolve("b"), elsewhere);
        Files.createSymbolicLink(elsewhere.resolve("back"), root);
    }

    private List<String> found(String glob) {
        return LocalSearch.files(root + glob).stream()
                .map(file -> root.relativize(file).toString())
                .toList();
    }

    @Test
    void followsLinksToDirectoriesAndIgnoresHiddenFiles() {
        assertThat(found("/*/x")).containsExactly("a/x", "b/x");
        assertThat(found("/b/*")).containsExactly("b/x");
        assertThat(found("/a")).containsExactly("a/x");
    }

    @Test
    void workingDirectoryIsNoGlob() throws IOException {
        Path here = Files.createDirectories(root.resolve("run[ab]"));
        Files.writeString(here.resolve("right.txt"), "");
        Files.writeString(Files.createDirectories(root.resolve("runa")).resolve("wrong.txt"), "");
        assertThat(LocalSearch.files("*.txt", here)).containsExactly(here.resolve("right.txt"));
        assertThat(LocalSearch.files("../run[ab]/*.txt", here)).containsExactly(here.resolve("right.txt"));
        assertThat(LocalSearch.files("../runa/*.txt", here)).containsExactly(root.resolve("runa/wrong.txt"));
        assertThat(LocalSearch.files(root + "/run[ab]/*.txt", here)).containsExactly(root.resolve("runa/wrong.txt"));
    }

    @Test
    void doesNotFollowLinksAtAnyDepth() {
        assertThat(found("/**x")).containsExactly("a/x");
    }

    @Test
    void anyDepthIncludesDepthZero() throws IOException {
        Files.writeString(root.resolve("top.txt"), "");
        Files.writeString(Files.createDirectories(root.resolve("a/low")).resolve("low.csv"), "");
        assertThat(found("/**/*.txt")).containsExactly("top.txt");
        assertThat(found("/a/**/x")).containsExactly("a/x");
        assertThat(found("/**/*.{txt,csv}")).containsExactly("a/low/low.csv", "top.txt");
        assertThat(found("/**/{low/low,nothing}.csv")).containsExactly("a/low/low.csv");
        assertThat(found("/**/a/**/low.*")).containsExactly("a/low/low.csv");
    }

    /** Where there are braces around a slash, nobody knows what names are like. */
    @Test
    void doesNotSearchOtherDirectories() throws IOException {
        Path secret = Files.createDirectories(root.resolve("secret"));
        assertThat(found("/[ab]/x")).containsExactly("a/x", "b/x");
        assertThat(found("/{a/x,b/x}")).containsExactly("a/x", "b/x");
        Files.setPosixFilePermissions(secret, Set.of());
        assumeFalse(Files.isReadable(secret), "this user may read everything");
        assertThat(found("/[ab]/x")).containsExactly("a/x", "b/x");
        assertThatThrownBy(() -> found("/*/x")).isInstanceOf(SssException.class).hasMessageContaining("secret");
    }

    @Test
    void findsHiddenNamesWrittenExplicitly() {
        assertThat(found("/a/.*")).containsExactly("a/.y");
        assertThat(found("/.o*/x")).containsExactly(".old/x");
        assertThatThrownBy(() -> found("/a/*y"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no file matches");
    }

    @Test
    void hintsAtFilesInSubdirectories() throws IOException {
        Files.createDirectories(root.resolve("logs/monday"));
        Files.writeString(root.resolve("logs/monday/x"), "");
        assertThatThrownBy(() -> found("/logs"))
                .isInstanceOf(SssException.class)
                .hasMessageEndingWith("; it is a directory without files; for files in its subdirectories use '" + root
                        + "/logs/**'");
        assertThat(found("/logs/**")).containsExactly("logs/monday/x");
    }
}
