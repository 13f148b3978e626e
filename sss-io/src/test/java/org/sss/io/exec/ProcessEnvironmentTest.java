package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessEnvironmentTest {
    @TempDir
    Path directory;

    @Test
    void aFileThatIsStillOpenForWritingIsStartedOnceItIsClosed() throws Exception {
        Path script = directory.resolve("five.sh");
        OutputStream writing = Files.newOutputStream(script);
        writing.write("#!/bin/sh\nexit 5\n".getBytes(US_ASCII));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(script.toString());
        assertThatThrownBy(builder::start).isInstanceOf(IOException.class).hasMessageContaining("26");
        CompletableFuture<Process> started = CompletableFuture.supplyAsync(() -> {
            try {
                return ProcessEnvironment.startOnceClosed(builder);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        TimeUnit.MILLISECONDS.sleep(100);
        writing.close();
        assertThat(started.get(20, TimeUnit.SECONDS).waitFor()).isEqualTo(5);
    }
}
