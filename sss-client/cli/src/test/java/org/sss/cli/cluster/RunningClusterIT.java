package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.workflow.JobJars;
import org.sss.net.rpc.Json;

/** What does not change the state of the nodes, on one cluster for all tests. */
@TestInstance(Lifecycle.PER_CLASS)
class RunningClusterIT extends ClusterFixture {
    @TempDir
    static Path shared;

    @Override
    Path clusterDirectory() {
        return shared.resolve("cluster");
    }

    @BeforeAll
    void start() throws IOException {
        startCluster();
    }

    @AfterAll
    void stop() {
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
    }

    @Test
    void storesWholeFilesAsValues() throws IOException {
        byte[] large = "0123456789".repeat(700_000).getBytes(UTF_8);
        Path file = Files.write(directory.resolve("large"), large);
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThat(ok("group put files large " + file + " none " + empty)).isEqualTo("group files: 2 tuples\n");
        assertThat(ok("group put raw \\xff " + file)).startsWith("group raw: 1 tuple");
        assertThat(ok("group get raw \\xff --raw").getBytes(UTF_8)).isEqualTo(large);
        assertThat(ok("group get files large --raw").getBytes(UTF_8)).isEqualTo(large);
        assertThat(ok("group get files none --raw")).isEmpty();
        assertThat(sss("group", "put", "more", "large", file.toString(), "alone", "--cluster", address))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("the last KEY, 'alone', has no FILE");
        assertThat(sss("group", "put", "more", "k", directory.toString(), "--cluster", address))
                .isEqualTo(1);
        assertThat(ok("group ls")).doesNotContain("more");
    }

    @Test
    void runsAJobOnProcessesAndReadsItsResult() throws IOException {
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
        assertThat(ok("group ls"))
                .contains("counts")
                .contains("lines")
                .doesNotContain("words")
                .as("one host")
                .doesNotContain("COPIES");
        assertThat(ok("jobs")).contains("wf-1").contains("succeeded");
        assertThat(ok("job wf-1")).contains("map-1").contains("reduce-2");
        assertThat(Json.mapper()
                        .readTree(ok("group stat lines --json"))
                        .at("/group/tuples")
                        .asLong())
                .isEqualTo(2);
        assertThat(ok("group stat counts"))
                .contains("SUBGROUP")
                .contains("NODE  SUBGROUPS")
                .containsPattern(
                        "skew, largest / average: subgroups \\d\\.\\d\\d by tuples, .* by bytes; nodes \\d\\.\\d\\d by "
                                + "tuples");
        ok("sort counts sorted");
        assertThat(ok("group export sorted -")).isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
        ok("group mv counts result");
        ok("group rm lines");
        assertThat(ok("group ls --json")).contains("\"name\":\"result\"").doesNotContain("\"name\":\"lines\"");

        assertThat(sss("group", "get", "result", "nothing", "--cluster", address))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("has no key 'nothing'").hasLineCount(1);
        assertThat(sss("group", "get", "result", "no", "be", "none", "--cluster", address))
                .isEqualTo(1);
        assertThat(out.toString(UTF_8)).isEqualTo("be\t2\n");
        assertThat(err.toString(UTF_8))
                .contains("has no key 'no' (and 1 more of the requested keys)")
                .hasLineCount(1);
    }

    @Test
    void importsCompressedGroupsAndReportsTheirCompression() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "to be or not\nto be\n".repeat(5000));
        ok("group import plain " + text);
        ok("group import small --compress zstd " + text);
        assertThat(ok("group ls")).containsPattern("plain .* none ").containsPattern("small .* zstd ");
        assertThat(ok("group stat small")).contains("compressed with zstd");
        assertThat(ok("group stat plain")).doesNotContain("compressed");
        assertThat(Json.mapper()
                        .readTree(ok("group stat small --json"))
                        .at("/group/compression")
                        .asText())
                .isEqualTo("ZSTD");
        assertThat(ok("group export small -")).isEqualTo(ok("group export plain -"));
    }

    @Test
    void doesNotStartIfAnotherClusterUsesThePorts() throws IOException {
        ClusterDirectory other = sameAddresses();
        assertThat(sss("cluster", "start", "--dir", other.directory().toString()))
                .isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(UTF_8))
                .contains("node 0 cannot listen at " + address)
                .contains("maybe another cluster")
                .hasLineCount(1);
        assertThat(other.nodes()).noneMatch(node -> Files.exists(node.log()));
    }

    /** As if the other cluster took the ports between the check of the ports and the first call. */
    @Test
    void rejectsTheAnswerOfAnotherCluster() throws IOException {
        ClusterDirectory other = sameAddresses();
        Process running = new ProcessBuilder("sleep", "600").start();
        try {
            for (NodeDirectory node : other.nodes()) {
                node.writePid(running.toHandle());
            }
            Files.createDirectories(other.nodes().get(0).data());
            Files.writeString(
                    other.nodes().get(0).data().resolve("node.json"), "{\"clusterId\":\"mine\",\"nodeId\":0}");
            assertThat(sss("cluster", "start", "--dir", other.directory().toString()))
                    .isEqualTo(1);
            assertThat(err.toString(UTF_8))
                    .contains("answers at " + address + ", not cluster mine of " + other.directory())
                    .hasLineCount(1);
        } finally {
            running.destroyForcibly();
        }
    }

    private ClusterDirectory sameAddresses() throws IOException {
        List<Integer> ports = ClusterDirectory.of(clusterDirectory()).nodes().stream()
                .map(NodeDirectory::info)
                .flatMap(node -> Stream.of(node.server().port(), node.data().port()))
                .toList();
        return ClusterDirectory.create(directory.resolve("other"), ports, Map.of());
    }
}
