package org.sss.cli.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Commands;
import org.sss.cli.Main;
import org.sss.cli.terminal.StandardOutput;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;

/** Output of the commands that show jobs. */
class JobCommandsIT {
    private static final String JOBS = """
            import org.sss.api.*;
            public class Jobs implements SssJob {
                static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
                static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).replacing();
                static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG).replacing();
                static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG).replacing();

                static final TupleGroup<String, String> PRINTED = TupleGroup.of("printed", Codecs.STRING, Codecs.STRING).replacing();

                static class Print implements Mapper<Long, String, String, String> {
                    TaskContext task;

                    public void setup(TaskContext context) {
                        task = context;
                    }

                    public void map(Long at, String line, Emitter<String, String> out) {
                        out.emit(task.parameter("workflow"), task.parameter("job"));
                    }
                }

                public Workflow define(String[] args) {
                    Workflow workflow = Workflow.named(args[0]);
                    switch (args[0]) {
                        case "count" -> count(workflow);
                        case "slow" -> slow(workflow);
                        case "parse" -> parse(workflow, args[1]);
                        case "wait" -> workflow.map(LINES, args.length == 1 ? NUMBERS : TupleGroup.of(args[1], Codecs.LONG, Codecs.LONG), (at, line, out) -> {
                            out.count("seen", 1);
                            new java.util.concurrent.CountDownLatch(1).await();
                        });
                        case "print" -> workflow.set("workflow", "program").map(LINES, PRINTED, new Print()).set("job", "program");
                        case "halve" -> workflow.repeat(50, body -> body.map(COUNTS, WORDS,
                                (String word, Long n, Emitter<String, Long> out) -> {
                                    out.emit(word, n / 2);
                                    out.count("left", n / 2);
                                })).carry(WORDS, COUNTS).until(Until.atMost("left", 0));
                    }
                    return workflow;
                }

                static void count(Workflow workflow) {
                    workflow.map(LINES, WORDS, (at, line, out) -> {
                        for (String word : line.split(" ")) {
                            out.emit(word, 1L);
                            out.count("words", 1);
                        }
                    }).combine(Combiner.sumLong());
                    workflow.reduce(WORDS, COUNTS, (word, ones, out) -> {
                        long sum = 0;
                        for (long one : ones) {
                            sum += one;
                        }
                        out.emit(word, sum);
                        out.count("different", 1);
                    });
                }

                static void slow(Workflow workflow) {
                    workflow.map(LINES, WORDS, (at, line, out) -> {
                        Thread.sleep(50);
                        out.emit(line, 1L);
                    });
                    workflow.reduce(WORDS, COUNTS, (line, ones, out) -> Thread.sleep(50));
                }

                static void parse(Workflow workflow, String failures) {
                    MapJob<Long, Long> job = workflow.map(LINES, NUMBERS, (at, line, out) -> out.emit(at, parsed(line)));
                    switch (failures) {
                        case "skip" -> job.onError(OnError.skip(10));
                        case "letters" -> job.deadLetters(DeadLetter.group("failed").replacing());
                        default -> { }
                    }
                }

                static long parsed(String line) {
                    return Long.parseLong(line);
                }
            }
            """;

    @TempDir
    static Path directory;

    private static String address;
    private static String jar;

    private final Commands sss = new Commands(address);

    @BeforeAll
    static void start() throws IOException {
        ByteArrayOutputStream started = new ByteArrayOutputStream();
        int code = Main.run(
                new String[] {
                    "cluster",
                    "start",
                    "--nodes",
                    "2",
                    "--dir",
                    directory.resolve("cluster").toString(),
                    "--port",
                    "0",
                    "--json"
                },
                started,
                System.err,
                false);
        assertThat(code).isZero();
        address = Json.mapper().readTree(started.toByteArray()).get("cluster").asText();
        jar = JobJars.of(directory, "Jobs", JOBS, null).toString();
    }

    @AfterAll
    static void stop() {
        Main.run(
                new String[] {
                    "cluster", "stop", "--dir", directory.resolve("cluster").toString()
                },
                OutputStream.nullOutputStream(),
                System.err,
                false);
    }

    @BeforeEach
    void writeLines() throws IOException {
        String text = Files.writeString(directory.resolve("text"), "to be or\nnot to be\n17\n")
                .toString();
        assertThat(sss.ok("group", "import", "lines", text))
                .matches("group lines: 3 tuples from 22 B in \\d+\\.\\d{3} s\n");
    }

    @AfterEach
    void dropGroups() {
        try (SssClient client = SssClient.connect(address)) {
            client.groups().forEach(group -> client.drop(group.name()));
        }
    }

    @Test
    void showsAJobByIdOrName() {
        String id = submit("count");
        List<String> shown = shape(sss.ok("job", id));
        assertThat(shown)
                .containsSubsequence(
                        "workflow " + id + " 'count': succeeded, submitted DATE TIME by TOKEN, took N s",
                        "JOB       STATE      TASKS  IN  OUT  OUTPUT GROUP  SECONDS  MB/S",
                        "JOB       COUNTER    VALUE",
                        "map-1     words          7",
                        "reduce-2  different      5",
                        "report of map-1",
                        "         GROUP  TUPLES  DATA  STORED",
                        "report of reduce-2");
        assertThat(shown)
                .anyMatch(line -> line.startsWith("map-1     succeeded  4/4     3    7  words"))
                .anyMatch(line -> line.matches("  read   lines       3  .*"))
                .noneMatch(line -> line.contains("retried"));
        assertThat(shape(sss.ok("job", "count"))).isEqualTo(shown);
        String newer = submit("count");
        assertThat(sss.ok("job", "count")).contains(newer).doesNotContain(id + " ");
        assertThat(sss.failed("job", "sum"))
                .isEqualTo("sss: there is no workflow 'sum'; 'sss jobs' lists the workflows\n");
    }

    @Test
    void theShuffleMethodOfTheCommandLineIsThatOfTheJobs() {
        submit("count", "-D", "shuffle.method=pairwise");
        assertThat(sss.ok("job", "count")) // no job reads what reduce-2 writes
                .containsSubsequence(
                        "report of map-1", "  shuffle pairwise: ", "report of reduce-2", "  shuffle direct: ");
        sss.ok("sort", "lines", "sorted", "-Dshuffle.method=pairwise");
        assertThat(sss.ok("job", "sort")).contains("  shuffle pairwise: ");
        sss.ok("stream", "--map", "cat", "--input", "lines", "--output", "copy", "-D", "shuffle.method=pairwise");
        assertThat(sss.ok("job", "stream")).contains("  shuffle pairwise: ");
        assertThat(sss.ok("group", "count", "copy")).isEqualTo("3\n");
    }

    @Test
    void theTimeOfAJobIsATableOfThreadsAndPhases() throws IOException {
        submit("count", "-Dshuffle.method=pairwise");
        List<String> rows = sss.ok("job", "count", "--csv").lines().toList();
        assertThat(rows.get(0))
                .isEqualTo("job,node,thread,phase,wall_ms,cpu_ms,calls,allocated_bytes,gc_ms,blocked,blocked_ms");
        assertThat(rows.subList(1, 5))
                .extracting(row -> row.replaceAll("\\d+\\.000", "N"))
                .containsExactly(
                        "map-1,0,coordinator,open,N,,1,,,,",
                        "map-1,0,coordinator,map,N,,1,,,,",
                        "map-1,0,coordinator,move,N,,1,,,,",
                        "map-1,0,coordinator,commit,N,,1,,,,");
        List<String[]> tasks = rows.stream()
                .skip(1)
                .map(row -> row.split(",", -1))
                .filter(row -> !row[2].equals("coordinator") && !row[3].equals("tasks"))
                .toList();
        assertThat(tasks)
                .extracting(row -> row[0] + " " + row[3])
                .contains("map-1 open", "map-1 read", "map-1 map", "map-1 sort", "map-1 send wait", "map-1 free")
                .contains("map-1 store", "reduce-2 reduce");
        assertThat(tasks)
                .filteredOn(row -> List.of("read", "free").contains(row[3]))
                .as("each job reads blocks, and releases them")
                .filteredOn(row -> Integer.parseInt(row[6]) > 0)
                .extracting(row -> row[0] + " " + row[3])
                .contains("map-1 read", "map-1 free", "reduce-2 read", "reduce-2 free");
        assertThat(tasks)
                .extracting(row -> row[0] + " " + row[1] + " " + row[2] + " " + row[3])
                .doesNotHaveDuplicates();
        assertThat(tasks).allMatch(row -> row[4].matches("\\d+\\.\\d{3}") && row[5].matches("\\d+\\.\\d{3}"));
        for (String job : List.of("map-1", "reduce-2")) {
            String body = job.split("-")[0];
            assertThat(tasks)
                    .filteredOn(row -> row[0].equals(job) && row[3].equals("open"))
                    .as("each task is counted once")
                    .extracting(row -> Integer.parseInt(row[6]))
                    .satisfies(calls ->
                            assertThat(calls.stream().mapToInt(n -> n).sum()).isEqualTo(4));
            assertThat(rows)
                    .filteredOn(row -> row.startsWith(job + ",") && row.contains(",tasks,"))
                    .as("tasks, allocated bytes, GC, waits for monitors, whose time is not measured by default")
                    .isNotEmpty()
                    .allMatch(row -> row.matches(job + ",[01],\\d+,tasks,,,[1-4],[1-9]\\d*,\\d+,\\d+,"));
            assertThat(tasks)
                    .filteredOn(row -> row[0].equals(job) && row[3].equals(body))
                    .as("it takes processor time")
                    .anyMatch(row -> Double.parseDouble(row[5]) > 0);
        }
        assertThat(calls(tasks, "map-1", "map")).as("calls of the mapper").isEqualTo(3);
        assertThat(calls(tasks, "reduce-2", "reduce"))
                .as("calls of the reducer: a key each")
                .isEqualTo(Integer.parseInt(sss.ok("group", "count", "counts").trim()));
        JsonNode json = Json.mapper().readTree(sss.ok("job", "count", "--json"));
        assertThat(json.at("/jobs/0/report/shuffle/method").asText()).isEqualTo("pairwise");
        assertThat(json.at("/jobs/0/report/times/threads/0/run/wallMicros").asLong())
                .isPositive();
        assertThat(sss.ok("job", "count"))
                .doesNotContain("send wait")
                .containsPattern("time of threads: open [0-9.]+ s, read [0-9.]+ s, run ");
    }

    @Test
    void theTasksOfAJobAreATimeLine() throws IOException {
        submit("slow");
        List<String> rows = sss.ok("job", "slow", "--tasks", "--csv").lines().toList();
        assertThat(rows.get(0))
                .isEqualTo("job,node,thread,task,start_ms,open_ms,read_ms,run_ms,sort_ms,send_ms,free_ms,store_ms,"
                        + "tuples_in");
        assertThat(rows.subList(1, rows.size()))
                .allMatch(row -> row.matches("(map-1|reduce-2),[01],\\d+,[0-3](,\\d+\\.\\d{3}){8},\\d+"))
                .extracting(row -> row.split(",")[0] + " " + row.split(",")[3])
                .containsExactlyInAnyOrder(
                        "map-1 0",
                        "map-1 1",
                        "map-1 2",
                        "map-1 3",
                        "reduce-2 0",
                        "reduce-2 1",
                        "reduce-2 2",
                        "reduce-2 3");
        assertThat(rows.stream()
                        .filter(row -> row.startsWith("map-1,"))
                        .mapToInt(row -> Integer.parseInt(row.substring(row.lastIndexOf(',') + 1)))
                        .sum())
                .as("lines read")
                .isEqualTo(3);
        String drawn = sss.ok("job", "slow", "--tasks");
        assertThat(drawn).contains("map-1: 4 tasks\n", "reduce-2: 4 tasks\n").endsWith(", in this order.\n");
        assertThat(drawn.lines())
                .filteredOn(line -> line.matches(" +[01] +\\d+ +[1-4] +\\d+\\.\\d  [or#swft:.]{49,}"))
                .as("a line for each node at least, of both jobs")
                .hasSizeGreaterThanOrEqualTo(4);
        assertThat(drawn.lines()).allMatch(line -> line.length() <= 80);
        JsonNode json = Json.mapper().readTree(sss.ok("job", "slow", "--json"));
        assertThat(json.at("/jobs/0/report/times/tasks")).hasSize(4);
    }

    @Test
    void theTasksOfAShortJobAreNotKept() throws IOException {
        Awaitility.await().untilAsserted(() -> {
            submit("count");
            assertThat(sss.ok("job", "count", "--tasks"))
                    .contains("reduce-2: no times of tasks; they took less than 20 ms, none has ended, or ");
        });
    }

    private static int calls(List<String[]> tasks, String job, String phase) {
        return tasks.stream()
                .filter(row -> row[0].equals(job) && row[3].equals(phase))
                .mapToInt(row -> Integer.parseInt(row[6]))
                .sum();
    }

    @Test
    void aFailedJobHasAReport() {
        assertThat(sss.run("run", jar, "parse", "fail", "--detach")).isZero();
        String id = sss.out().trim();
        Awaitility.await().untilAsserted(() -> assertThat(sss.ok("job", id)).contains("'parse': failed"));
        List<String> shown = shape(sss.ok("job", id));
        assertThat(shown)
                .containsSubsequence("report of map-1 (job did not succeed)", "        GROUP  TUPLES  DATA  STORED")
                .anyMatch(line -> line.matches("  read  lines       3  .*"))
                .anyMatch(line -> line.matches("  4 tasks, [0-3] done: median .*"))
                .noneMatch(line -> line.startsWith("  wrote"));
    }

    @Test
    void reportsCombinedTuples() throws IOException {
        String text = Files.writeString(directory.resolve("same"), "be be be\n").toString();
        sss.ok("group", "import", "lines", "--replace", text);
        submit("count");
        assertThat(sss.ok("job", "count")).contains("  3 tuples emitted, of which 2 were combined with others\n");
    }

    @Test
    void reportsTheLargestShareOfAFile() throws IOException {
        String files = "files:" + Files.writeString(directory.resolve("more"), "a\nb\nc\n");
        sss.ok("stream", "--map", "cat", "--input", files, "--output", "copy");
        assertThat(sss.ok("job", "stream"))
                .contains("  largest share: task 4 read 100.0 % of the tuples (even share: 100.0 %)\n");
        sss.ok("stream", "--map", "cat", "--input", "lines", "--input", files, "--output", "copy", "--replace");
        assertThat(sss.ok("job", "stream"))
                .contains("  largest share: task 4 read 50.0 % of the tuples (even share: 20.0 %)\n");
    }

    @Test
    void showsTheErrorOfAFailedJob() {
        assertThat(sss.failed("run", jar, "parse", "fail"))
                .contains("sss: job 'map-1', task")
                .contains("For input string:");
        assertThat(sss.ok("job", "parse")).contains("'parse': failed").contains("\nerror: job 'map-1', task ");
    }

    @Test
    void aFailedJobIsAFailureEvenIfTheOutputIsClosed() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new StandardOutput.ClosedPipe(new IOException("Broken pipe"));
            }
        };
        int code = Main.run(
                new String[] {"run", jar, "parse", "fail", "--cluster", address},
                closed,
                new PrintStream(err, true, UTF_8),
                false);
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("sss: job 'map-1', task").contains("For input string:");
    }

    @Test
    void storesReportsInAGroupAndAddsNewOnes() throws IOException {
        String first = submit("count");
        sss.ok("jobs", "--keep", "reports");
        assertThat(sss.err()).startsWith("group reports: reports of ");
        String second = submit("count");
        sss.ok("jobs", "--keep", "reports");
        assertThat(sss.ok("group", "get", "reports", first)).hasLineCount(1);
        assertThat(Json.mapper().readTree(sss.ok("group", "get", "reports", first)))
                .isEqualTo(Json.mapper().readTree(sss.ok("job", first, "--json")));
        assertThat(sss.ok("group", "get", "reports", second)).contains("\"heaviest\"");
    }

    @Test
    void rejectsAGroupWithOtherTuplesForReports() throws IOException {
        submit("count");
        for (String tuples : List.of("wf-1\tmine\n", "page\tone\npage\ttwo\n")) {
            String file = Files.writeString(directory.resolve("tuples"), tuples).toString();
            sss.ok("group", "import", "pages", file, "--tsv", "--replace");
            assertThat(sss.failed("jobs", "--keep", "pages"))
                    .contains("group 'pages' has other tuples than reports of workflows");
            assertThat(sss.ok("group", "export", "pages", "-")).isEqualTo(tuples);
        }
    }

    @Test
    void submitsWithTheGivenPriority() {
        assertThat(spec(submit("count", "--priority", "20")).limits().priority())
                .isEqualTo(20);
        assertThat(sss.failed("run", jar, "count", "--priority", "0")).contains("priority");
    }

    @Test
    void streamAndSortAcceptTheOptionsOfRun() {
        for (List<String> command : List.of(
                List.of("stream", "--map", "cat", "--input", "lines", "--output", "copy"),
                List.of("sort", "lines", "sorted"))) {
            List<String> all = new ArrayList<>(command);
            all.addAll(List.of("--priority", "20", "--stall-timeout", "300", "--detach"));
            String id = sss.ok(all.toArray(String[]::new)).trim();
            assertThat(spec(id).limits().priority()).isEqualTo(20);
            assertThat(spec(id).limits().stallMillis()).isEqualTo(300_000);
            Awaitility.await().untilAsserted(() -> assertThat(sss.ok("job", id)).contains(": succeeded"));
        }
    }

    @Test
    void commandLineParametersOverrideTheWorkflowButNotItsJobs() {
        submit("print", "-Dworkflow=me=myself", "-D", "job=me");
        assertThat(sss.ok("group", "get", "printed", "me=myself")).isEqualTo("program\n".repeat(3));
        submit("print", "-D", "workflow=");
        assertThat(sss.ok("group", "get", "printed", "")).isEqualTo("program\n".repeat(3));
    }

    private static WorkflowSpec spec(String id) {
        try (Transport transport = new AuthTransport(new TcpTransport(), TokenFile::ofUser);
                Connection coordinator = transport.connect(NodeAddress.parse(address), Duration.ofSeconds(20))) {
            return Rpc.call(
                    coordinator,
                    ServerVerbs.WORKFLOW_SPEC,
                    new ServerVerbs.Name(id),
                    WorkflowSpec.class,
                    Duration.ofSeconds(20));
        }
    }

    @Test
    void showsTheIterationsOfALoop() {
        submit("count");
        String id = submit("halve");
        assertThat(shape(sss.ok("job", id)))
                .anyMatch(line -> line.startsWith("map-1 x 2  succeeded"))
                .contains("report of map-1, iteration 2");
    }

    @Test
    void showsCountersOfARunningJob() {
        assertThat(sss.run("run", jar, "wait", "--detach")).isZero();
        String id = sss.out().trim();
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(sss.ok("job", id)).contains("running").containsPattern("map-1 +seen +[1-3]\n"));
        assertThat(sss.ok("cancel", "wait"))
                .as("by name")
                .startsWith(id + " 'wait' ")
                .contains("cancelled");
        Awaitility.await().untilAsserted(() -> assertThat(sss.ok("job", id)).contains("'wait': cancelled"));
        assertThat(sss.ok("group", "ls")).doesNotContain("numbers");
    }

    @Test
    void waitReportsSuccess() {
        String id = sss.ok("run", jar, "count", "--detach").trim();
        assertThat(sss.ok("wait", id)).startsWith("workflow " + id + " 'count': succeeded");
        assertThat(sss.ok("wait", "count")).as("one that is over").startsWith("workflow " + id + " 'count': succeeded");
        assertThat(sss.ok("group", "get", "counts", "be")).isEqualTo("2\n");
        assertThat(sss.run("cancel", "count")).isEqualTo(1);
        assertThat(sss.out()).isEqualTo(id + " 'count' was not cancelled: it had succeeded before\n");
        assertThat(sss.failed("cancel", "nothing")).contains("there is no workflow 'nothing'");
    }

    @Test
    void waitReportsWhyAWorkflowDidNotSucceed() {
        String failing = sss.ok("run", jar, "parse", "fail", "--detach").trim();
        assertThat(sss.run("wait", failing)).isEqualTo(1);
        assertThat(sss.out()).startsWith("workflow " + failing + " 'parse': failed");
        assertThat(sss.err()).contains("sss: job 'map-1', task").contains("For input string:");
        String cancelled = sss.ok("run", jar, "wait", "--detach").trim();
        assertThat(sss.failed("run", jar, "wait", "--detach"))
                .contains("workflow 'wait' is running already, as " + cancelled);
        String other = sss.ok("run", jar, "wait", "others", "--detach").trim();
        assertThat(sss.failed("cancel", "wait"))
                .contains("2 workflows of the name 'wait' run or wait: ", cancelled, other, "; use an id");
        sss.ok("cancel", other);
        sss.ok("cancel", cancelled);
        assertThat(sss.run("wait", cancelled)).isEqualTo(1);
        assertThat(sss.err()).contains("was cancelled");
        assertThat(sss.run("wait", "wf-999999")).isEqualTo(1);
        assertThat(sss.err()).isEqualTo("sss: there is no workflow 'wf-999999'; 'sss jobs' lists the workflows\n");
    }

    @Test
    void explainsAWorkflowWithoutACluster() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Main.run(new String[] {"explain", jar, "count"}, out, System.err, false))
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("""
                workflow count
                  map map-1 (stage 1)
                      reads   lines (long -> string)
                      writes  words (string -> long), replaces what is there
                  reduce reduce-2 (stage 2)
                      reads   words (string -> long), from map-1
                      writes  counts (string -> long), replaces what is there
                """);
        out.reset();
        assertThat(Main.run(new String[] {"explain", jar, "halve"}, out, System.err, false))
                .isZero();
        assertThat(out.toString(UTF_8))
                .contains("repeat up to 50 times, until left <= 0")
                .contains("| carry words to counts");
    }

    @Test
    void explainsAWorkflowAsJson() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Main.run(new String[] {"explain", jar, "count", "--json"}, out, System.err, false))
                .isZero();
        JsonNode count = Json.mapper().readTree(out.toByteArray());
        assertThat(count.at("/workflow").asText()).isEqualTo("count");
        assertThat(count.at("/jobs/0/reads/0/group").asText()).isEqualTo("lines");
        assertThat(count.at("/jobs/1/kind").asText()).isEqualTo("reduce");
        assertThat(count.at("/jobs/1/partitioner").asText()).isEqualTo("hash");
        assertThat(count.at("/jobs/1/writes/0"))
                .hasToString("{\"group\":\"counts\",\"keys\":\"string\",\"values\":\"long\",\"temporary\":false,"
                        + "\"replaces\":true,\"inMemory\":false}");
        out.reset();
        assertThat(Main.run(new String[] {"explain", jar, "halve", "--json"}, out, System.err, false))
                .isZero();
        JsonNode loop = Json.mapper().readTree(out.toByteArray()).at("/loops/0");
        assertThat(loop.at("/maxIterations").asInt()).isEqualTo(50);
        assertThat(loop.at("/until/0").asText()).isEqualTo("left <= 0");
        assertThat(loop.at("/carried/counts").asText()).isEqualTo("words");
    }

    @Test
    void replayPrintsEmittedTuplesAndWritesNothing() {
        String id = submit("count");
        assertThat(sss.ok("replay", id + "/map-1", "0")).isEqualTo("words\tto\t1\nwords\tbe\t1\nwords\tor\t1\n");
        assertThat(sss.err()).isEqualTo("1 tuple read, 3 emitted; counters {words=3}\n");
        assertThat(sss.ok("replay", "count/reduce-2", "to")).isEqualTo("counts\tto\t2\n");
        assertThat(sss.ok("group", "get", "counts", "to")).isEqualTo("2\n");
    }

    @Test
    void replayPrintsTheStackTraceOfTheFunctionOnly() {
        String id = submit("parse", "skip");
        assertThat(sss.ok("group", "scan", "numbers")).isEqualTo("19\t17\n");
        assertThat(sss.failed("replay", id + "/map-1", "0"))
                .startsWith("java.lang.NumberFormatException: For input string: \"to be or\"\n")
                .containsPattern("at (.*/)?Jobs\\.parsed\\(Jobs.java:\\d+\\)")
                .doesNotContain("org.sss.server")
                .contains("\nsss: job 'map-1'");
        assertThat(sss.failed("replay", id + "/map-1", "5")).contains("no input of job 'map-1' has key '5': lines");
        assertThat(sss.failed("replay", id + "/map-9", "5")).contains("map-9");
        assertThat(sss.failed("replay", id, "5")).contains("expected WORKFLOW/JOB");
    }

    @Test
    void deadLettersReportWhatFailedAndWhy() {
        submit("parse", "letters");
        assertThat(sss.ok("group", "count", "failed")).isEqualTo("2\n");
        assertThat(sss.ok("group", "scan", "failed"))
                .contains("job=\"map-1\"")
                .contains("value=\"not to be\"")
                .contains("key <0>: java.lang.NumberFormatException");
    }

    /** Lines without the values that differ from run to run. */
    private static List<String> shape(String text) {
        return text.lines()
                .map(line -> line.replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "DATE TIME")
                        .replaceAll("by token [0-9a-f]{8} \\(admin\\)", "by TOKEN")
                        .replaceAll("took \\d+\\.\\d{3} s", "took N s"))
                .toList();
    }

    private String submit(String... args) {
        String[] all = new String[args.length + 2];
        all[0] = "run";
        all[1] = jar;
        System.arraycopy(args, 0, all, 2, args.length);
        sss.ok(all);
        try (SssClient client = SssClient.connect(address)) {
            WorkflowReport newest = client.workflows().get(0);
            assertThat(newest.state()).isEqualTo(State.SUCCEEDED);
            return newest.id();
        }
    }
}
