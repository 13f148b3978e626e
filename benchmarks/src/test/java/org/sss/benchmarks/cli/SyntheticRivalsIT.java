package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.benchmarks.engines.RivalLibrary;
import org.sss.benchmarks.engines.Rivals;
import org.sss.net.rpc.Json;

/** Runs where the libraries of a rival are in the cache directory already; nothing is fetched. */
@Tag("rivals")
@Tag("slow")
class SyntheticRivalsIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    static List<Arguments> presetsOfRivals() {
        return Rivals.libraries().stream().flatMap(library -> List.of("read", "write", "shuffle", "shuffle-combiner").stream()
                .map(preset -> Arguments.of(library, preset))).toList();
    }

    static List<RivalLibrary> rivals() {
        return Rivals.libraries();
    }

    @ParameterizedTest
    @MethodSource("presetsOfRivals")
    void aRivalGivesTheSameAnswerAsSss(RivalLibrary rival, String preset) throws IOException {
        assumeTrue(rival.isThere(), rival.name() + " is not in the cache directory");
        assertThat(synthetic("--preset " + preset + " --total 256KiB --keys 64 --transport local --system sss," + rival.name()))
                .as(err.toString(UTF_8)).isZero();
        JsonNode rows = Json.mapper().readTree(out.toByteArray()).get("rows");
        assertThat(rows).extracting(row -> row.get("system").asText()).containsExactly("sss", rival.name());
        assertThat(rows.get(0).get("digest")).isEqualTo(rows.get(1).get("digest"));
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void aPartOfThePairsIsFoldedAlike(RivalLibrary rival) throws IOException {
        assumeTrue(rival.isThere(), rival.name() + " is not in the cache directory");
        Path file = Files.writeString(directory.resolve("x.properties"), """
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
        assertThat(synthetic("--conf " + file + " --transport local --system sss," + rival.name())).as(err.toString(UTF_8))
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void aFoldMayBeLongerThanThePairsOfItsKey(RivalLibrary rival) throws IOException {
        assumeTrue(rival.isThere(), rival.name() + " is not in the cache directory");
        Path file = Files.writeString(directory.resolve("x.properties"), """
                initialKeyCount = 16
                initialValueLength = 1
                mapoutKeyCount = 24
                mapoutValueLength = 16
                mapoutUniqueKeyCount = 16
                reduceoutValueLength = 300
                combinerEnabled = true
                """);
        assertThat(synthetic("--conf " + file + " --transport local --system sss," + rival.name())).as(err.toString(UTF_8))
                .isZero();
    }

    private int synthetic(String options) {
        String line = "bench synthetic --repetitions 1 --warm-ups 0 --json --dir " + directory.resolve("work") + " --out "
                + directory.resolve("out") + " " + options;
        return BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8));
    }
}
