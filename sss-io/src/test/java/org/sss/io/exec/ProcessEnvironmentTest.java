package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessEnvironmentTest {
    @TempDir
    Path directory;

    @Test
    void ofTheVariablesOfTheNodeOnlyThoseAreKeptThatTheGuideNames() {
        Map<String, String> environment = new TreeMap<>();
        List.of(
                        "PATH",
                        "LC_ALL",
                        "SSS_CLUSTER",
                        "SSS_SECURITY",
                        "SSS_TOKEN_FILE",
                        "SSS_JAVA_OPTS",
                        "SSS_HEAP",
                        "SSS_EXECUTABLE_ENV",
                        "AWS_SECRET_ACCESS_KEY",
                        "PYTHONPATH")
                .forEach(name -> environment.put(name, "x"));
        environment.put("SSS_EXECUTABLE_ENV", "PYTHONPATH, SSS_HEAP");
        ProcessEnvironment.keepPassed(environment);
        assertThat(environment)
                .containsOnlyKeys("PATH", "LC_ALL", "SSS_CLUSTER", "SSS_SECURITY", "SSS_HEAP", "PYTHONPATH");
    }

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
