package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static Progress counting(Map<String, Long> counters) {
        return new Progress(1, 2, 3, 4, counters);
    }

    private static Map<String, Long> sum(List<Map<String, Long>> addends) {
        return addends.stream()
                .map(CountersTest::counting)
                .reduce(Progress.NONE, Progress::plus)
                .counters();
    }

    @Test
    void sumsCountersByName() {
        assertThat(sum(List.of(Map.of("a", 1L, "b", 2L), Map.of(), Map.of("b", 3L))))
                .isEqualTo(Map.of("a", 1L, "b", 5L));
    }

    @Test
    void retainsTheFirstNamesInAnyOrderOfAddition() {
        List<Map<String, Long>> addends = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            Map<String, Long> counters = new TreeMap<>();
            for (int i = 0; i < 400; i++) {
                counters.put(String.format("%04d", n * 200 + i), 1L);
            }
            addends.add(counters);
        }
        Map<String, Long> sum = sum(addends);
        assertThat(sum)
                .hasSize(Counters.MAX + 1)
                .containsEntry("0000", 1L)
                .containsEntry("0999", 2L)
                .containsEntry(Counters.LEFT_OUT, 4_000L - 1_000 - 800);
        assertThat(Counters.areTooMany(sum)).isTrue();
        Collections.shuffle(addends, new Random(3));
        assertThat(sum(addends)).isEqualTo(sum);
    }

    @Test
    void overflowNamesTheCounterAndSaturatesTheSum() {
        Map<String, Long> some = Map.of("a", 1L, "big", Long.MAX_VALUE, "small", Long.MIN_VALUE);
        assertThat(Counters.overflow(some, Map.of("a", 5L, "big", -1L, "other", 7L)))
                .isNull();
        assertThat(Counters.overflow(some, Map.of("big", 1L)))
                .hasMessageContaining("counter 'big' overflows: 9223372036854775807 + 1");
        assertThat(sum(List.of(some, Map.of("big", 1L, "small", -1L)))).isEqualTo(some);
    }

    @Test
    void retainsFewerLongNames() {
        Map<String, Long> sum = sum(List.of(Map.of("a".repeat(20_000), 1L), Map.of("b".repeat(20_000), 5L)));
        assertThat(sum).containsOnly(Map.entry("a".repeat(20_000), 1L), Map.entry(Counters.LEFT_OUT, 5L));
    }
}
