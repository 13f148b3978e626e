package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;

class SyntheticAimsTest {
    @Test
    void whatIsFastEnoughIsMet() {
        assertThat(lines(row("shuffle", 64, "sss", 1), row("shuffle", 64, "spark", 2), row("shuffle", 64, "hadoop", 10)))
                .containsExactly("aim, never slower than Spark: met at the one point",
                        "aim, twice as fast as Spark in shuffle without combiner: met at the one point",
                        "aim, 10 times as fast as Hadoop: met at the one point");
    }

    @Test
    void pointsThatMissAnAimAreNamed() {
        assertThat(lines(row("shuffle", 64, "sss", 1), row("shuffle", 64, "spark", 1.5), row("shuffle", 256, "sss", 1),
                row("shuffle", 256, "spark", 0.5), row("read", 64, "sss", 1), row("read", 64, "spark", 1.2)))
                .containsExactly("aim, never slower than Spark: missed at 1 of 3: shuffle mapoutKeyCount 256 (0.50 times as fast)",
                        "AIM missed: shuffle mapoutKeyCount 256 (0.50 times as fast), aim never slower than Spark (0.50 of it)",
                        "aim, twice as fast as Spark in shuffle without combiner: missed at 2 of 2: shuffle mapoutKeyCount 64"
                                + " (1.50 times as fast), shuffle mapoutKeyCount 256 (0.50 times as fast)",
                        "AIM missed: shuffle mapoutKeyCount 64 (1.50 times as fast), aim twice as fast as Spark in shuffle without combiner (0.75 of it)",
                        "AIM missed: shuffle mapoutKeyCount 256 (0.50 times as fast), aim twice as fast as Spark in shuffle without combiner (0.25 of it)",
                        "aim, flat, shuffle: no point of values of 256 B to 64 MiB takes over 3 times as long as the fastest:"
                                + " met at all 2 points");
    }

    @Test
    void aCurveIsFlatForValuesThatAreNeitherTinyNorHuge() {
        assertThat(lines(row("write", 16, "sss", 1), row("write", 256, "sss", 3.1), row("write", 65536, "sss", 20)))
                .containsExactly("aim, flat, write: no point of values of 256 B to 64 MiB takes over 3 times as long as the fastest:"
                        + " missed at 1 of 2: write mapoutUniqueKeyCount 256 (3.10 times)",
                        "AIM missed: write mapoutUniqueKeyCount 256 (3.10 times), aim flat, write: no point of values of 256 B to 64 MiB takes"
                                + " over 3 times as long as the fastest (0.97 of it)");
    }

    @Test
    void otherSystemsAndWorkloadsHaveNoAims() {
        assertThat(lines(row("shuffle", 64, "sss-tuples", 1), row("shuffle", 64, "hadoop-files", 1), row("shuffle", 64, "spark", 9)))
                .isEmpty();
    }

    private static List<String> lines(SyntheticRow... rows) {
        return new SyntheticAims(List.of(rows)).lines();
    }

    private static SyntheticRow row(String series, long x, String system, double seconds) {
        Preset preset = Preset.named(series);
        return new SyntheticRow(series, preset.axis(), x, system, preset.at(x, 1 << 20, 1), 0,
                List.of(new Run(seconds, new Usage(seconds, 1, 1), "", Map.of())));
    }
}
