package org.sss.client.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeIdsTest {
    /** For it, what the test has just written is old. */
    private final CodeIds later = new CodeIds(Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));

    private int readings;

    @TempDir
    Path directory;

    private String id(CodeIds ids, Path source) throws IOException {
        return ids.id(source, () -> "id " + ++readings);
    }

    @Test
    void anUnchangedJarIsReadOnce() throws IOException {
        Path jar = Files.writeString(directory.resolve("a.jar"), "content");
        Path other = Files.writeString(directory.resolve("b.jar"), "content");
        assertThat(id(later, jar)).isEqualTo("id 1");
        assertThat(id(later, other)).isEqualTo("id 2");
        assertThat(id(later, jar)).isEqualTo("id 1");
        assertThat(id(later, other)).isEqualTo("id 2");
    }

    @Test
    void aChangedJarIsReadAgain() throws IOException {
        Path jar = Files.writeString(directory.resolve("a.jar"), "content");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
        assertThat(id(later, jar)).isEqualTo("id 1");
        Files.writeString(jar, "more content");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
        assertThat(id(later, jar)).as("size").isEqualTo("id 2");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(2_000_000));
        assertThat(id(later, jar)).as("time").isEqualTo("id 3");
        Path other = Files.writeString(directory.resolve("b.jar"), "MORE CONTENT");
        Files.setLastModifiedTime(other, FileTime.fromMillis(2_000_000));
        Files.move(other, jar, StandardCopyOption.REPLACE_EXISTING);
        assertThat(id(later, jar)).as("file").isEqualTo("id 4");
        assertThat(id(later, jar)).isEqualTo("id 4");
    }

    @Test
    void aRecentlyChangedJarIsReadAgain() throws IOException {
        Path jar = Files.writeString(directory.resolve("a.jar"), "content");
        // It has changed "in an hour" for a clock that is an hour late.
        CodeIds now = new CodeIds(Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)));
        assertThat(id(now, jar)).isEqualTo("id 1");
        assertThat(id(now, jar)).isEqualTo("id 2");
    }

    @Test
    void aChangedDirectoryIsReadAgain() throws IOException {
        Path inner = Files.createDirectories(directory.resolve("classes/p"));
        Path classes = inner.getParent();
        Files.writeString(inner.resolve("A.class"), "a");
        assertThat(id(later, classes)).isEqualTo("id 1");
        assertThat(id(later, classes)).isEqualTo("id 1");
        Files.writeString(inner.resolve("B.class"), "b");
        assertThat(id(later, classes)).as("a new file").isEqualTo("id 2");
        Files.move(inner.resolve("B.class"), inner.resolve("C.class"));
        assertThat(id(later, classes)).as("another name").isEqualTo("id 3");
        Files.delete(inner.resolve("C.class"));
        assertThat(id(later, classes)).as("a file less").isEqualTo("id 4");
        assertThat(id(later, classes)).isEqualTo("id 4");
    }
}
