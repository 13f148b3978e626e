package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.api.Shuffle;

/** The comparisons of shuffle methods and of numbers of nodes on little data. */
class ShuffleIT extends BenchFixture {
    @Test
    void eachShuffleMethodGivesTheExpectedAnswerAndReportsWhatItCost() throws IOException {
        JsonNode report = suite("shuffle --app skew --skew 3.0 --skew-bytes 1MiB --nodes 3");
        assertThat(cells(report, "workload", "size", "system"))
                .containsExactlyElementsOf(Stream.of(Shuffle.values())
                        .map(method -> "skew 3.0 sss-" + method)
                        .toList());
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(List.of("move_s", "barrier_s", "links")).allMatch(row::has);
            assertThat(row.get("largest_share").asDouble())
                    .as("1 / (1 + 2^-s + 3^-s + ...)")
                    .isBetween(0.7, 0.9);
        });
        assertThat(report.get("rows"))
                .filteredOn(row -> row.get("elsewhere_bytes").asLong() > 0)
                .extracting(row -> row.get("system").asText())
                .as("the limit is one that the skew exceeds")
                .containsExactly("sss-dsa-sms", "sss-on-disk", "sss-auto");
        assertThat(report.get("remarks").toString())
                .contains("this definition is ours", "a node may get 426.7 KiB")
                .doesNotContain("nothing to do");
        assertThat(outDirectory()).isDirectoryContaining("glob:**shuffle-skew.png");
    }

    @Test
    void shuffleMethodsCountWordsToo() throws IOException {
        JsonNode report = suite("shuffle --sizes 30000,60000 --app wordcount --method direct,on-disk --nodes 3");
        assertThat(cells(report, "workload", "size", "system"))
                .containsExactly(
                        "wordcount 29.3 KiB sss-direct",
                        "wordcount 29.3 KiB sss-on-disk",
                        "wordcount 58.6 KiB sss-direct",
                        "wordcount 58.6 KiB sss-on-disk");
        assertThat(report.get("remarks").toString())
                .contains("WARNING: on-disk had nothing to do in wordcount 29.3 KiB");
        assertThat(report.get("rows"))
                .allSatisfy(row ->
                        assertThat(List.of("move_s", "barrier_s", "links")).allMatch(row::has));
        assertThat(outDirectory()).isDirectoryContaining("glob:**shuffle-wordcount.svg");
        assertThat(outDirectory()).isDirectoryContaining("glob:**shuffle-time-wordcount.png");
    }

    @Test
    void transportsAndSharedDirectoriesAreLinesOfTheSamePicture() throws IOException {
        Path first = Files.createDirectory(directory.resolve("first"));
        Path second = Files.createDirectory(directory.resolve("second"));
        JsonNode report = suite("shuffle --app skew --method on-disk --skew 3.0"
                + " --skew-bytes 1MiB --nodes 2 --processes --heap 256m --limit 512KiB --transport tcp,shm"
                + " --spill-dir ime=" + first + " --spill-dir " + second);
        assertThat(cells(report, "size", "system"))
                .containsExactly(
                        "3.0 sss-on-disk ime tcp",
                        "3.0 sss-on-disk ime shm",
                        "3.0 sss-on-disk " + second + " tcp",
                        "3.0 sss-on-disk " + second + " shm");
        assertThat(report.get("rows"))
                .allSatisfy(
                        row -> assertThat(row.get("elsewhere_bytes").asLong()).isPositive());
        assertThat(report.get("parameters").toString()).contains("\"shuffle.memory.limit\":\"524288\"");
        assertThat(first).isEmptyDirectory();
        assertThat(second).isEmptyDirectory();
    }

    @Test
    void eachNodeMayHaveTheSameHeap() throws IOException {
        JsonNode report = suite("scale --size 60000 --app wordcount --counts 2 --processes --node-heap 128m");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 2 nodes sss");
        assertThat(report.get("heap").asText()).isEqualTo("128m; each node has as much");
    }

    @Test
    void moreNodesGiveTheSameAnswer() throws IOException {
        JsonNode report = suite("scale --size 60000 --counts 1,3 --app wordcount");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 1 node sss", "58.6 KiB, 3 nodes sss");
        assertThat(report.get("rows"))
                .allSatisfy(
                        row -> assertThat(row.get("cpu_ns_per_byte").asDouble()).isPositive());
        assertThat(outDirectory()).isDirectoryContaining("glob:**scale-cpu-wordcount.png");
    }
}
