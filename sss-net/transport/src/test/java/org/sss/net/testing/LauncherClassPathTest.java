package org.sss.net.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherClassPathTest {
    @Test
    void theJarsOfTheLauncherComeFirstAndOnce(@TempDir Path lib) throws IOException {
        Files.createFile(lib.resolve("b.jar"));
        Files.createFile(lib.resolve("a.jar"));
        Files.createFile(lib.resolve("notes.txt"));

        String before = "/target/test-classes:/target/b.jar:/repository/junit.jar";
        String classPath = LauncherClassPath.withJarsFirst(lib, before);

        assertThat(classPath).isEqualTo(lib + "/a.jar:" + lib + "/b.jar:/target/test-classes:/repository/junit.jar");
        assertThat(LauncherClassPath.withJarsFirst(lib, classPath)).isEqualTo(classPath);
    }
}
