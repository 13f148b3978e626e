package org.sss.client.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program prints that has the client and Logback on its class path, in a process of its own. */
class QuietByDefaultIT {
    private static final String PROGRAM = """
            import org.sss.client.*;
            public class Program {
                public static void main(String[] args) {
                    try (SssClient client = LocalCluster.start(1)) {
                        System.out.println(client.groups().size() + " groups");
                    }
                    org.slf4j.LoggerFactory.getLogger("own").info("of the program");
                }
            }
            """;
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%logger %msg%n</pattern></encoder></appender>
              <root level="DEBUG"><appender-ref ref="out"/></root>
            </configuration>
            """;

    @TempDir
    Path directory;

    @Test
    void logsOnlyTheProgramsLinesWithoutConfiguration() throws Exception {
        assertThat(output().lines())
                .hasSize(2)
                .contains("0 groups")
                .anyMatch(line -> line.endsWith("own -- of the program"));
    }

    @Test
    void respectsAnExistingConfiguration() throws Exception {
        Files.writeString(directory.resolve("logback.xml"), CONFIGURATION);
        assertThat(output()).contains("own of the program").contains("io.netty.");
    }

    private String output() throws IOException, InterruptedException {
        Path source = Files.writeString(directory.resolve("Program.java"), PROGRAM);
        String classPath = directory
                + File.pathSeparator
                + Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> !entry.contains("test-classes") && !entry.endsWith("-tests.jar"))
                        .collect(Collectors.joining(File.pathSeparator));
        Path log = directory.resolve("log");
        // A source file is compiled and run at once.
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        source.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String output = Files.readString(log, UTF_8);
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
