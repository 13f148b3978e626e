package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.SssException;

class SyntheticConfTest {
    private static final long PAPER_TOTAL = 16L << 30;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "read,16,16,1073741824,256,16,1,1",
        "read,65536,65536,262144,256,16,1,1",
        "write,16,16,1,4194304,16,1,1073741824",
        "write,65536,16,1,4194304,65536,1,262144",
        "shuffle,16,16,1,16,16,1073741824,1",
        "shuffle,262144,16,1,262144,16,65536,1",
        "shuffle-combiner,262144,16,1,262144,16,65536,1"
    })
    void presetsAreThoseOfThePapersTable(
            String preset,
            long x,
            long initialKeys,
            int initialLength,
            long mapoutKeys,
            long uniqueKeys,
            int mapoutLength,
            int reduceoutLength) {
        SyntheticConf conf = Preset.valueOf(preset.toUpperCase(Locale.ROOT).replace('-', '_'))
                .at(x, PAPER_TOTAL, 16);
        assertThat(conf)
                .isEqualTo(new SyntheticConf(
                        16,
                        new SyntheticConf.Initial(initialKeys, initialLength),
                        new SyntheticConf.Mapout(mapoutKeys, mapoutLength, uniqueKeys),
                        reduceoutLength,
                        SyntheticConf.PartitionMethod.AVERAGE,
                        new SyntheticConf.Combining(preset.equals("shuffle-combiner"), 0),
                        new SyntheticConf.Computing(0, 0),
                        0));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void eachPointOfASweepHasTheTotalOnItsAxis(Preset preset) {
        assertThat(preset.points()).hasSizeGreaterThan(3).isSorted().contains(preset.middle());
        for (long point : preset.points()) {
            SyntheticConf conf = preset.at(point, 1 << 30, 2);
            long onAxis = Math.max(conf.initialBytes(), Math.max(conf.mapoutBytes(), conf.reduceoutBytes()));
            assertThat(onAxis).isEqualTo(1 << 30);
        }
    }

    @Test
    void aTotalThatCannotBeCutExactlyIsRefused() {
        assertThatThrownBy(() -> Preset.READ.at(16, 1000, 1))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("1000 bytes");
    }

    @Test
    void aFileHasTheNamesOfThePaperAndUnits() throws IOException {
        Path file = Files.writeString(directory.resolve("x.properties"), """
                # a comment
                nodes = 2
                initialKeyCount = 1Ki
                initialValueLength = 4KiB
                mapoutKeyCount = 40Ki
                mapoutValueLength = 32
                mapoutUniqueKeyCount = 10
                reduceoutValueLength = 1
                partitionMethod = hash
                combinerEnabled = true
                combiningFactor = 0.25
                mapComputeNanos = 500
                """);
        SyntheticConf conf = SyntheticConf.read(file);
        assertThat(conf.initialBytes()).isEqualTo(4 << 20);
        assertThat(conf.partitionMethod()).isEqualTo(SyntheticConf.PartitionMethod.HASH);
        assertThat(conf.combiningFactor()).isEqualTo(0.25);
        assertThat(SyntheticConf.of(conf.toMap())).isEqualTo(conf);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes|0|nodes is '0'",
                "initialKeyCount|x|initialKeyCount is 'x'",
                "initialValueLength|2GiB|initialValueLength is '2GiB'",
                "partitionMethod|random|partitionMethod is 'random'",
                "combinerEnabled|yes|combinerEnabled is 'yes'",
                "combiningFactor|1.5|combiningFactor is 1.5",
                "combiningFactor|NaN|combiningFactor is NaN",
                "initialKeyCout|1|there is no initialKeyCout",
                "pairsPerObject|7|pairsPerObject is '7'",
                "mapoutKeyCount|9Ti|mapoutKeyCount is '9Ti'"
            })
    void reportsWrongParameter(String name, String value, String message) {
        SyntheticConf conf = Preset.SHUFFLE.at(16, 16 << 10, 1);
        assertThatThrownBy(() -> conf.with(Map.of(name, value)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.6|a multiple of 1/4, such as 0.5000 or 0.7500",
                "0.1|such as 0.2500 or 0.5000",
                "0.9|such as 0.7500 or 0.7500"
            })
    void aFactorThatCannotBeReachedIsRefused(String factor, String message) {
        SyntheticConf conf = Preset.SHUFFLE_COMBINER.at(1024, 1 << 20, 1);
        assertThatThrownBy(() -> conf.with(Map.of("combiningFactor", factor)))
                .hasMessageContaining("4.00 pairs of each key")
                .hasMessageContaining(message);
        assertThat(conf.with(Map.of("combiningFactor", "0.75")).combiningFactor())
                .isEqualTo(0.75);
    }

    @Test
    void aFactorThatWouldDoNothingIsRefused() {
        SyntheticConf few = Preset.SHUFFLE_COMBINER.at(256, 1 << 20, 1);
        assertThatThrownBy(() -> few.with(Map.of("combiningFactor", "0.5")))
                .hasMessageContaining("nothing can be folded");
        SyntheticConf off = Preset.SHUFFLE.at(262144, 16 << 20, 1);
        assertThatThrownBy(() -> off.with(Map.of("combiningFactor", "0.5")))
                .hasMessageContaining("unless combinerEnabled is true");
    }

    @Test
    void sampleFileIsThePresetThatItNames() {
        assertThat(SyntheticConf.read(Path.of("../conf/bench/synthetic.properties.example")))
                .isEqualTo(Preset.SHUFFLE.at(1024, 64 << 20, 1));
    }

    @Test
    void aMissingFileIsNamedAndHowOneLooks() {
        assertThatThrownBy(() -> SyntheticConf.read(Path.of("none.properties")))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no file none.properties")
                .hasMessageContaining("conf/bench/synthetic.properties.example");
    }

    @Test
    void aMissingParameterIsNamed() {
        assertThatThrownBy(() -> SyntheticConf.of(Map.of("initialKeyCount", "1")))
                .hasMessageContaining("is missing");
    }

    @Test
    void valuesWithoutRoomForACountCannotBeCombined() {
        SyntheticConf conf = Preset.SHUFFLE.at(16, 16, 1);
        assertThatThrownBy(() -> conf.with(Map.of("combinerEnabled", "true"))).hasMessageContaining("at least 16");
    }
}
