package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;

class PhoenixTimesTest {
    private final List<SuiteRow> rows = List.of(row("sss", 0.5), row("java", 0.576));

    @Test
    void plainJavaTellsOneMachineFromTheOther() {
        // Plain Java took 0.288 s there, so this machine is half as fast, and Phoenix++ with 0.359 s there would take 0.718 s here.
        assertThat(PhoenixTimes.compare(rows, 1)).singleElement().asString().startsWith("wordcount 100 MiB, sss: 0.500 s; ")
                .endsWith("0.718 s of Phoenix++ on this one: 0.70 x Phoenix++");
    }

    @Test
    void otherSizesAreNotCompared() {
        assertThat(PhoenixTimes.compare(rows, 0.1)).containsExactly("Phoenix++ was measured with --scale 1 alone.");
    }

    private static SuiteRow row(String system, double seconds) {
        Case task = new Case("wordcount", "100 MiB", 1, null, Map.of());
        return new SuiteRow(task, system, Double.NaN, seconds, List.of(new Run(seconds, new Usage(1, 1), "abc", Map.of())));
    }
}
