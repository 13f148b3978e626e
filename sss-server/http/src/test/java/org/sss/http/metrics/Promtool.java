package org.sss.http.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The programs of Prometheus, where they are installed. Stateless. */
final class Promtool {
    private Promtool() {}

    /** Skips the test if the program is not installed. */
    static String need(String program) {
        boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
        assumeTrue(isThere, program + " is not installed; it is in the package 'prometheus' of Debian");
        return program;
    }

    /** Runs it and checks that it finds nothing. */
    static void check(Path input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(need("promtool")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
