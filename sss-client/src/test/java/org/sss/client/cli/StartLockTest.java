package org.sss.client.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartLockTest {
    @TempDir
    Path directory;

    @Test
    void twoStartsAtOnceInOneDirectoryDoNotMeet() throws IOException {
        Path cluster = directory.resolve("cluster");
        try (StartLock first = StartLock.of(cluster)) {
            assertThat(first).isNotNull();
            // A setting that there is not, so that no node is started should the start go on.
            assertThat(start(cluster)).contains("another 'sss cluster start' is at work").contains(cluster.toString());
        }
        assertThat(start(cluster)).contains("no.such.setting").doesNotContain("another");
    }

    @Test
    void aDirectoryMadeForNothingGoesAgainAndNoOther() throws IOException {
        Path cluster = directory.resolve("cluster");
        StartLock.of(cluster).close();
        assertThat(cluster).doesNotExist();
        Files.createDirectories(cluster);
        StartLock.of(cluster).close();
        assertThat(cluster).exists();
    }

    private static String start(Path cluster) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = {"cluster", "start", "--nodes", "1", "--port", "0", "--set", "no.such.setting=1", "--dir", cluster.toString()};
        assertThat(Main.run(args, new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false)).isEqualTo(1);
        return err.toString(UTF_8);
    }
}
