package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.cli.workflow.JobJars;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport.State;
import org.sss.net.auth.TokenFile;
import org.sss.net.rpc.Json;

/** Starts, stops and failures of a cluster of three processes, used only through the command line. */
class ClusterIT extends ClusterFixture {
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

    @Override
    Path clusterDirectory() {
        return directory.resolve("cluster");
    }

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
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString()))
                .isEqualTo(1);
        assertThat(ClusterDirectory.of(clusterDirectory()).nodes())
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.process()).isEmpty());
        assertThat(err.toString(UTF_8))
                .contains("cannot start the nodes")
                .contains("stopped the nodes that had been started: 0, 1");
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
        assertThat(cluster.nodes())
                .allSatisfy(node -> assertThat(node.process()).isEmpty());
        startCluster();
    }

    @Test
    void aRestartPreservesNodesAndData() throws IOException {
        startCluster();
        Path text = Files.writeString(directory.resolve("text"), "one\ntwo\n");
        ok("group import lines " + text);
        String before = address;
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString()))
                .isZero();
        assertThat(err.toString(UTF_8)).contains("all 3 nodes are already running");

        assertThat(sss("cluster", "stop", "--dir", clusterDirectory().toString()))
                .isZero();
        assertThat(sss("cluster", "status", "--dir", clusterDirectory().toString()))
                .isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("down").doesNotContain("up");
        startCluster();
        assertThat(address).isEqualTo(before);
        assertThat(ok("group count lines")).isEqualTo("2\n");
        assertThat(sss(
                        "cluster",
                        "start",
                        "--nodes",
                        "4",
                        "--dir",
                        clusterDirectory().toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("has 3 nodes, not 4");
    }

    @Test
    void statusReportsTheHealthOfTheNodes() throws IOException {
        startCluster();
        assertThat(ok("cluster status"))
                .startsWith("NODE  STATE  SERVER ")
                .containsPattern(
                        "(?m)^ +2  up +127\\.0\\.0\\.1:\\d+ +\\d+  \\S+ [KMG]iB of \\S+ [MGT]iB +\\S+ [MGTP]iB +-$");
        ProcessHandle killed =
                ClusterDirectory.of(clusterDirectory()).nodes().get(2).process().orElseThrow();
        killed.destroyForcibly();
        Awaitility.await().until(() -> !ProcessStat.runs(killed));

        assertThat(sss("cluster", "status", "--cluster", address)).as("%s", err).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .containsPattern("(?m)^ +0  up  ")
                .containsPattern("(?m)^ +2  unreachable  127\\.0\\.0\\.1:\\d+ +- +- +- +\\S");
        assertThat(sss("cluster", "status", "--cluster", address, "--json")).isEqualTo(1);
        JsonNode status = Json.mapper().readTree(out.toByteArray());
        assertThat(status.at("/cluster").asText()).isEqualTo(address);
        assertThat(status.at("/nodes/1/state").asText()).isEqualTo("up");
        assertThat(status.at("/nodes/1/heapMaxBytes").asLong()).isPositive();
        assertThat(status.at("/nodes/2/state").asText()).isEqualTo("unreachable");
        assertThat(status.at("/nodes/2/error").asText()).isNotEmpty();

        assertThat(sss("doctor", "--cluster", address)).as("%s", err).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .containsPattern("(?m)^ok +node 0 +up, heap ")
                .containsPattern("(?m)^ok +node 0 sends +tcp to 1, 2$")
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
            ClusterDirectory.of(clusterDirectory())
                    .nodes()
                    .get(2)
                    .process()
                    .orElseThrow()
                    .destroyForcibly();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(12)) // less than the default of task.nodePatience
                    .until(() -> client.workflow(id).status().state() == State.FAILED);
            assertThat(client.workflow(id).status().error().getMessage()).contains("node 2");
        }
        err.reset();
        assertThat(sss("run", words.toString(), "lines", "counts", "--cluster", address))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .containsOnlyOnce("node 2 (")
                .contains("submit again: node 2 (")
                .hasLineCount(1);
        startCluster();
        ok("run " + words + " lines counts");
        assertThat(ok("group scan counts")).isEqualTo("a\t100\nline\t100\nof\t100\nwords\t100\n");
    }

    @Test
    void aMovedClusterFindsItsData() throws IOException {
        startCluster();
        ok("group import lines " + Files.writeString(directory.resolve("text"), "one\ntwo\n"));
        assertThat(sss("cluster", "stop", "--dir", clusterDirectory().toString()))
                .isZero();
        Path moved = directory.resolve("moved");
        Files.move(clusterDirectory(), moved);
        try {
            assertThat(sss("cluster", "start", "--dir", moved.toString()))
                    .as("%s", err)
                    .isZero();
            assertThat(ok("group count lines")).isEqualTo("2\n");
            assertThat(clusterDirectory()).doesNotExist();
        } finally {
            sss("cluster", "stop", "--dir", moved.toString());
        }
    }

    @Test
    void aPortInUseIsReportedAndNoNodeIsLeftRunning() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int code = sss(
                    "cluster",
                    "start",
                    "--nodes",
                    "2",
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--dir",
                    clusterDirectory().toString());
            assertThat(code).isEqualTo(1);
            assertThat(err.toString(UTF_8))
                    .contains("cannot listen at 127.0.0.1:" + taken.getLocalPort())
                    .contains("remove " + clusterDirectory())
                    .hasLineCount(1);
        }
        assertThat(ClusterDirectory.of(clusterDirectory()).nodes())
                .hasSize(2)
                .noneMatch(node -> node.process().isPresent());
    }

    @Test
    void reportsAnInvalidSettingBeforeWritingFiles() {
        assertThat(sss(
                        "cluster",
                        "start",
                        "--nodes",
                        "2",
                        "--dir",
                        clusterDirectory().toString(),
                        "--set",
                        "foo.bar=1"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("there is no setting 'foo.bar'")
                .hasLineCount(1);
        assertThat(clusterDirectory()).doesNotExist();
    }

    @Test
    void rejectsChangedFirstStartOptionsLater() throws IOException {
        String directory = clusterDirectory().toString();
        String[] start = {
            "cluster", "start", "--dir", directory, "--nodes", "1", "--port", "0", "--set", "task.threads=1"
        };
        assertThat(sss(start)).as("%s", err).isZero();
        assertThat(sss(start)).as("%s", err).isZero();
        int port = ClusterDirectory.of(clusterDirectory())
                .nodes()
                .get(0)
                .info()
                .server()
                .port();
        assertThat(sss("cluster", "start", "--dir", directory, "--set", "task.threads=2"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("without --set task.threads=2, which only applies to the first start")
                .hasLineCount(1);
        assertThat(sss("cluster", "start", "--dir", directory, "--port", Integer.toString(port - 1)))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("without --port " + (port - 1)).hasLineCount(1);
    }

    @Test
    void theFirstStartMakesASecurityDirectoryThatLaterOnesUse() throws IOException {
        startCluster();
        Path security = clusterDirectory().resolve("security");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(security)))
                .isEqualTo("rwx------");
        String realm = Files.readString(security.resolve("realm")).strip();
        assertThat(Files.readString(TokenFile.location().orElseThrow())).contains(realm);
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
        assertThat(sss("fsck", clusterDirectory().toString())).as("%s", out).isZero();
        // As made by a version without security.
        for (NodeDirectory node : ClusterDirectory.of(clusterDirectory()).nodes()) {
            Files.write(
                    node.settings(),
                    Files.readAllLines(node.settings()).stream()
                            .filter(line -> !line.startsWith("security.dir"))
                            .toList());
        }
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString()))
                .as("%s", err)
                .isZero();
        assertThat(ok("cluster status")).contains("up").doesNotContain("unreachable");
        assertThat(Files.readString(security.resolve("realm")).strip()).isEqualTo(realm);
        assertThat(clusterDirectory().resolve("node-1/security")).doesNotExist();
    }
}
