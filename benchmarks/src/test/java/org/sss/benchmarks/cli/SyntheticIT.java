package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.net.rpc.Json;

class SyntheticIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private Path work;

    @BeforeEach
    void makeDirectory() throws IOException {
        work = Files.createDirectory(directory.resolve("work"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "shuffle", "shuffle-combiner"})
    void aPresetGivesTheAnswerThatItsParametersSay(String preset) throws IOException {
        assertThat(synthetic("--preset " + preset + " --total 1MiB --transport local --nodes 2 --repetitions 1 --warm-ups 0"
                + " --keys 64 --json")).as(err.toString(UTF_8)).isZero();
        JsonNode row = Json.mapper().readTree(out.toByteArray()).get("rows").get(0);
        assertThat(row.get("system").asText()).isEqualTo("sss");
        assertThat(row.get("runs").get(0).get("usage").get("peakRssBytes").asLong()).isPositive();
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**synthetic.csv")
                .isDirectoryContaining("glob:**synthetic.md").isDirectoryContaining("glob:**synthetic-" + preset + ".png");
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void aSweepHasAllPointsOfTheFigure() throws IOException {
        assertThat(synthetic("--preset shuffle --total 4MiB --transport local --repetitions 1 --warm-ups 0 --sweep --json"))
                .as(err.toString(UTF_8)).isZero();
        JsonNode rows = Json.mapper().readTree(out.toByteArray()).get("rows");
        assertThat(rows).extracting(row -> row.get("point").asLong()).containsExactly(16L, 64L, 256L, 1024L, 4096L, 16384L,
                65536L, 262144L);
        assertThat(rows).allSatisfy(row -> assertThat(row.get("shuffled_bytes").asLong()).isGreaterThanOrEqualTo(4 << 20));
    }

    @Test
    void nodesAreProcessesWithALayoutOfChoice() throws IOException {
        assertThat(synthetic("--preset shuffle --total 256KiB --keys 256 --nodes 2 --heap 128m --layout tuples --repetitions 1"
                + " --warm-ups 0 --json")).as(err.toString(UTF_8)).isZero();
        JsonNode report = Json.mapper().readTree(out.toByteArray());
        assertThat(report.get("rows")).hasSize(1);
        assertThat(report.get("server_settings").get("storage.layout").asText()).isEqualTo("tuples");
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void aFileOfParametersMayFoldAPartOfThePairsAndCompute() throws IOException {
        Path file = Files.writeString(directory.resolve("x.properties"), """
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
                """);
        assertThat(synthetic("--conf " + file + " --transport local --repetitions 1 --warm-ups 0 --json"))
                .as(err.toString(UTF_8)).isZero();
        JsonNode row = Json.mapper().readTree(out.toByteArray()).get("rows").get(0);
        assertThat(row.get("shuffled_pairs").asDouble()).isEqualTo(120.0);
        assertThat(row.get("combiningFactor").asText()).isEqualTo("0.12");
        assertThat(Json.mapper().readTree(out.toByteArray()).get("findings").get(0).asText())
                .isEqualTo("conf, sss: combiningFactor 0.12, reached: 0.1200 of 1000 pairs");
        JsonNode idle = Json.mapper().readTree(out.toByteArray()).get("rows").get(1);
        assertThat(idle.get("series").asText()).isEqualTo("conf-without-computation");
        assertThat(idle.get("mapComputeNanos").asInt() + idle.get("reduceComputeNanos").asInt()).isZero();
    }

    @Test
    void aFoldMayBeLongerThanThePairsOfItsKey() throws IOException {
        Path file = Files.writeString(directory.resolve("x.properties"), """
                initialKeyCount = 16
                initialValueLength = 1
                mapoutKeyCount = 24
                mapoutValueLength = 16
                mapoutUniqueKeyCount = 16
                reduceoutValueLength = 300
                combinerEnabled = true
                """);
        assertThat(synthetic("--conf " + file + " --transport local --repetitions 1 --warm-ups 0")).as(err.toString(UTF_8)).isZero();
    }

    @Test
    void bothShufflesAreInOneFigure() throws IOException {
        assertThat(synthetic("--preset shuffle,shuffle-combiner --total 256KiB --transport local --keys 16 --repetitions 1 --warm-ups 0"))
                .as(err.toString(UTF_8)).isZero();
        assertThat(directory.resolve("out/synthetic.md")).content().contains("| shuffle | ", "| shuffle-combiner | ",
                "![synthetic-shuffle](").doesNotContain("![synthetic-shuffle-combiner]");
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**synthetic-shuffle.png")
                .isDirectoryNotContaining("glob:**synthetic-shuffle-combiner.png");
        assertThat(out.toString(UTF_8)).contains("WIRE", "All answers are those that the parameters say.");
    }

    @ParameterizedTest
    @CsvSource({"average,true", "hash,true", "local,false", "shifted,false"})
    void keysAreReducedOnceUnlessTheNodeOfTheMapDecides(String method, boolean once) throws IOException {
        assertThat(synthetic("--preset shuffle --total 1MiB --keys 1024 --nodes 2 --transport local --repetitions 1 --warm-ups 0"
                + " --json --partition " + method)).as(err.toString(UTF_8)).isZero();
        JsonNode run = Json.mapper().readTree(out.toByteArray()).get("rows").get(0).get("runs").get(0);
        int keys = run.get("details").get("reduce_keys").asInt();
        assertThat(keys > 16).isEqualTo(!once);
    }

    /** What goes over the wire is counted for the whole machine, so little of it is compared with much. */
    @Test
    void localPairsStayOnTheirNodeAndShiftedOnesAllLeaveIt() throws IOException {
        long local = wireBytes("local");
        long shifted = wireBytes("shifted");
        assertThat(shifted).isGreaterThan(16 << 20);
        assertThat(local).isLessThan(shifted / 4);
    }

    private long wireBytes(String method) throws IOException {
        out.reset();
        assertThat(synthetic("--preset shuffle --total 16MiB --keys 1024 --nodes 2 --heap 256m --repetitions 1 --warm-ups 0 --json --partition "
                + method)).as(err.toString(UTF_8)).isZero();
        JsonNode run = Json.mapper().readTree(out.toByteArray()).get("rows").get(0).get("runs").get(0);
        return run.get("usage").get("wireBytes").asLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--preset fly", "--conf nowhere.properties", "--preset read --conf x", "--preset read --total 1000",
        "--preset read --system abacus", "--preset read --transport udp", "--preset read --transport local --layout tuples",
        "--preset read --transport local --system sss,sss-tuples"})
    void wrongUseIsToldOnOneLine(String options) {
        assertThat(synthetic(options)).isPositive();
        assertThat(err.toString(UTF_8)).startsWith("sss: ").hasLineCount(1);
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void macroWorkloadsAreMeasuredWithTheSingleFileLayoutToo() throws IOException {
        assertThat(bench("macro", "--total 256KiB --pairs 256,1024 --system sss,sss-tuples --workload shuffle-keys-pairs --heap 128m"
                + " --repetitions 1 --warm-ups 0 --json")).as(err.toString(UTF_8)).isZero();
        JsonNode rows = Json.mapper().readTree(out.toByteArray()).get("rows");
        assertThat(rows).extracting(row -> row.get("system").asText() + " " + row.get("point").asLong())
                .containsExactly("sss 256", "sss-tuples 256", "sss 1024", "sss-tuples 1024");
        assertThat(rows).allSatisfy(row -> assertThat(row.get("mapoutUniqueKeyCount")).isEqualTo(row.get("mapoutKeyCount")));
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**macro-shuffle-keys-pairs.svg");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workload fly", "--total 1000", "--pairs 0"})
    void wrongUseOfMacroIsToldOnOneLine(String options) {
        assertThat(bench("macro", options)).isPositive();
        assertThat(err.toString(UTF_8)).startsWith("sss: ").hasLineCount(1);
    }

    private int synthetic(String options) {
        return bench("synthetic", options);
    }

    private int bench(String command, String options) {
        String line = "bench " + command + " --dir " + work + " --out " + directory.resolve("out") + " " + options;
        return BenchMain.run(line.strip().split(" "), out, new PrintStream(err, true, UTF_8));
    }
}
