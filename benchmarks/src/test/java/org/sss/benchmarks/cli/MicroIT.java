package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.net.rpc.Json;

/** The whole command on few records. */
class MicroIT extends BenchFixture {
    private static final String MICRO =
            "micro --records 2000 --values 8,2KiB --threads 3 --repetitions 1 --warm-up-seconds 0 ";

    @Test
    void recordsAreWrittenAndReadInTheProcessOfTheClient() throws IOException {
        assertThat(bench(MICRO + "--transport local")).as(err.toString(UTF_8)).isZero();
        assertThat(out.toString(UTF_8).lines().filter(line -> line.contains("sss-local  ")))
                .hasSize(4)
                .allMatch(row -> row.contains(" 2000 "));
        assertThat(work).isEmptyDirectory();
        try (Stream<String> names = Files.list(outDirectory())
                .map(file -> file.getFileName().toString())
                .sorted()) {
            assertThat(names)
                    .containsExactly(
                            "micro-read.png",
                            "micro-read.svg",
                            "micro-write.png",
                            "micro-write.svg",
                            "micro.csv",
                            "micro.json",
                            "micro.md");
        }
    }

    @Test
    void aServerProcessIsComparedWithTheLayoutOfTheOriginalAndWithRivals() throws IOException {
        JsonNode printed =
                report(MICRO + "--transport tcp --heap 256m --system sss,sss-tuples --set durability=none --rivals");
        assertThat(Json.mapper().readTree(Files.readString(outDirectory().resolve("micro.json"))))
                .isEqualTo(printed);
        assertThat(printed.get("machine").get("command").asText()).startsWith("sss bench micro --records 2000");
        assertThat(cells(printed, "mode", "value_bytes", "system"))
                .filteredOn(row -> row.contains("sss-"))
                .containsExactly(
                        "write 8 sss-tcp",
                        "write 8 sss-tuples",
                        "write 2048 sss-tcp",
                        "write 2048 sss-tuples",
                        "read 8 sss-tcp",
                        "read 8 sss-tuples",
                        "read 2048 sss-tcp",
                        "read 2048 sss-tuples");
        assertThat(cells(printed, "mode", "system"))
                .contains(
                        "write sss-tcp",
                        "write tokyo-c",
                        "write tokyo-no-yield",
                        "write plain-file",
                        "write plain-nosync",
                        "read sss-tcp",
                        "read tokyo-c",
                        "read tokyo-no-yield",
                        "read plain-file")
                .doesNotContain("read plain-nosync");
        assertThat(printed.get("rows")).allSatisfy(row -> {
            assertThat(row.get("tuples_per_s").asDouble()).isPositive();
            assertThat(row.get("peak_rss_bytes").asLong()).isPositive();
        });
        assertThat(printed.get("rows").get(0).get("system").asText()).isEqualTo("sss-tcp");
        assertThat(printed.get("rows").get(0).get("wire_bytes").asLong()).isGreaterThan(2000 * (32 + 8));
        assertThat(Files.readAllLines(outDirectory().resolve("micro.csv")))
                .hasSize(1 + printed.get("rows").size());
    }

    @Test
    void singleRecordsAreReadByTheirKeys() throws IOException {
        assertThat(cells(report(MICRO + "--transport local --mode get"), "mode", "value_bytes"))
                .containsExactly("get 8", "get 2048", "gets 8", "gets 2048");
    }

    @Test
    void measuresOneStreamAndBlocksOfRecordsInTurn() throws IOException {
        assertThat(cells(
                        report("micro --records 2000 --values 8 --threads 3 --repetitions 1 --warm-up-seconds 0 "
                                + "--system sss-tuples"
                                + " --transfer blocks,pipelined --block-records 70"),
                        "system",
                        "records"))
                .containsExactly(
                        "sss-tuples 2000", "sss-tuples-blocks 2000", "sss-tuples 2000", "sss-tuples-blocks 2000");
    }

    @Test
    void rejectsASystemThatDoesNotExist() {
        assertFailsWithOneLine(2, MICRO + "--system sss,abacus", "sss,sss-library,sss-tuples,hadoop, not 'abacus'");
    }
}
