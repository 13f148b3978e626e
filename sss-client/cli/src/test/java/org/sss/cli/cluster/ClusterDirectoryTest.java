package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;

/** Files of a cluster of three nodes, with other processes instead of nodes. */
class ClusterDirectoryTest {
    private static final List<Integer> PORTS = List.of(21200, 21201, 21202, 21203, 21204, 21205);

    @TempDir
    Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void showsAndStopsNodesWithUnreadableSettings() throws IOException {
        ClusterDirectory cluster = startedCluster();
        Files.writeString(cluster.nodes().get(0).settings(), "node.idd = 0\n");
        Files.delete(cluster.nodes().get(1).settings());

        assertThat(sss("cluster", "status", "--dir", directory.toString()))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8))
                .containsPattern("(?m)^ +0  up +\\d+  \\? +\\?$")
                .containsPattern("(?m)^ +1  up +\\d+  \\? +\\?$")
                .containsPattern("(?m)^ +2  up +\\d+  127\\.0\\.0\\.1:21204  127\\.0\\.0\\.1:21205$");
        assertThat(err.toString(UTF_8))
                .contains("node 0: ")
                .contains("node.idd")
                .contains("node 1: there is no configuration file");

        assertThat(sss("cluster", "stop", "--dir", directory.toString()))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("nodes stopped: 3\n");
        assertThat(processes).noneMatch(process -> ProcessStat.runs(process.toHandle()));
        assertThat(sss("cluster", "status", "--dir", directory.toString())).isEqualTo(1);
    }

    @Test
    void rejectsAClusterWithAMissingNodeDirectory() throws IOException {
        ClusterDirectory cluster = ClusterDirectory.create(directory, PORTS, Map.of());
        Files.move(cluster.nodes().get(1).directory(), directory.resolve("elsewhere"));
        assertThat(sss("cluster", "start", "--dir", directory.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: the cluster in '" + directory + "' has a node 2, but no node 1; restore node-1, or"
                        + " use another directory\n");
    }

    /** As of a version before the security directory was in the settings. */
    @Test
    void writesNothingIntoADirectoryOfANewerVersion() throws IOException {
        ClusterDirectory cluster = ClusterDirectory.create(directory, PORTS, Map.of());
        Path settings = cluster.nodes().get(0).settings();
        List<String> lines = Files.readAllLines(settings).stream()
                .filter(line -> !line.startsWith("security.dir"))
                .toList();
        Files.write(settings, lines);
        Files.writeString(
                cluster.nodes().get(1).data().resolve("node.json"),
                "{\"clusterId\":\"mine\",\"nodeId\":1,\"version\":9,\"writtenBy\":\"7.8.9\"}");
        assertThat(sss("cluster", "start", "--dir", directory.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("node.json has version 9 and was written by SSS 7.8.9")
                .hasLineCount(1);
        assertThat(Files.readAllLines(settings)).isEqualTo(lines);
    }

    /** It would create a new cluster, which would reject the others. */
    @Test
    void rejectsAnEmptyNode0IfOthersHaveData() throws IOException {
        ClusterDirectory cluster = ClusterDirectory.create(directory, PORTS, Map.of());
        Files.writeString(cluster.nodes().get(1).data().resolve("node.json"), "{\"clusterId\":\"mine\",\"nodeId\":1}");
        assertThat(sss("cluster", "start", "--dir", directory.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .startsWith(
                        "sss: node 0 has no data in " + cluster.nodes().get(0).data() + ", but node 1 has data of"
                                + " cluster mine in " + cluster.nodes().get(1).data() + "; restore the data of node 0")
                .hasLineCount(1);
        assertThat(cluster.nodes()).noneMatch(NodeDirectory::wasStarted);
    }

    @Test
    void anInterruptedFirstStartLeavesNoCluster() throws IOException {
        ClusterDirectory cluster = ClusterDirectory.create(directory, PORTS, Map.of());
        Files.delete(cluster.nodes().get(0).settings());
        assertThat(ClusterDirectory.of(directory).nodes()).isEmpty();
        assertThat(numbers(ClusterDirectory.create(directory, PORTS.subList(0, 2), Map.of())))
                .containsExactly(0);
    }

    @Test
    void nodesAreSortedByNumber() throws IOException {
        for (int number = 0; number < 12; number++) {
            NodeDirectory.of(directory, number).writeSettings(Map.of());
        }
        Files.createDirectory(directory.resolve("node-12"));
        Files.createFile(directory.resolve("node-x"));
        assertThat(numbers(ClusterDirectory.of(directory))).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    private static List<Integer> numbers(ClusterDirectory cluster) {
        return cluster.nodes().stream().map(NodeDirectory::number).toList();
    }

    private ClusterDirectory startedCluster() throws IOException {
        ClusterDirectory cluster = ClusterDirectory.create(directory, PORTS, Map.of());
        for (NodeDirectory node : cluster.nodes()) {
            Process process = new ProcessBuilder("sleep", "600").start();
            processes.add(process);
            node.writePid(process.toHandle());
        }
        return cluster;
    }

    private int sss(String... args) {
        out.reset();
        err.reset();
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
