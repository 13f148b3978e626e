package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticIT extends BenchFixture {
    static final String LONG_FOLD = """
            initialKeyCount = 16
            initialValueLength = 1
            mapoutKeyCount = 24
            mapoutValueLength = 16
            mapoutUniqueKeyCount = 16
            reduceoutValueLength = 300
            combinerEnabled = true
            """;

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "shuffle", "shuffle-combiner"})
    void aPresetGivesTheAnswerThatItsParametersSay(String preset) throws IOException {
        JsonNode row = synthetic("--preset " + preset + " --total 1MiB --transport local --nodes 2 --keys 64")
                .get("rows")
                .get(0);
        assertThat(row.get("system").asText()).isEqualTo("sss");
        assertThat(row.get("runs").get(0).get("usage").get("peakRssBytes").asLong())
                .isPositive();
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**synthetic.csv")
                .isDirectoryContaining("glob:**synthetic.md")
                .isDirectoryContaining("glob:**synthetic-" + preset + ".png");
    }

    @Test
    void aSweepHasAllPointsOfTheFigure() throws IOException {
        JsonNode rows = synthetic("--preset shuffle --total 4MiB --transport local --sweep")
                .get("rows");
        assertThat(rows)
                .extracting(row -> row.get("point").asLong())
                .containsExactly(16L, 64L, 256L, 1024L, 4096L, 16384L, 65536L, 262144L);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row.get("shuffled_bytes").asLong()).isGreaterThanOrEqualTo(4 << 20));
    }

    @Test
    void mediaAreLinesOfTheSamePicture() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        JsonNode report = synthetic("--preset read --total 1MiB --keys 16,64 --transport local --dir hdd=" + other);
        assertThat(cells(report, "point", "system", "medium"))
                .containsExactly("16 sss hdd", "16 sss " + work, "64 sss hdd", "64 sss " + work);
        assertThat(report.get("media").get("hdd").asText()).startsWith(other + " (");
        assertThat(report.get("remarks").toString()).contains("read, sss on hdd: the slowest point takes");
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void nodesAreProcessesWithALayoutOfChoice() throws IOException {
        JsonNode report = synthetic("--preset shuffle --total 256KiB --keys 256 --nodes 2 --heap 128m --layout tuples");
        assertThat(report.get("rows")).hasSize(1);
        assertThat(report.get("server_settings").get("storage.layout").asText()).isEqualTo("tuples");
    }

    @Test
    void aFileOfParametersMayFoldAPartOfThePairsAndCompute() throws IOException {
        JsonNode report = synthetic("--transport local --conf " + conf("""
                initialKeyCount = 8
                initialValueLength = 100
                mapoutKeyCount = 1000
                mapoutValueLength = 64
                mapoutUniqueKeyCount = 5
                reduceoutValueLength = 20
                partitionMethod = hash
                combinerEnabled = true
                combiningFactor = 0.12
                mapComputeNanos = 100
                reduceComputeNanos = 100
                """));
        JsonNode row = report.get("rows").get(0);
        assertThat(row.get("shuffled_pairs").asDouble()).isEqualTo(120.0);
        assertThat(row.get("combiningFactor").asText()).isEqualTo("0.12");
        assertThat(report.get("remarks").get(0).asText())
                .isEqualTo("conf, sss: combiningFactor 0.12, reached: 0.1200 of 1000 pairs");
        JsonNode idle = report.get("rows").get(1);
        assertThat(idle.get("series").asText()).isEqualTo("conf-without-computation");
        assertThat(idle.get("mapComputeNanos").asInt()
                        + idle.get("reduceComputeNanos").asInt())
                .isZero();
    }

    @Test
    void aFoldMayBeLongerThanThePairsOfItsKey() throws IOException {
        assertThat(synthetic("--transport local --conf " + conf(LONG_FOLD)).get("rows"))
                .hasSize(1);
    }

    private Path conf(String text) throws IOException {
        return Files.writeString(directory.resolve("x.properties"), text);
    }

    @Test
    void bothShufflesAreInOneFigure() throws IOException {
        assertThat(bench("synthetic --preset shuffle,shuffle-combiner --total 256KiB --transport local --keys 16 "
                        + "--repetitions 1"
                        + " --warm-ups 0"))
                .as(err.toString(UTF_8))
                .isZero();
        assertThat(outDirectory().resolve("synthetic.md"))
                .content()
                .contains("| shuffle | ", "| shuffle-combiner | ", "![synthetic-shuffle](")
                .doesNotContain("![synthetic-shuffle-combiner]");
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**synthetic-shuffle.png")
                .isDirectoryNotContaining("glob:**synthetic-shuffle-combiner.png");
        assertThat(out.toString(UTF_8)).contains("WIRE", "All answers are those that the parameters say.");
    }

    @ParameterizedTest
    @CsvSource({"average,true", "hash,true", "local,false", "shifted,false"})
    void keysAreReducedOnceUnlessTheNodeOfTheMapDecides(String method, boolean once) throws IOException {
        JsonNode run = synthetic(
                        "--preset shuffle --total 1MiB --keys 1024 --nodes 2 --transport local --partition " + method)
                .get("rows")
                .get(0)
                .get("runs")
                .get(0);
        assertThat(run.get("details").get("reduce_keys").asInt() > 16).isEqualTo(!once);
    }

    @Test
    void shiftedPairsAllLeaveTheirNode() throws IOException {
        assertThat(synthetic("--preset shuffle --total 4MiB --keys 1024 --nodes 2 --heap 256m --partition shifted")
                        .get("rows")
                        .get(0)
                        .get("runs")
                        .get(0)
                        .get("usage")
                        .get("wireBytes")
                        .asLong())
                .isGreaterThan(4 << 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "synthetic",
                "synthetic --preset fly",
                "synthetic --conf nowhere.properties",
                "synthetic --preset read --conf x",
                "synthetic --preset read --total 1000",
                "synthetic --preset read --system abacus",
                "synthetic --preset read --transport udp",
                "synthetic --preset read --transport local --layout tuples",
                "synthetic --preset read --transport local --system sss,sss-tuples",
                "macro --workload fly",
                "macro --total 1000",
                "macro --pairs 0"
            })
    void reportsWrongUseInOneLine(String words) {
        assertThat(bench(words)).isPositive();
        assertThat(err.toString(UTF_8)).startsWith("sss: ").hasLineCount(1);
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void macroWorkloadsAreMeasuredWithTheSingleFileLayoutToo() throws IOException {
        JsonNode rows = report("macro --total 256KiB --pairs 256 --system sss,sss-tuples --workload"
                        + " shuffle-keys-pairs --partition shifted --nodes 2 --heap 128m --repetitions 1 --warm-ups 0")
                .get("rows");
        assertThat(rows)
                .extracting(row ->
                        row.get("system").asText() + " " + row.get("point").asLong())
                .containsExactly("sss 256", "sss-tuples 256");
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.get("mapoutUniqueKeyCount")).isEqualTo(row.get("mapoutKeyCount")));
        assertThat(outDirectory()).isDirectoryContaining("glob:**macro-shuffle-keys-pairs.svg");
    }

    private JsonNode synthetic(String options) throws IOException {
        return report("synthetic --repetitions 1 --warm-ups 0 " + options);
    }
}
