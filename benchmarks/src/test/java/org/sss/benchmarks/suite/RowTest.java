package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Run;
import org.sss.benchmarks.measure.Usage;

class RowTest {
    @Test
    void timesOfAllRepetitionsAreOneHistogramAndNoDetails() {
        Row row = new Row(new Case("empty-jobs", "4 jobs", 1, null, Map.of()), "sss", Double.NaN, 1, List.of(
                run(Map.of("p50_ms", 1.0, "times/1000000", 3.0, "times/9000000", 1.0)),
                run(Map.of("p50_ms", 1.0, "times/1000000", 4.0))));
        assertThat(row.times().getTotalCount()).isEqualTo(8);
        assertThat(row.times().getValueAtPercentile(50) / 1e6).isCloseTo(1, within(0.01));
        assertThat(row.times().getMaxValue() / 1e6).isCloseTo(9, within(0.01));
        assertThat(row.details()).isEqualTo(Map.of("p50_ms", 1.0));
        assertThat(row.shownRuns()).extracting(Run::details).containsOnly(Map.of("p50_ms", 1.0));
    }

    private static Run run(Map<String, Double> details) {
        return new Run(1, new Usage(1, 1), "abc", details);
    }
}
