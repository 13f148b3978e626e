package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.ErrorCode;
import org.sss.cli.Main;
import org.sss.cli.workflow.JobJars;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/** Jobs whose code fills the heap of node processes: they fail, the processes survive, and later jobs run. */
@Tag("alone")
class OutOfMemoryIT {
    private static final int LINES = 40;
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    /** Exit code of nodes that ran out of memory. */
    private static final String RESTART = " restarts in this process";

    private static final AtomicInteger JOBS = new AtomicInteger();

    @TempDir
    static Path directory;

    private static NodeProcesses nodes;
    private static SssClient client;

    @BeforeAll
    static void start() throws IOException {
        nodes = NodeProcesses.start(
                directory, 2, "96m", "task.threads = 1", "cluster.subgroups = 4", "task.nodePatience = 60s");
        client = nodes.client();
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        sss("group", "import", "lines", text.toString());
    }

    @AfterAll
    static void stop() {
        client.close();
        nodes.close();
    }

    private static String sss(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--cluster";
        all[args.length + 1] = nodes.clientAddress();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(all, out, new PrintStream(err, true, UTF_8), false);
        if (code != 0) {
            throw new IllegalStateException(err.toString(UTF_8));
        }
        return out.toString(UTF_8).trim();
    }

    /** Returns the end of a job that maps lines with {@code body}, also if node 0 is lost in between. */
    private static WorkflowReport run(String name, String body) throws IOException {
        Path jar = JobJars.of(
                Files.createDirectories(directory.resolve("job-" + JOBS.incrementAndGet())),
                name,
                """
                import java.util.*;
                import org.sss.api.*;
                public class %s implements SssJob {
                    static final List<byte[]> KEPT = new ArrayList<>();
                    static final Map<Long, Long> COUNTS = new HashMap<>();
                    public Workflow define(String[] args) {
                        Workflow workflow = Workflow.named("%s");
                        workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING),
                                TupleGroup.of("%s-out", Codecs.LONG, Codecs.STRING).replacing(), (at, line, out) -> {
                            %s
                            out.emit(at, line);
                        });
                        return workflow;
                    }
                    static boolean isOnNode1() {
                        return System.getProperty("sun.java.command").contains("node-1");
                    }
                }
                """.formatted(name, name, name, body),
                null);
        String id = awaited(() -> sss("run", jar.toString(), "--class", name, "--detach"));
        return awaited(() -> {
            WorkflowReport status = client.workflow(id).status();
            return status.state().isOver() ? status : null;
        });
    }

    /** Nodes may be away for a while. */
    private static <T> T awaited(Callable<T> what) {
        return await().atMost(DEADLINE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(what, found -> found != null);
    }

    /** A node that is about to end may do so only now. */
    private static void checkThatJobsRunAndAllIsThere() {
        await().atMost(DEADLINE).pollInSameThread().ignoreExceptions().untilAsserted(() -> {
            nodes.awaitAllWell();
            assertThat(run("Copy", "").error()).isNull();
            assertThat(client.count("Copy-out")).isEqualTo(LINES);
        });
        assertThat(client.groups())
                .isNotEmpty()
                .allSatisfy(group -> assertThat(client.count(group.name())).isEqualTo(LINES));
        assertThat(IntStream.range(0, nodes.count())
                        .allMatch(node -> nodes.process(node).isAlive()))
                .as("all processes stay")
                .isTrue();
    }

    private static int restarts(int node) {
        return nodes.log(node).split(RESTART, -1).length - 1;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Arrays | List<byte[]> all = new ArrayList<>(); while (true) { all.add(new byte[1 << 16]); }",
                "Boxes | Map<Long, Long> all = new HashMap<>(); for (long i = 0; ; i++) { all.put(i, i); }",
                "Statics | while (true) { KEPT.add(new byte[1 << 16]); }",
                "StaticBoxes | for (long i = 0; ; i++) { COUNTS.put(i, i); }",
            })
    void codeThatFillsTheHeapFailsOnlyItsJob(String name, String body) throws IOException {
        WorkflowReport end = run(name, "if (at >= 0) { " + body + " }");
        assertThat(end.state()).isEqualTo(State.FAILED);
        // The coordinator's node may end before its task has reported its key, or after the task has failed: then it
        // names itself.
        if (end.error().getMessage().startsWith("the coordinator was restarted")) {
            assertThat(end.error().getMessage()).contains("node 0 had no memory left");
        } else {
            assertThat(end.error().getMessage())
                    .contains("node ", "job 'map-1'")
                    .containsPattern("key <\\d+>")
                    .contains("(" + name + ".java:");
        }
        checkThatJobsRunAndAllIsThere();
    }

    @Test
    void aConcurrentJobSucceedsWhenAnotherFillsTheHeap() throws Exception {
        String greedy =
                "if (isOnNode1()) { List<byte[]> all = new ArrayList<>(); while (true) { all.add(new byte[1 << 16]); } "
                        + "}";
        String modest =
                "for (int i = 0; i < 500 && isOnNode1(); i++) { Thread.sleep(1); Arrays.fill(new byte[1 << 17], (byte) "
                        + "i); }";
        CompletableFuture<WorkflowReport> beside = CompletableFuture.supplyAsync(() -> {
            try {
                return run("Modest", modest);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        for (int i = 0; i < 2 && !beside.isDone(); i++) {
            assertThat(run("Greedy" + i, greedy).state()).isEqualTo(State.FAILED);
        }
        WorkflowReport end = beside.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        assertThat(end.state()).as(() -> String.valueOf(end.error())).isEqualTo(State.SUCCEEDED);
        checkThatJobsRunAndAllIsThere();
    }

    /** The memory is never released, so that the node must end, and again when the job is retried. */
    @Test
    void codeThatRetainsAllMemoryFailsTheSecondTime() throws IOException {
        int before = restarts(1);
        WorkflowReport end = run("Stubborn", """
                List<byte[]> all = new ArrayList<>();
                boolean greedy = isOnNode1();
                // Allocates what the handler needs in advance.
                boolean ready = false;
                while (greedy) {
                    try {
                        if (!ready) {
                            ready = true;
                            throw new OutOfMemoryError();
                        }
                        all.add(new byte[1 << 12]);
                    } catch (OutOfMemoryError e) {
                        // Continues.
                    }
                }
                """);
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().getMessage())
                .contains("node 1 (127.0.0.1:", "96 MiB", "job 'map-1' of " + end.id(), "second time");
        assertThat(restarts(1)).isEqualTo(before + 2);
        checkThatJobsRunAndAllIsThere();
    }
}
