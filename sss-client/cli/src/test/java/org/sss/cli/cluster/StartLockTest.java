package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;

class StartLockTest {
    @TempDir
    Path directory;

    @Test
    void rejectsAConcurrentStart() throws IOException {
        Path cluster = directory.resolve("cluster");
        try (StartLock first = StartLock.of(cluster)) {
            assertThat(first).isNotNull();
            // An unknown setting, so that no node starts if the lock fails.
            assertThat(start(cluster))
                    .contains("another 'sss cluster start' or 'stop' is running")
                    .contains(cluster.toString());
        }
        assertThat(start(cluster)).contains("no.such.setting").doesNotContain("another");
    }

    @Test
    void rejectsAStopDuringAStart() throws IOException {
        Path settings = directory.resolve("node-0/node.properties");
        Files.createDirectories(settings.getParent());
        Files.writeString(
                settings,
                "node.id = 0\ncluster.nodes = localhost\ndata.dir = " + directory.resolve("node-0/data") + "\n");
        try (StartLock start = StartLock.of(directory)) {
            assertThat(start).isNotNull();
            assertThat(stop(1)).contains("is running in '" + directory);
        }
        assertThat(stop(0)).isEmpty();
    }

    @Test
    void deletesAnUnusedNewDirectoryOnly() throws IOException {
        Path cluster = directory.resolve("cluster");
        StartLock.of(cluster).close();
        assertThat(cluster).doesNotExist();
        Files.createDirectories(cluster);
        StartLock.of(cluster).close();
        assertThat(cluster).exists();
    }

    private static String start(Path cluster) {
        return errors(
                1,
                "cluster",
                "start",
                "--nodes",
                "1",
                "--port",
                "0",
                "--set",
                "no.such.setting=1",
                "--dir",
                cluster.toString());
    }

    private String stop(int exitCode) {
        return errors(exitCode, "cluster", "stop", "--dir", directory.toString());
    }

    private static String errors(int exitCode, String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(Main.run(args, new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false))
                .isEqualTo(exitCode);
        return err.toString(UTF_8);
    }
}
