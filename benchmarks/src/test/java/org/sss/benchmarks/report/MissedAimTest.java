package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MissedAimTest {
    @Test
    void aLineIsReadBack() {
        String line = MissedAim.line("sort 1 GiB (keyed), sss: 2 times as long, aim at most 1", 0.5);
        assertThat(line).isEqualTo("AIM missed: sort 1 GiB (keyed), sss: 2 times as long, aim at most 1 (0.50 of it)");
        assertThat(MissedAim.parse("  " + line)).hasValue(new MissedAim(line, 0.5));
    }

    @Test
    void otherLinesAreNone() {
        assertThat(Stream.of("AIM met: sort", "aim, flat: missed at 1 of 2", "AIM missed: sort", "* AIM missed: sort (0.50 of it)")
                .flatMap(line -> MissedAim.parse(line).stream())).isEmpty();
    }

    @Test
    void theWorstReachedTheLeast() {
        List<MissedAim> all = Stream.of(0.9, 0.2, 0.5, 0.7).map(reached -> new MissedAim("at " + reached, reached)).toList();
        assertThat(MissedAim.worst(all, 3)).extracting(MissedAim::reached).containsExactly(0.2, 0.5, 0.7);
    }
}
