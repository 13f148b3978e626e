package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.workflow.JobJars;

/** Runs the jobs of docs/quick-start and compares with docs/quick-start.md. */
class QuickStartIT {
    private static final Path SOURCES = Path.of("").toAbsolutePath().getParent().resolveSibling("docs/quick-start");

    @TempDir
    Path directory;

    @Test
    void jobsOfTheQuickStartRun() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "To be, or not\nto be.\n");
        String groups = " --dir " + directory.resolve("groups");
        sss("local run " + jar("CountWords") + " lines places counts --import lines=" + text + " --export counts="
                + directory.resolve("counts") + groups);
        sss("local run " + jar("FirstPlace") + " places first --export first=" + directory.resolve("first") + groups);
        assertThat(directory.resolve("counts")).hasContent("be\t2\nnot\t1\nor\t1\nto\t2\n");
        assertThat(directory.resolve("first")).hasContent("be\t0\nnot\t0\nor\t0\nto\t0\n");
    }

    private Path jar(String job) throws IOException {
        return JobJars.of(directory, job, Files.readString(SOURCES.resolve(job + ".java")), null);
    }

    private static void sss(String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(line.split(" "), new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        assertThat(code).as("sss %s: %s", line, err).isZero();
    }
}
