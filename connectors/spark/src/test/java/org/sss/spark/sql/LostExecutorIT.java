package org.sss.spark.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.server.node.Node;

/** Executors in processes of their own, one of which ends while it writes. */
@Tag("heavy")
class LostExecutorIT {
    @TempDir
    Path directory;

    @Test
    void theTasksOfALostExecutorAreRepeated() throws Exception {
        List<Node> nodes = new ArrayList<>();
        String address = SqlCluster.startNodes(directory, nodes, "off");
        try (SssClient client = SssClient.connect(address, () -> Credentials.NONE)) {
            Path log = directory.resolve("log");
            Process driver = driver(address, log);
            assertThat(driver.waitFor(5, TimeUnit.MINUTES)).isTrue();
            String output = Files.readString(log, UTF_8);
            assertThat(driver.exitValue()).as(output).isZero();
            assertThat(output).contains("written 100000");
            assertThat(directory.resolve("killed")).exists();
            assertThat(client.count("numbers")).isEqualTo(100_000);
            TupleGroup<Long, Long> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
            assertThat(client.get(numbers, 0L)).containsExactly(0L);
            assertThat(client.get(numbers, 20_000L)).containsExactly(20_000L);
        } finally {
            nodes.forEach(Node::close);
        }
    }

    /** Spark looks for the jars of executors in its home. */
    private Process driver(String address, Path log) throws IOException {
        Path jars = Files.createDirectories(directory.resolve("spark/jars"));
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (element.endsWith(".jar")) {
                Path jar = Path.of(element);
                Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
            }
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Dio.netty"))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                LostExecutorProgram.class.getName(),
                address,
                directory.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_HOME", directory.resolve("spark").toString());
        builder.directory(directory.toFile());
        return builder.start();
    }
}
