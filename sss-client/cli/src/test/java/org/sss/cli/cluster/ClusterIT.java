package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.cli.workflow.JobJars;
import org.sss.client.SssClient;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.rpc.Json;

/** A cluster of three processes, used only through the command line. */
class ClusterIT {
    private static final String WORDS = """
            import org.sss.api.*;
            public class Words implements SssJob {
                public Workflow define(String[] args) {
                    TupleGroup<Long, String> lines = TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING);
                    TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
                    TupleGroup<String, Long> counts = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);
                    Workflow workflow = Workflow.named("words");
                    workflow.map(lines, words, (at, line, out) -> {
                        for (String word : line.split(" ")) {
                            out.emit(word, 1L);
                        }
                    }).combine(Combiner.sumLong());
                    workflow.reduce(words, counts, (word, ones, out) -> {
                        long sum = 0;
                        for (long one : ones) {
                            sum += one;
                        }
                        out.emit(word, sum);
                    });
                    return workflow;
                }
            }
            """;
    private static final String ENDLESS = """
            import org.sss.api.*;
            public class Endless implements SssJob {
                public Workflow define(String[] args) {
                    Workflow workflow = Workflow.named("endless");
                    workflow.map(TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING),
                            TupleGroup.of("never", Codecs.LONG, Codecs.STRING),
                            (at, line, out) -> new java.util.concurrent.CountDownLatch(1).await());
                    return workflow;
                }
            }
            """;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String address;

    @AfterEach
    void stop() {
        if (Files.exists(clusterDirectory())) {
            sss("cluster", "stop", "--dir", clusterDirectory().toString());
        }
    }

    @Test
    void aFailedStartStopsTheStartedNodes() throws IOException {
        startCluster();
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
        Path log = clusterDirectory().resolve("node-2/log");
        Files.delete(log);
        Files.createDirectory(log); // which nothing can be written to
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString())).isEqualTo(1);
        assertThat(ClusterDirectory.of(clusterDirectory()).nodes()).hasSize(3).allSatisfy(node -> assertThat(node.process()).isEmpty());
        assertThat(err.toString(UTF_8)).contains("cannot start the nodes").contains("stopped the nodes that had been started: 0, 1");
    }

    /** As after Ctrl-C, at any moment of the start. */
    @Test
    void anAbandonedStartLeavesNoNode() throws Exception {
        startCluster();
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
        ClusterDirectory cluster = ClusterDirectory.of(clusterDirectory());
        ClusterProcesses processes = new ClusterProcesses(cluster);
        CompletableFuture<Integer> start = CompletableFuture.supplyAsync(() -> {
            try {
                return processes.start();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Awaitility.await().until(() -> cluster.nodes().get(0).process().isPresent());

        processes.abandon();

        start.handle((started, e) -> null).join();
        assertThat(cluster.nodes()).allSatisfy(node -> assertThat(node.process()).isEmpty());
        startCluster();
    }

    @Test
    void storesWholeFilesAsValues() throws IOException {
        startCluster();
        byte[] large = "0123456789".repeat(700_000).getBytes(UTF_8);
        Path file = Files.write(directory.resolve("large"), large);
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThat(ok("group put files large " + file + " none " + empty)).isEqualTo("group files: 2 tuples\n");
        assertThat(ok("group put raw \\xff " + file)).startsWith("group raw: 1 tuple");
        assertThat(ok("group get raw \\xff --raw").getBytes(UTF_8)).isEqualTo(large);
        assertThat(ok("group get files large --raw").getBytes(UTF_8)).isEqualTo(large);
        assertThat(ok("group get files none --raw")).isEmpty();
        assertThat(sss("group", "put", "more", "large", file.toString(), "alone", "--cluster", address)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("the last KEY, 'alone', has no FILE");
        assertThat(sss("group", "put", "more", "k", directory.toString(), "--cluster", address)).isEqualTo(1);
        assertThat(ok("group ls")).doesNotContain("more");
    }

    @Test
    void runsAJobOnProcessesAndReadsItsResult() throws IOException {
        startCluster();
        Path text = Files.writeString(directory.resolve("text"), "to be or not\nto be\n");
        Path jar = JobJars.of(directory, "Words", WORDS, null);
        ok("group import lines " + text);
        ok("run " + jar + " lines counts");
        assertThat(ok("group get counts be")).isEqualTo("2\n");
        assertThat(ok("group get counts to or")).isEqualTo("to\t2\nor\t1\n");
        assertThat(ok("group scan counts")).isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
        assertThat(ok("group scan counts --prefix o --json")).isEqualTo("{\"key\":\"or\",\"value\":1}\n");
        assertThat(ok("group count counts")).isEqualTo("4\n");
        assertThat(ok("group export counts -")).isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
        assertThat(ok("group ls")).contains("counts").contains("lines").doesNotContain("words");
        assertThat(ok("jobs")).contains("wf-1").contains("succeeded");
        assertThat(ok("job wf-1")).contains("map-1").contains("reduce-2");
        assertThat(Json.mapper().readTree(ok("group stat lines --json")).at("/group/tuples").asLong()).isEqualTo(2);
        assertThat(ok("group stat counts")).contains("SUBGROUP").contains("NODE  SUBGROUPS")
                .containsPattern("skew, largest / average: subgroups \\d\\.\\d\\d by tuples, .* by bytes; nodes \\d\\.\\d\\d by tuples");
        ok("sort counts sorted");
        assertThat(ok("group export sorted -")).isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
        ok("group mv counts result");
        ok("group rm lines");
        assertThat(ok("group ls --json")).contains("\"name\":\"result\"").doesNotContain("\"name\":\"lines\"");

        assertThat(sss("group", "get", "result", "nothing", "--cluster", address)).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("has no key 'nothing'").hasLineCount(1);
        assertThat(sss("group", "get", "result", "no", "be", "none", "--cluster", address)).isEqualTo(1);
        assertThat(out.toString(UTF_8)).isEqualTo("be\t2\n");
        assertThat(err.toString(UTF_8)).contains("has no key 'no' (and 1 more of the requested keys)").hasLineCount(1);
    }

    @Test
    void importsCompressedGroupsAndReportsTheirCompression() throws IOException {
        startCluster();
        Path text = Files.writeString(directory.resolve("text"), "to be or not\nto be\n".repeat(5000));
        ok("group import plain " + text);
        ok("group import small --compress zstd " + text);
        assertThat(ok("group ls")).containsPattern("plain .* none ").containsPattern("small .* zstd ");
        assertThat(ok("group stat small")).contains("compressed with zstd");
        assertThat(ok("group stat plain")).doesNotContain("compressed");
        assertThat(Json.mapper().readTree(ok("group stat small --json")).at("/group/compression").asText()).isEqualTo("ZSTD");
        assertThat(ok("group export small -")).isEqualTo(ok("group export plain -"));
    }

    @Test
    void aRestartPreservesNodesAndData() throws IOException {
        startCluster();
        Path text = Files.writeString(directory.resolve("text"), "one\ntwo\n");
        ok("group import lines " + text);
        String before = address;
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString())).isZero();
        assertThat(err.toString(UTF_8)).contains("all 3 nodes are already running");

        assertThat(sss("cluster", "stop", "--dir", clusterDirectory().toString())).isZero();
        assertThat(sss("cluster", "status", "--dir", clusterDirectory().toString())).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("down").doesNotContain("up");
        startCluster();
        assertThat(address).isEqualTo(before);
        assertThat(ok("group count lines")).isEqualTo("2\n");
        assertThat(sss("cluster", "start", "--nodes", "4", "--dir", clusterDirectory().toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("has 3 nodes, not 4");
    }

    @Test
    void statusReportsTheHealthOfTheNodes() throws IOException {
        startCluster();
        assertThat(ok("cluster status")).startsWith("NODE  STATE  SERVER ")
                .containsPattern("(?m)^ +2  up +127\\.0\\.0\\.1:\\d+ +\\d+  \\S+ [KMG]iB of \\S+ [MGT]iB +\\S+ [MGTP]iB +-$");
        ProcessHandle killed = ClusterDirectory.of(clusterDirectory()).nodes().get(2).process().orElseThrow();
        killed.destroyForcibly();
        Awaitility.await().until(() -> !ProcessStat.runs(killed));

        assertThat(sss("cluster", "status", "--cluster", address)).as("%s", err).isEqualTo(1);
        assertThat(out.toString(UTF_8)).containsPattern("(?m)^ +0  up  ").containsPattern("(?m)^ +2  unreachable  127\\.0\\.0\\.1:\\d+ +- +- +- +\\S");
        assertThat(sss("cluster", "status", "--cluster", address, "--json")).isEqualTo(1);
        JsonNode status = Json.mapper().readTree(out.toByteArray());
        assertThat(status.at("/cluster").asText()).isEqualTo(address);
        assertThat(status.at("/nodes/1/state").asText()).isEqualTo("up");
        assertThat(status.at("/nodes/1/heapMaxBytes").asLong()).isPositive();
        assertThat(status.at("/nodes/2/state").asText()).isEqualTo("unreachable");
        assertThat(status.at("/nodes/2/error").asText()).isNotEmpty();

        assertThat(sss("doctor", "--cluster", address)).as("%s", err).isEqualTo(1);
        assertThat(out.toString(UTF_8)).containsPattern("(?m)^ok +node 0 +up, heap ").containsPattern("(?m)^ok +node 0 sends +tcp to 1, 2$")
                .containsPattern("(?m)^problem +node 2 +does not answer at 127\\.0\\.0\\.1:\\d+$");
    }

    @Test
    void aKilledNodeFailsTheJobUnlessItRestarts() throws IOException {
        startCluster("--set", "task.nodePatience=1s");
        Path text = Files.writeString(directory.resolve("text"), "a line of words\n".repeat(100));
        Path endless = JobJars.of(directory, "Endless", ENDLESS, null);
        Path words = JobJars.of(directory, "Words", WORDS, null);
        ok("group import lines " + text);
        String id = ok("run " + endless + " lines --detach").trim();

        try (SssClient client = SssClient.connect(address)) {
            Awaitility.await().until(() -> client.workflow(id).status().state() == State.RUNNING);
            ClusterDirectory.of(clusterDirectory()).nodes().get(2).process().orElseThrow().destroyForcibly();
            Awaitility.await().atMost(Duration.ofSeconds(5))
                    .until(() -> client.workflow(id).status().state() == State.FAILED);
            assertThat(client.workflow(id).status().error().message()).contains("node 2");
        }
        err.reset();
        assertThat(sss("run", words.toString(), "lines", "counts", "--cluster", address)).isEqualTo(1);
        assertThat(err.toString(UTF_8)).containsOnlyOnce("node 2 (").contains("submit again: node 2 (").hasLineCount(1);
        startCluster();
        ok("run " + words + " lines counts");
        assertThat(ok("group scan counts")).isEqualTo("a\t100\nline\t100\nof\t100\nwords\t100\n");
    }

    @Test
    void aMovedClusterFindsItsData() throws IOException {
        startCluster();
        ok("group import lines " + Files.writeString(directory.resolve("text"), "one\ntwo\n"));
        assertThat(sss("cluster", "stop", "--dir", clusterDirectory().toString())).isZero();
        Path moved = directory.resolve("moved");
        Files.move(clusterDirectory(), moved);
        try {
            assertThat(sss("cluster", "start", "--dir", moved.toString())).as("%s", err).isZero();
            assertThat(ok("group count lines")).isEqualTo("2\n");
            assertThat(clusterDirectory()).doesNotExist();
        } finally {
            sss("cluster", "stop", "--dir", moved.toString());
        }
    }

    @Test
    void aPortInUseIsReportedAndNoNodeIsLeftRunning() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int code = sss("cluster", "start", "--nodes", "2", "--port", Integer.toString(taken.getLocalPort()), "--dir",
                    clusterDirectory().toString());
            assertThat(code).isEqualTo(1);
            assertThat(err.toString(UTF_8)).contains("cannot listen at 127.0.0.1:" + taken.getLocalPort())
                    .contains("remove " + clusterDirectory()).hasLineCount(1);
        }
        assertThat(ClusterDirectory.of(clusterDirectory()).nodes()).hasSize(2).noneMatch(node -> node.process().isPresent());
    }

    @Test
    void doesNotStartIfAnotherClusterUsesThePorts() throws IOException {
        startCluster();
        ClusterDirectory other = sameAddresses();
        assertThat(sss("cluster", "start", "--dir", other.directory().toString())).isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(UTF_8)).contains("node 0 cannot listen at " + address).contains("maybe another cluster").hasLineCount(1);
        assertThat(other.nodes()).noneMatch(node -> Files.exists(node.log()));
    }

    /** As if the other cluster took the ports between the check of the ports and the first call. */
    @Test
    void rejectsTheAnswerOfAnotherCluster() throws IOException {
        startCluster();
        ClusterDirectory other = sameAddresses();
        Process running = new ProcessBuilder("sleep", "600").start();
        try {
            for (NodeDirectory node : other.nodes()) {
                node.writePid(running.toHandle());
            }
            Files.createDirectories(other.nodes().get(0).data());
            Files.writeString(other.nodes().get(0).data().resolve("node.json"), "{\"clusterId\":\"mine\",\"nodeId\":0}");
            assertThat(sss("cluster", "start", "--dir", other.directory().toString())).isEqualTo(1);
            assertThat(err.toString(UTF_8)).contains("answers at " + address + ", not cluster mine of " + other.directory()).hasLineCount(1);
        } finally {
            running.destroyForcibly();
        }
    }

    private ClusterDirectory sameAddresses() throws IOException {
        List<Integer> ports = ClusterDirectory.of(clusterDirectory()).nodes().stream().map(NodeDirectory::info)
                .flatMap(node -> Stream.of(node.server().port(), node.data().port())).toList();
        return ClusterDirectory.create(directory.resolve("other"), ports, Map.of());
    }

    @Test
    void reportsAnInvalidSettingBeforeWritingFiles() {
        assertThat(sss("cluster", "start", "--nodes", "2", "--dir", clusterDirectory().toString(), "--set", "foo.bar=1"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("there is no setting 'foo.bar'").hasLineCount(1);
        assertThat(clusterDirectory()).doesNotExist();
    }

    @Test
    void rejectsChangedFirstStartOptionsLater() throws IOException {
        String directory = clusterDirectory().toString();
        String[] start = {"cluster", "start", "--dir", directory, "--nodes", "1", "--port", "0", "--set", "task.threads=1"};
        assertThat(sss(start)).as("%s", err).isZero();
        assertThat(sss(start)).as("%s", err).isZero();
        int port = ClusterDirectory.of(clusterDirectory()).nodes().get(0).info().server().port();
        assertThat(sss("cluster", "start", "--dir", directory, "--set", "task.threads=2")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("without --set task.threads=2, which only applies to the first start").hasLineCount(1);
        assertThat(sss("cluster", "start", "--dir", directory, "--port", Integer.toString(port - 1))).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("without --port " + (port - 1)).hasLineCount(1);
    }

    @Test
    void theFirstStartMakesASecurityDirectoryThatLaterOnesUse() throws IOException {
        startCluster();
        Path security = clusterDirectory().resolve("security");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(security))).isEqualTo("rwx------");
        String realm = Files.readString(security.resolve("realm")).strip();
        assertThat(Files.readString(TokenFile.location())).contains(realm);
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
        assertThat(sss("fsck", clusterDirectory().toString())).as("%s", out).isZero();
        // As made by a version without security.
        for (NodeDirectory node : ClusterDirectory.of(clusterDirectory()).nodes()) {
            Files.write(node.settings(), Files.readAllLines(node.settings()).stream().filter(line -> !line.startsWith("security.dir")).toList());
        }
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString())).as("%s", err).isZero();
        assertThat(ok("cluster status")).contains("up").doesNotContain("unreachable");
        assertThat(Files.readString(security.resolve("realm")).strip()).isEqualTo(realm);
        assertThat(clusterDirectory().resolve("node-1/security")).doesNotExist();
    }

    private void startCluster(String... options) throws IOException {
        int code = sss(Stream.concat(Stream.of("cluster", "start", "--nodes", "3", "--dir", clusterDirectory().toString(), "--port", "0", "--json"),
                Stream.of(options)).toArray(String[]::new));
        assertThat(code).as("%s", err).isZero();
        address = Json.mapper().readTree(out.toByteArray()).get("cluster").asText();
    }

    private Path clusterDirectory() {
        return directory.resolve("cluster");
    }

    private String ok(String line) {
        int code = sss((line + " --cluster " + address).split(" "));
        assertThat(code).as("sss %s: %s", line, err).isZero();
        return out.toString(UTF_8);
    }

    private int sss(String... args) {
        out.reset();
        err.reset();
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
