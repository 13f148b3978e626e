package org.sss.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.cli.Main;
import org.sss.client.SssClient;

/** A node in a process of its own on this machine, with default settings, and a client of it. One thread at a time. */
public final class ServerProcess implements Cluster {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private static final String HOST = "127.0.0.1";

    private final Path directory;
    private final Cleanup.Entry cleanup;
    private final JavaProcess process;
    private final SssClient client;

    /**
     * Starts the node and waits until it answers.
     *
     * @param heap     such as {@code 256m}, or null
     * @param settings of the node, besides those that this class sets
     * @throws SssException TIMEOUT, or INTERNAL with the last words of the node
     */
    public ServerProcess(Path directory, String heap, Map<String, String> settings) throws IOException, InterruptedException {
        this.directory = directory;
        Files.createDirectories(directory);
        cleanup = Cleanup.atExit(this::stop);
        int[] ports = FreePorts.two();
        Path conf = Files.write(directory.resolve("node.properties"), lines(ports, settings));
        process = new JavaProcess(heap, directory.resolve("log"), Main.class, "node", "--conf", conf.toString());
        try {
            client = connect(HOST + ":" + ports[0]);
        } catch (SssException e) {
            close();
            throw e;
        }
    }

    private List<String> lines(int[] ports, Map<String, String> settings) {
        List<String> lines = new ArrayList<>();
        lines.add("node.id = 0");
        lines.add("cluster.nodes = " + HOST + ":" + ports[0] + ":" + ports[1]);
        lines.add("data.dir = " + directory.resolve("data").toAbsolutePath().toString().replace("\\", "\\\\"));
        settings.forEach((name, value) -> lines.add(name + " = " + value));
        return lines;
    }

    private SssClient connect(String address) throws InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            try {
                return SssClient.connect(address);
            } catch (SssException e) {
                if (!process.isAlive()) {
                    throw new SssException(ErrorCode.INTERNAL, "the node ended while it started: " + process.output().strip(), e);
                }
                if (System.nanoTime() > deadline) {
                    throw new SssException(ErrorCode.TIMEOUT, "the node was not ready within " + START_TIMEOUT.toSeconds()
                            + " s: " + e.getMessage(), e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public SssClient client() {
        return client;
    }

    @Override
    public OptionalLong serverPid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        try {
            if (client != null) {
                client.close();
            }
        } finally {
            cleanup.run();
        }
    }

    private void stop() {
        if (process != null) {
            process.close();
        }
        DiskSpace.delete(directory);
    }
}
