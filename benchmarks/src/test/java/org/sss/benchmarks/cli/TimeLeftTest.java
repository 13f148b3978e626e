package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.cli.AllSections.Section;

class TimeLeftTest {
    private static final long MINUTE = 60_000_000_000L;

    private long now = 5 * MINUTE;

    @Test
    void theRestTakesAsMuchLongerThanPlannedAsWhatWasMeasured() {
        TimeLeft left = new TimeLeft(List.of(section("a", 10), section("b", 2), section("c", 8), section("d", 1)), () -> now);
        assertThat(left.text()).isEmpty();
        now += 20 * MINUTE;
        left.ended(section("a", 10), false);
        assertThat(left.text()).isEqualTo(", all in about 22 min");
        // Took no time, as it was measured before.
        left.ended(section("b", 2), true);
        assertThat(left.text()).isEqualTo(", all in about 18 min");
        now += 4 * MINUTE;
        left.ended(section("c", 8), false);
        assertThat(left.text()).isEqualTo(", all in about 1 min");
        left.ended(section("d", 1), false);
        assertThat(left.text()).isEmpty();
    }

    @Test
    void whereThereIsNoPlanNothingIsSaid() {
        TimeLeft left = new TimeLeft(List.of(), () -> now);
        now += MINUTE;
        left.ended(section("a", 10), false);
        assertThat(left.text()).isEmpty();
    }

    private static Section section(String name, int minutes) {
        return new Section(name, minutes, List.of("sss"), null, "text", null, "");
    }
}
