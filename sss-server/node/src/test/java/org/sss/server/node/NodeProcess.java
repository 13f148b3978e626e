package org.sss.server.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.server.node.config.NodeConfig;

/** A node in its own process, and the main class of that process. */
final class NodeProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private NodeProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    public static void main(String[] args) {
        NodeProgram.run(NodeConfig.load(Path.of(args[0])));
    }

    static NodeProcess start(Path configFile) {
        Path output = configFile.resolveSibling(configFile.getFileName() + ".out");
        try {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:TieredStopAtLevel=1",
                            "-Dsss.log=info",
                            "--enable-native-access=ALL-UNNAMED",
                            "-Djava.net.preferIPv4Stack=true",
                            "-cp",
                            System.getProperty("java.class.path"),
                            NodeProcess.class.getName(),
                            configFile.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new NodeProcess(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The output of the process so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM and returns the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the node does not end; it printed " + output());
        }
        return process.exitValue();
    }

    /** Sends SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
