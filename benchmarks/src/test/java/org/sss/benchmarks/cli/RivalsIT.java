package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.benchmarks.engine.Engines;

/**
 * Runs where the libraries of a rival are in the cache directory and its programs are built; nothing is fetched. That
 * all systems give the same answers is checked by the commands themselves.
 */
@Tag("rivals")
@Tag("slow")
class RivalsIT extends BenchFixture {
    private static final String ONCE = " --repetitions 1 --warm-ups 0 --heap 1g";

    @ParameterizedTest
    @CsvSource({
        "spark,text --sizes 60000 --api bytes",
        "hadoop,text --sizes 60000 --api bytes",
        "spark,sort --sizes 300000",
        "hadoop,sort --sizes 300000",
        "spark,iterate --points 3000 --vertices 200 --edges 1500 --iterations 2",
        "hadoop,iterate --points 3000 --vertices 200 --edges 1500 --iterations 2"
    })
    void answersAreThoseOfSssAndOfPlainJava(String rival, String words) throws IOException {
        assumeIsThere(rival);
        JsonNode rows = report(words + ONCE + " --data " + directory.resolve("data") + " --system sss,java," + rival)
                .get("rows");
        assertThat(rows)
                .filteredOn(row -> row.get("system").asText().equals(rival))
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row.get("seconds").asDouble()).isPositive();
                    assertThat(row.get("map_shuffle_s").asDouble()).isPositive();
                    JsonNode details = row.get("runs").get(0).get("details");
                    assertThat(details.get("shuffled_bytes").asDouble()).isPositive();
                    assertThat(row.get("disk_bytes").asDouble())
                            .isGreaterThan(details.get("shuffled_bytes").asDouble());
                });
    }

    @Test
    void executorsOfSparkMayBeProcesses() throws IOException {
        assumeIsThere("spark");
        JsonNode rows = report("text --sizes 60000 --app wordcount --api bytes --processes --system sss,spark" + ONCE
                        + " --data " + directory.resolve("data"))
                .get("rows");
        assertThat(rows).extracting(row -> row.get("system").asText()).containsExactly("sss-bytes", "spark-cluster");
    }

    @Test
    void emptyJobsAnswer() throws IOException {
        assumeIsThere("spark");
        assertThat(report("latency --jobs 2 --loops 1 --system sss,spark" + ONCE)
                        .get("rows"))
                .extracting(row -> row.get("digest").asText())
                .contains("hello\t[1]");
    }

    @ParameterizedTest
    @CsvSource({
        "spark,read",
        "spark,write",
        "spark,shuffle",
        "spark,shuffle-combiner",
        "hadoop,read",
        "hadoop,write",
        "hadoop,shuffle",
        "hadoop,shuffle-combiner"
    })
    void presetsGiveTheSameAnswersAsInSss(String rival, String preset) throws IOException {
        assumeIsThere(rival);
        JsonNode rows = report("synthetic --preset " + preset
                        + " --total 256KiB --keys 64 --transport local --repetitions 1 --warm-ups 0"
                        + " --system sss," + rival)
                .get("rows");
        assertThat(rows).extracting(row -> row.get("system").asText()).containsExactly("sss", rival);
        assertThat(rows.get(0).get("digest")).isEqualTo(rows.get(1).get("digest"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spark", "hadoop"})
    void foldsAreAlikeAlsoWhenTheyAreLongerThanThePairsOfTheirKey(String rival) throws IOException {
        assumeIsThere(rival);
        Path part = Files.writeString(directory.resolve("part.properties"), """
                initialKeyCount = 2
                initialValueLength = 20
                mapoutKeyCount = 2000
                mapoutValueLength = 50
                mapoutUniqueKeyCount = 7
                reduceoutValueLength = 30
                partitionMethod = hash
                combinerEnabled = true
                combiningFactor = 0.2
                pairsPerObject = 1
                """);
        Path longer = Files.writeString(directory.resolve("longer.properties"), SyntheticIT.LONG_FOLD);
        for (Path conf : new Path[] {part, longer}) {
            assertThat(report("synthetic --conf " + conf
                                    + " --transport local --repetitions 1 --warm-ups 0 --system sss," + rival)
                            .get("rows"))
                    .hasSize(2);
        }
    }

    @Test
    void hadoopStoresRecordsAndDeletesThem() throws IOException {
        assumeIsThere("hadoop");
        assertThat(report("micro --records 2000 --values 8 --threads 2 --repetitions 1 --warm-up-seconds 0 "
                                + "--system sss,hadoop")
                        .get("rows"))
                .extracting(row -> row.get("system").asText())
                .contains("hadoop");
        assertThat(report("delete --sizes 1MiB --repetitions 1 --warm-up-seconds 0 --system hadoop")
                        .get("rows"))
                .allSatisfy(row -> assertThat(row.get("gone_ms").asDouble())
                        .isGreaterThanOrEqualTo(row.get("answered_ms").asDouble()));
    }

    private static void assumeIsThere(String rival) {
        assumeTrue(
                Engines.missing(rival).isEmpty(), () -> Engines.missing(rival).orElseThrow());
    }
}
