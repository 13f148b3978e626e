package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.net.rpc.Json;

/** A group with two copies is read from processes of which one is killed. */
class FailoverReadsIT extends ClusterFixture {
    private static final int LINES = 3_000;

    @Override
    Path clusterDirectory() {
        return directory.resolve("cluster");
    }

    @AfterEach
    void stop() {
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
    }

    @Test
    void aGroupWithCopiesIsReadWithoutANode() throws IOException {
        startCluster("--set", "replication=2");
        String text = IntStream.range(0, LINES)
                .mapToObj(i -> "key" + i + "\tvalue " + i + "\n")
                .collect(Collectors.joining());
        Path file = Files.writeString(directory.resolve("text"), text, UTF_8);
        ok("group import words --tsv " + file);
        assertThat(ok("group ls")).containsPattern("(?s)GROUP .* COPIES +CREATED .*words .* 2  ");
        assertThat(ok("group stat words"))
                .contains("hash partitioning, copies 2")
                .contains("COPIES  BYTES OF COPIES");
        ok("group import scratch --tsv --replication 1 " + file);
        assertThat(ok("group stat scratch")).doesNotContain("copies");
        assertThat(sss("group", "import", "three", "--replication", "3", file.toString(), "--cluster", address))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("group 'three' shall have 3 copies, and this cluster makes 2 of each group: set replication");
        ok("group rm scratch");
        String before = ok("group export words -");
        assertThat(before).hasLineCount(LINES);
        kill(2);
        assertThat(ok("group export words -")).isEqualTo(before);
        assertThat(ok("group scan words --prefix key299")).hasLineCount(11);
        assertThat(ok("group get words key1 key7 key8 key2999"))
                .contains("key1\tvalue 1\n", "key7\tvalue 7\n", "key8\tvalue 8\n", "key2999\tvalue 2999\n");
        assertThat(sss("group", "get", "words", "missing", "--cluster", address))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("has no key 'missing'");
        assertThat(tuples(ok("group stat words --json"))).isEqualTo(LINES);
    }

    private static long tuples(String stat) throws IOException {
        long tuples = 0;
        for (JsonNode subgroup : Json.mapper().readTree(stat).get("subgroups")) {
            tuples += subgroup.at("/stat/tuples").asLong();
        }
        return tuples;
    }

    private void kill(int node) throws IOException {
        ProcessHandle killed = ClusterDirectory.of(clusterDirectory())
                .nodes()
                .get(node)
                .process()
                .orElseThrow();
        killed.destroyForcibly();
        Awaitility.await().until(() -> !ProcessStat.runs(killed));
    }
}
