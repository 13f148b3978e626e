package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.sss.api.SssException;
import org.sss.cli.Main;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.net.testing.FreePorts;
import org.sss.net.testing.LauncherClassPath;

/** The nodes of a cluster in separate processes, which can be killed, stopped and restarted. Thread-safe. */
final class NodeProcesses implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final List<String> javaOptions;
    private final List<Integer> ports;
    private final Process[] processes;
    private boolean isSecure = true;

    private NodeProcesses(Path directory, List<String> javaOptions, List<Integer> ports) {
        this.directory = directory;
        this.javaOptions = javaOptions;
        this.ports = ports;
        processes = new Process[ports.size() / 2];
    }

    /** Starts nodes and waits until all are healthy. */
    static NodeProcesses start(Path directory, int nodes, String heap, String... settings) throws IOException {
        NodeProcesses all = prepare(directory, nodes, heap, settings);
        IntStream.range(0, nodes).forEach(all::start);
        all.awaitAllWell();
        return all;
    }

    /** Writes the settings and starts nothing. */
    static NodeProcesses prepare(Path directory, int nodes, String heap, String... settings) throws IOException {
        NodeProcesses all = new NodeProcesses(directory, List.of("-Xmx" + heap), FreePorts.take(2 * nodes));
        String addresses = IntStream.range(0, nodes).mapToObj(all::address).collect(Collectors.joining(","));
        for (int node = 0; node < nodes; node++) {
            Files.createDirectories(all.home(node));
            List<String> lines = new ArrayList<>(List.of(
                    "node.id = " + node,
                    "cluster.nodes = " + addresses,
                    "data.dir = " + all.home(node).resolve("data"),
                    "security.dir = " + directory.resolve("security")));
            lines.addAll(List.of(settings));
            all.isSecure &= !lines.contains("security = off");
            Files.write(all.settings(node), lines);
        }
        return all;
    }

    private String address(int node) {
        return "127.0.0.1:" + serverPort(node) + ":" + dataPort(node);
    }

    int count() {
        return processes.length;
    }

    int serverPort(int node) {
        return ports.get(2 * node);
    }

    int dataPort(int node) {
        return ports.get(2 * node + 1);
    }

    private Path home(int node) {
        return directory.resolve("node-" + node);
    }

    Path settings(int node) {
        return home(node).resolve("node.properties");
    }

    /** data.dir of a node. */
    Path data(int node) {
        return home(node).resolve("data");
    }

    void start(int node) {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.net.preferIPv4Stack=true",
                "-Dio.netty.leakDetection.level=advanced"));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(javaOptions);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "node",
                "--conf",
                settings(node).toString()));
        try {
            processes[node] = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(logFile(node).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    Process process(int node) {
        return processes[node];
    }

    /** Sends SIGKILL and waits for the end of the process. */
    void kill(int node) {
        processes[node].destroyForcibly();
        awaitEnd(node);
    }

    /** The exit code. */
    int awaitEnd(int node) {
        try {
            assertThat(processes[node].waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("end of node %d", node)
                    .isTrue();
            return processes[node].exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** SIGSTOP: the node hangs with all its connections open. */
    void hang(int node) {
        signal(node, "STOP");
    }

    /** SIGCONT. */
    void goOn(int node) {
        signal(node, "CONT");
    }

    private void signal(int node, String name) {
        signal(processes[node], name);
    }

    static void signal(Process process, String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    SssClient client() {
        return isSecure
                ? SssClient.connect(clientAddress())
                : SssClient.connect(clientAddress(), () -> Credentials.NONE);
    }

    String clientAddress() {
        return "127.0.0.1:" + serverPort(0);
    }

    void awaitAllWell() {
        Awaitility.await().atMost(PATIENCE).pollInSameThread().until(this::allWell);
    }

    boolean allWell() {
        try (SssClient client = client()) {
            return client.admin().status().nodes().stream().allMatch(node -> node.error() == null);
        } catch (SssException e) {
            return false;
        }
    }

    private Path logFile(int node) {
        return home(node).resolve("log");
    }

    String log(int node) {
        try {
            return Files.readString(logFile(node));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of the group directories of all nodes, including dropped groups. */
    Set<String> groupDirectories() {
        Set<String> names = new TreeSet<>();
        for (int node = 0; node < count(); node++) {
            try (Stream<Path> groups = Files.list(data(node).resolve("data/groups"))) {
                groups.forEach(path -> names.add(path.getFileName().toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return names;
    }

    /** Peak memory of the process, VmHWM. */
    long peakKiB(int node) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(processes[node].pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills running nodes; fails if a node has reported a leaked buffer. */
    @Override
    public void close() {
        Stream.of(processes).filter(process -> process != null).forEach(Process::destroyForcibly);
        IntStream.range(0, count()).filter(node -> processes[node] != null).forEach(node -> {
            awaitEnd(node);
            assertThat(log(node)).as("log of node %d", node).doesNotContain("LEAK: ");
        });
    }
}
