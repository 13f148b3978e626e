package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Run;
import org.sss.benchmarks.measure.Usage;

class PhoenixTimesTest {
    private final List<Row> rows = List.of(row("sss", 0.5), row("java", 0.576));

    @Test
    void eachStandsBesideItsOwnPlainJava() {
        assertThat(PhoenixTimes.compare(rows, 1)).containsExactly("wordcount 100 MiB, sss: 0.500 s, 0.87 x plain Java; "
                + "on another machine Phoenix++ took 0.359 s, 1.25 x its plain Java");
    }

    @Test
    void otherSizesAreNotCompared() {
        assertThat(PhoenixTimes.compare(rows, 0.1)).containsExactly("Phoenix++ was measured with --scale 1 alone.");
    }

    private static Row row(String system, double seconds) {
        Case task = new Case("wordcount", "100 MiB", 1, null, Map.of());
        return new Row(task, system, Double.NaN, seconds, List.of(new Run(seconds, new Usage(1, 1), "abc", Map.of())));
    }
}
