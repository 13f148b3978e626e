package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.Main;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WorkflowHandle;
import org.sss.client.examples.WordCount;
import org.sss.net.testing.LauncherClassPath;

/** Hung nodes whose connections stay open, and killed writers. */
@Tag("alone")
class HangIT {
    private static final Duration IDLE = Duration.ofSeconds(3);
    private static final int LINES = 100;

    @TempDir
    static Path directory;

    private static NodeProcesses nodes;
    private static Path text;

    @BeforeAll
    static void start() throws IOException {
        nodes = NodeProcesses.start(
                directory,
                3,
                "128m",
                "net.idleTimeout = " + IDLE.toSeconds() + "s",
                "task.threads = 1",
                "task.nodePatience = 500ms",
                "shuffle.spill.dir = " + Files.createDirectory(directory.resolve("shared")));
        text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        try (SssClient client = nodes.client()) {
            client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
        }
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    /** Its tasks wait until {@code end} exists. */
    private static Workflow waiting(Path end) {
        String name = end.toString();
        Workflow workflow = Workflow.named("waiting");
        workflow.map(
                WordCount.lines("lines"),
                TupleGroup.of("copy", Codecs.LONG, Codecs.BYTES).replacing(),
                (at, line, out) -> {
                    while (!new File(name).exists()) {
                        Thread.sleep(20);
                    }
                    out.emit(at, line);
                });
        return workflow;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 1})
    void aHungNodeFailsTheJobAndIsUsableWhenItContinues(int victim) {
        try (SssClient client = nodes.client()) {
            WorkflowHandle job = client.submit(waiting(directory.resolve("never")));
            await().atMost(NodeProcesses.PATIENCE).until(() -> runningTasks(client) == 3);
            SssException failure = failureWhileHanging(victim, job);
            assertThat(failure.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
            assertThat(failure.getMessage()).contains("node " + victim + " (127.0.0.1:", "was lost", "map-1");
        }
        checkThatTheClusterWorks();
    }

    /**
     * What node 1 writes to {@code shuffle.spill.dir} goes to a pipe that is not read: blocks move until the node
     * fails.
     */
    @Test
    void aNodeThatHangsWhileBlocksMoveFailsTheJobAndLeavesNoFiles() throws Exception {
        Path shared = directory.resolve("shared");
        try (SssClient client = nodes.client()) {
            WorkflowHandle job = client.submit(moving("moved", Shuffle.ON_DISK, shared));
            await().atMost(NodeProcesses.PATIENCE).until(() -> !held(shared).isEmpty());
            File pipe = held(shared).get(0);
            try (InputStream reader = CompletableFuture.supplyAsync(() -> open(pipe))
                    .get(NodeProcesses.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(reader.read()).as("the start of the file").isNotNegative();
                SssException failure = failureWhileHanging(2, job);
                assertThat(failure.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
                assertThat(failure.getMessage()).contains("node 2 (127.0.0.1:");
            }
        }
        checkThatTheClusterWorks();
        await().atMost(NodeProcesses.PATIENCE)
                .untilAsserted(() -> assertThat(files(shared)).isEmpty());
        try (SssClient client = nodes.client()) {
            client.run(moving("moved", Shuffle.ON_DISK, null));
            client.run(moving("expected", Shuffle.DIRECT, null));
            assertThat(client.scan(moved("moved")).toList())
                    .hasSize(LINES)
                    .isEqualTo(client.scan(moved("expected")).toList());
        }
    }

    private static TupleGroup<Long, Bytes> moved(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.BYTES).replacing();
    }

    /** @param shared where a task makes a pipe for node 1, or null */
    private static Workflow moving(String output, Shuffle method, Path shared) {
        String spilled = shared == null ? null : shared.toString();
        TupleGroup<Long, Bytes> between =
                TupleGroup.of("between", Codecs.LONG, Codecs.BYTES).asTemporary();
        Workflow workflow = Workflow.named("moving")
                .set(Shuffle.PARAMETER, method.methodName())
                .set(Shuffle.MEMORY_LIMIT, "0B");
        workflow.map(WordCount.lines("lines"), between, (at, line, out) -> {
            if (spilled != null && at == 0) {
                File ofCluster = new File(spilled).listFiles()[0];
                String check = ofCluster.list((in, name) -> name.startsWith("check-"))[0];
                new ProcessBuilder("mkfifo", ofCluster + "/" + check.replace("check-", "node-1-") + ".held")
                        .inheritIO()
                        .start()
                        .waitFor();
            }
            byte[] value = new byte[8_000];
            new Random(at).nextBytes(value);
            out.emit(at, Bytes.of(value));
        });
        workflow.reduce(between, moved(output), (at, values, out) -> {
            for (Bytes value : values) {
                out.emit(at, value);
            }
        });
        return workflow;
    }

    /** The file of node 1, if it is there. */
    private static List<File> files(Path shared) {
        return Stream.of(shared.toFile().listFiles())
                .flatMap(ofCluster -> Stream.of(ofCluster.listFiles()))
                .toList();
    }

    private static List<File> held(Path shared) {
        return files(shared).stream()
                .filter(file -> file.getName().matches("node-1-[0-9a-f]+\\.held"))
                .toList();
    }

    /** Waits until somebody writes. */
    private static InputStream open(File pipe) {
        try {
            return new FileInputStream(pipe);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHungCoordinatorIsReportedAndIsUsableWhenItContinues() {
        try (SssClient client = nodes.client()) {
            WorkflowHandle job = client.submit(waiting(directory.resolve("never")));
            await().atMost(NodeProcesses.PATIENCE).until(() -> runningTasks(client) == 3);
            assertThat(failureWhileHanging(0, job).getMessage())
                    .contains("the coordinator, node 0 (127.0.0.1:", "was lost");
        }
        checkThatTheClusterWorks();
    }

    /** The client's timeout is 8 s; that of nodes is {@link #IDLE}, and that of jobs half a second and one request. */
    private static SssException failureWhileHanging(int victim, WorkflowHandle job) {
        Duration patience = victim == 0 ? Duration.ofSeconds(8) : IDLE.plusSeconds(3);
        nodes.hang(victim);
        try {
            CompletableFuture<SssException> failure =
                    CompletableFuture.supplyAsync(() -> catchThrowableOfType(SssException.class, job::await));
            return failure.orTimeout(patience.plusSeconds(2).toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } finally {
            nodes.goOn(victim);
        }
    }

    private static int runningTasks(SssClient client) {
        return client.admin().status().nodes().stream()
                .mapToInt(node -> node.status() == null ? 0 : node.status().tasksRunning())
                .sum();
    }

    private static void checkThatTheClusterWorks() {
        nodes.awaitAllWell();
        try (SssClient client = nodes.client()) {
            // When the coordinator continues, it restarts the job, whose follower has ended.
            client.workflows().stream().filter(job -> !job.state().isOver()).forEach(job -> client.cancel(job.id()));
            await().atMost(NodeProcesses.PATIENCE).until(() -> runningTasks(client) == 0);
            client.run(waiting(directory));
            assertThat(client.count("copy")).isEqualTo(LINES);
            awaitOnlyKnownFiles(client);
        }
    }

    private static void awaitOnlyKnownFiles(SssClient client) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(nodes.groupDirectories())
                        .isSubsetOf(client.groups().stream()
                                .map(group -> Long.toString(group.id()))
                                .toList()));
    }

    @Test
    void aKilledWriterLeavesNothing() throws IOException, InterruptedException {
        try (SssClient client = nodes.client()) {
            List<Group> before = client.groups();
            Process writer = startEndlessImport(before.size());
            writer.destroyForcibly();
            assertThat(writer.waitFor()).isNotZero();
            awaitOnlyKnownFiles(client);
            assertThat(client.groups()).isEqualTo(before);
        }
    }

    /** Its connections stay open and silent, as if a cable was pulled. */
    @Test
    void aHungWriterLeavesNothingAndFailsWhenItContinues() throws IOException, InterruptedException {
        try (SssClient client = nodes.client()) {
            List<Group> before = client.groups();
            Process writer = startEndlessImport(before.size());
            try {
                NodeProcesses.signal(writer, "STOP");
                awaitOnlyKnownFiles(client);
                assertThat(client.groups()).isEqualTo(before);
                NodeProcesses.signal(writer, "CONT");
                assertThat(writer.waitFor(60, TimeUnit.SECONDS))
                        .as("the end of the import")
                        .isTrue();
                assertThat(writer.exitValue()).isNotZero();
            } finally {
                writer.destroyForcibly();
            }
        }
    }

    /** Returns once it has created files. */
    private static Process startEndlessImport(int groupsBefore) throws IOException {
        Path large = directory.resolve("large");
        Files.writeString(
                large,
                "a line that is read again and again by an import which will not come to its end\n".repeat(2_000_000));
        List<String> command =
                new ArrayList<>(List.of(NodeProcesses.java(), "-Xmx128m", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "group",
                "import",
                "half",
                large.toString(),
                "--cluster",
                nodes.clientAddress()));
        Process writer = new ProcessBuilder(command).inheritIO().start();
        boolean started = false;
        try {
            await().atMost(NodeProcesses.PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> nodes.groupDirectories().size() > groupsBefore);
            started = true;
            return writer;
        } finally {
            if (!started) {
                writer.destroyForcibly();
            }
        }
    }
}
