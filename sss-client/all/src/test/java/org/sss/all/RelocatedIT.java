package org.sss.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar works without Netty and Jackson on the class path, so it works beside any version of them. */
class RelocatedIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @TempDir
    Path directory;

    @Test
    void worksWithoutNettyAndJacksonOnTheClassPath() throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath(),
                        Relocated.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("ended: %s", Files.readString(output)).isTrue();
        assertThat(Files.readAllLines(output))
                .contains(
                        "a=true",
                        "io.netty.buffer.ByteBuf false",
                        "com.fasterxml.jackson.core.JsonFactory false",
                        "epoll true");
    }

    private static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(TARGET)) {
            Path all = jars.filter(jar -> jar.getFileName().toString().matches("sss-all-[^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
            return Stream.concat(
                            Stream.of(
                                    all.toString(),
                                    TARGET.resolve("test-classes").toString()),
                            List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                                    .filter(RelocatedIT::isOther))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static boolean isOther(String entry) {
        return entry.endsWith(".jar")
                && Stream.of("netty-", "jackson-", "sss-")
                        .noneMatch(Path.of(entry).getFileName().toString()::startsWith);
    }
}
