package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.Main;
import org.sss.cli.workflow.JobJars;
import org.sss.client.Progress.LeftThreads;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/**
 * Jobs with all kinds of faulty code, on two node processes with one task thread each: the error states the fault and
 * its location, and the next job runs.
 */
class UserCodeIT {
    private static final int LINES = 40;
    /** Within which a cancelled task must end and free its slot. */
    private static final Duration CANCELLED_WITHIN = Duration.ofSeconds(15);

    @TempDir
    static Path directory;

    private static NodeProcesses nodes;
    private static SssClient client;
    private static int jobs;

    @BeforeAll
    static void start() throws IOException {
        nodes = NodeProcesses.start(
                directory, 2, "96m", "task.threads = 1", "cluster.subgroups = 4", "task.nodePatience = 2s");
        client = nodes.client();
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        sss("group", "import", "lines", text.toString());
    }

    @BeforeEach
    void everyNodeIsUp() {
        reviveLostNodes();
    }

    @AfterAll
    static void stop() {
        client.close();
        nodes.close();
    }

    private static int sss(String... args) {
        return sss(new ByteArrayOutputStream(), args);
    }

    private static int sss(ByteArrayOutputStream out, String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--cluster";
        all[args.length + 1] = nodes.clientAddress();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(all, out, new PrintStream(err, true, UTF_8), false);
        assertThat(code).as("%s", err).isZero();
        return code;
    }

    /** A job that maps lines with {@code body}, beside the classes in {@code more}. */
    private static Path jar(String name, String body, String more) throws IOException {
        return JobJars.of(
                Files.createDirectories(directory.resolve("job-" + ++jobs)),
                name,
                """
                import java.util.*;
                import org.sss.api.*;
                public class %s implements SssJob {
                    public Workflow define(String[] args) {
                        Workflow workflow = Workflow.named("%s");
                        workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING),
                                TupleGroup.of("out", Codecs.LONG, Codecs.STRING).replacing(), (at, line, out) -> {
                            %s
                        });
                        return workflow;
                    }
                    %s
                }
                """.formatted(name, name, body, more),
                null);
    }

    private static String submit(Path jar, String name, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sss(
                out,
                Stream.concat(Stream.of("run", jar.toString(), "--class", name, "--detach"), Stream.of(options))
                        .toArray(String[]::new));
        return out.toString(UTF_8).trim();
    }

    private static WorkflowReport run(Path jar, String name) {
        return client.workflow(submit(jar, name)).follow(status -> {});
    }

    /** The error of a job that fails. */
    private static SssException errorOf(String name, String body, String more) throws IOException {
        WorkflowReport end = run(jar(name, body, more), name);
        assertThat(end.state()).isEqualTo(State.FAILED);
        return end.error();
    }

    private static void checkThatJobsRun() throws IOException {
        assertThat(run(jar("Copy", "out.emit(at, line);", ""), "Copy").error()).isNull();
        assertThat(client.count("out")).isEqualTo(LINES);
    }

    @Test
    void reportsAnExceptionClassOfTheJar() throws IOException {
        SssException error = errorOf("Throws", "if (line.equals(\"line 7\")) throw new Odd(\"no sevens\");", """
                static class Odd extends RuntimeException {
                    Odd(String message) {
                        super(message);
                    }
                }
                """);
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage())
                .contains("job 'map-1'", "task ", "key <49>", "Throws$Odd: no sevens", "Throws.java:");
        assertThat(error.remoteTrace()).contains("Throws$Odd: no sevens");
        checkThatJobsRun();
    }

    @Test
    void reportsTheClassOfAnExceptionWhoseMessageThrows() throws IOException {
        SssException error = errorOf("Mutes", "if (line.equals(\"line 7\")) throw new Mute();", """
                static class Mute extends RuntimeException {
                    @Override
                    public String getMessage() {
                        throw new IllegalStateException();
                    }
                    @Override
                    public synchronized Throwable getCause() {
                        throw new IllegalStateException();
                    }
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        throw new IllegalStateException();
                    }
                }
                """);
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage()).contains("job 'map-1'", "task ", "key <49>", "Mutes$Mute");
        checkThatJobsRun();
    }

    @Test
    void cancelsAMapperThatNeverReturnsAndFreesItsSlot() throws IOException {
        Path end = directory.resolve("end-of-busy-loops");
        String id = submit(
                jar("Busy", "while (!new java.io.File(\"" + end + "\").exists()) { Thread.yield(); }", ""), "Busy");
        await().atMost(NodeProcesses.PATIENCE)
                .until(() ->
                        client.workflow(id).status().jobs().get(0).progress().stalledAt() != null);
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        sss(shown, "job", id);
        assertThat(shown.toString(UTF_8)).contains("no sign of life from map-1, task ", "key <", "Busy.java:");
        client.cancel(id);
        WorkflowReport status = client.workflow(id).follow(s -> {});
        assertThat(status.state()).isEqualTo(State.CANCELLED);
        assertThat(status.error().getMessage())
                .contains("was cancelled", "job 'map-1'", "task ", "key <", "Busy.java:");
        checkThatJobsRun();
        Files.createFile(end);
        await().atMost(NodeProcesses.PATIENCE).until(() -> tasksRunning() == 0);
    }

    @Test
    void cancelsAMapperThatEmitsForeverAndDeletesItsOutput() throws IOException {
        cancelWhileItRuns("Endless", "for (long i = 0; ; i++) { out.emit(i, line); }");
        await().atMost(NodeProcesses.PATIENCE)
                .untilAsserted(() -> assertThat(nodes.groupDirectories()).hasSameSizeAs(client.groups()));
        checkThatJobsRun();
    }

    private static void cancelWhileItRuns(String name, String body) throws IOException {
        String id = submit(jar(name, body, ""), name);
        await().atMost(NodeProcesses.PATIENCE).until(() -> tasksRunning() == 2);
        client.cancel(id);
        assertThat(client.workflow(id).follow(status -> {}).state()).isEqualTo(State.CANCELLED);
        await().atMost(CANCELLED_WITHIN)
                .until(() -> client.workflow(id).status().state() == State.CANCELLED);
    }

    private static int tasksRunning() {
        return client.admin().status().nodes().stream()
                .mapToInt(node -> node.status() == null ? 0 : node.status().tasksRunning())
                .sum();
    }

    @Test
    void failsAStalledMapperWithItsKeyAndLine() throws IOException {
        Path end = directory.resolve("end-of-stuck-loops");
        Path stuck = jar(
                "Stuck",
                "while (line.equals(\"line 7\") && !new java.io.File(\"" + end + "\").exists()) { Thread.yield(); }",
                "");
        SssException error = client.workflow(submit(stuck, "Stuck", "--stall-timeout", "1"))
                .follow(status -> {})
                .error();
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage()).contains("job 'map-1'", "task ", "key <49>", "--stall-timeout", "Stuck.java:");
        assertThat(error.remoteTrace()).contains("Stuck");
        checkThatJobsRun();
        Files.createFile(end);
        await().atMost(NodeProcesses.PATIENCE).until(() -> tasksRunning() == 0);
    }

    private static SssException failure(Path jar, String name) {
        String id = submit(jar, name);
        return catchThrowableOfType(
                SssException.class,
                () -> WorkflowHandle.succeeded(client.workflow(id).follow(status -> {})));
    }

    /** Polls, as a node may end while it is asked for its status. */
    private static void reviveLostNodes() {
        await().atMost(NodeProcesses.PATIENCE).until(() -> {
            startDeadNodes();
            return nodes.allWell();
        });
    }

    private static void startDeadNodes() {
        for (int node = 0; node < nodes.count(); node++) {
            if (!nodes.process(node).isAlive()) {
                System.out.println("node " + node + " ended with exit code " + nodes.awaitEnd(node) + "; restarting");
                nodes.start(node);
            }
        }
    }

    @Test
    void reportsAnEndlessRecursion() throws IOException {
        SssException error = errorOf("Deep", "deep(1);", "static int deep(int n) { return deep(n + 1) + 1; }");
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage())
                .contains("StackOverflowError", "job 'map-1'", "key <")
                .hasSizeLessThan(2_000);
        checkThatJobsRun();
    }

    @Test
    void reportsAFailedStaticInitializerWithItsCause() throws IOException {
        SssException error = errorOf(
                "Init",
                "out.emit(at, Table.NAME);",
                "static class Table { static final String NAME = System.getProperty(\"no.such.thing\").trim(); }");
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage()).contains("job 'map-1'", "Init$Table", "NullPointerException");
        checkThatJobsRun();
    }

    @Test
    void reportsAClassMissingFromTheJar() throws IOException {
        Path jar = jar(
                "Lacks",
                "out.emit(at, Part.text());",
                "static class Part { static String text() { return \"part\"; } }");
        Path classes = jar.resolveSibling("Lacks-classes");
        Files.delete(classes.resolve("Lacks$Part.class"));
        Files.delete(jar);
        WorkflowReport end = run(JobJars.pack(classes, jar, null), "Lacks");
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().getMessage()).contains("Lacks$Part", "jar");
        checkThatJobsRun();
    }

    @Test
    void reportsAClassOfANewerJava() throws IOException {
        Path jar = jar(
                "Newer",
                "out.emit(at, Part.text());",
                "static class Part { static String text() { return \"part\"; } }");
        Path classes = jar.resolveSibling("Newer-classes");
        Path part = classes.resolve("Newer$Part.class");
        byte[] bytes = Files.readAllBytes(part);
        bytes[7] = 120;
        Files.write(part, bytes);
        WorkflowReport end = run(JobJars.pack(classes, jar, null), "Newer");
        assertThat(end.error().code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(end.error().getMessage()).contains("Newer$Part", "more recent version of the Java");
        checkThatJobsRun();
    }

    @Test
    void failsAMapperThatCallsSystemExitAndKeepsTheNodes() throws IOException {
        SssException error = errorOf("Leaves", "if (line.equals(\"line 7\")) System.exit(3);", "");
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage()).contains("job 'map-1'", "key <49>", "System.exit(3)", "Leaves.java:");
        assertThat(nodes.allWell()).isTrue();
        checkThatJobsRun();
    }

    @Test
    void failsAMapperWhoseThreadEndsTheProcessAndKeepsTheNodes() throws IOException {
        SssException error = errorOf("Halts", """
                if (line.equals("line 7")) {
                    Thread thread = new Thread(() -> Runtime.getRuntime().halt(3));
                    thread.setUncaughtExceptionHandler((t, e) -> { });
                    thread.start();
                    thread.join();
                }
                out.emit(at, line);
                """, "");
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error.getMessage()).contains("job 'map-1'", "key <49>", "Runtime.halt(3)", "Halts.java:");
        assertThat(nodes.allWell()).isTrue();
        checkThatJobsRun();
    }

    @Test
    void restoresTheDefaultsOfANodeAndNamesTheTaskInItsLog() throws IOException {
        String id = submit(jar("Changes", """
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
                System.setProperty("of.a.job", "x");
                System.out.println("2030-01-01 00:00:00.000 ERROR Forged: x\\n2030-01-01 00:00:00.000 ERROR Forged: x");
                out.emit(at, line);
                """, ""), "Changes");
        WorkflowReport end = client.workflow(id).follow(status -> {});
        assertThat(end.error()).isNull();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sss(out, "job", id);
        assertThat(out.toString(UTF_8))
                .contains(
                        "warning: job 'map-1': its code changed the default time zone to Asia/Kathmandu",
                        "'of.a.job' to x");
        for (int node = 0; node < nodes.count(); node++) {
            assertThat(nodes.log(node).lines())
                    .noneMatch(line -> line.startsWith("2030-"))
                    .anyMatch(line -> line.contains("out: [" + id + " map-1/")
                            && line.endsWith("] 2030-01-01 00:00:00.000 ERROR Forged: x"));
        }
        SssException none = run(jar("Looks", """
                if (TimeZone.getDefault().getID().equals("Asia/Kathmandu") || System.getProperty("of.a.job") != null) {
                    throw new IllegalStateException("changed");
                }
                out.emit(at, line);
                """, ""), "Looks").error();
        assertThat(none).isNull();
    }

    @Test
    void leakedThreadsOfAMapperDoNoHarm() throws IOException {
        WorkflowReport end = run(jar("Leaks", """
                Thread thread = new Thread(() -> {
                    try {
                        Thread.sleep(100);
                    } catch (InterruptedException e) {
                        return;
                    }
                    out.emit(at, "too late");
                });
                thread.setUncaughtExceptionHandler((t, e) -> { });
                thread.start();
                out.emit(at, line);
                """, ""), "Leaks");
        assertThat(end.state()).isIn(State.SUCCEEDED, State.FAILED);
        checkThatJobsRun();
        assertThat(nodes.allWell()).isTrue();
    }

    @Test
    void reportsLeakedThreadsByName() throws IOException {
        String id = submit(
                jar(
                        "Crawls",
                        """
                if (STARTED.compareAndSet(false, true)) {
                    Thread thread = new Thread(() -> {
                        try {
                            new java.util.concurrent.CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }, "crawler");
                    thread.setDaemon(true);
                    thread.start();
                }
                out.emit(at, line);
                """,
                        "static final java.util.concurrent.atomic.AtomicBoolean STARTED = new "
                                + "java.util.concurrent.atomic.AtomicBoolean();"),
                "Crawls");
        WorkflowReport end = client.workflow(id).follow(status -> {});
        assertThat(end.state()).isEqualTo(State.SUCCEEDED);
        assertThat(end.jobs().get(0).progress().leftThreads()).isEqualTo(new LeftThreads(2, List.of("crawler")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        sss(out, "job", id);
        assertThat(out.toString(UTF_8)).contains("warning: job 'map-1' left 2 threads running on the nodes: crawler; ");
        checkThatJobsRun();
        assertThat(client.workflows().get(0).jobs().get(0).progress().leftThreads())
                .isEqualTo(new LeftThreads(0, List.of()));
    }

    @Test
    void rejectsAJobThatCannotBeSerialized() throws IOException {
        Path wrong = jar(
                "Captures", "synchronized (lock) { out.emit(at, line); }", "private final Object lock = new Object();");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                new String[] {"run", wrong.toString(), "--class", "Captures", "--cluster", nodes.clientAddress()},
                new ByteArrayOutputStream(),
                new PrintStream(err, true, UTF_8),
                false);
        assertThat(code).isNotZero();
        assertThat(err.toString(UTF_8)).contains("Captures");
    }

    @Test
    void reportsALostNodeIfAMapperEndsTheProcess() throws IOException {
        Path jar = jar("Exits", """
                if (line.equals("line 7")) {
                    new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                    new java.util.concurrent.CountDownLatch(1).await();
                }
                """, "");
        SssException failure = failure(jar, "Exits");
        assertThat(failure.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(failure.getMessage()).contains("node ", "127.0.0.1:", "lost");
        await().atMost(NodeProcesses.PATIENCE)
                .until(() -> !nodes.process(0).isAlive() || !nodes.process(1).isAlive());
        int lost = nodes.process(0).isAlive() ? 1 : 0;
        reviveLostNodes();
        assertThat(nodes.log(lost))
                .containsPattern("WARN .*node " + lost
                        + " had ended without being stopped .* while it ran: .*task \\d+ of job 'map-1' of wf-");
        checkThatJobsRun();
    }
}
