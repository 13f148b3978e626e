package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessStatTest {
    @Test
    void fieldsStandBehindANameThatMayHoldAnything() {
        ProcessStat stat = ProcessStat.of("4711 (a ) b) S 12 1 1 0 -1 0 0 0 0 0 30 7 500 600 20 0 9 0 1 1000 25 18446744073709551615"
                + " 1 1 140734404202544 0 0 0\n");
        assertThat(stat).isEqualTo(new ProcessStat(12, 37, 25 * Auxv.pageBytes(), 140734404202544L));
    }

    @Test
    void aProcessThatHasNotStartedItsProgramYetCountsWithItsParent() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 900, 77), 11L, stat(10, 905, 77), 12L, stat(10, 5, 78));
        assertThat(ProcessStat.residentBytes(processes)).isEqualTo(905 + 5);
    }

    @Test
    void twoProcessesOfOneProgramCountTwiceAlsoWithoutRandomAddresses() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 1, 50), 11L, stat(10, 900, 77), 12L, stat(10, 800, 77));
        assertThat(ProcessStat.residentBytes(processes)).isEqualTo(1701);
    }

    @Test
    void withoutStacksEachProcessCounts() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 900, 0), 11L, stat(10, 900, 0));
        assertThat(ProcessStat.residentBytes(processes)).isEqualTo(1800);
    }

    @Test
    void pagesAndTicksAreThoseOfTheSystem() throws IOException {
        assertThat(Auxv.pageBytes()).isEqualTo(getconf("PAGESIZE"));
        assertThat(Auxv.ticksPerSecond()).isEqualTo(getconf("CLK_TCK"));
    }

    private static long getconf(String name) throws IOException {
        try (var out = new ProcessBuilder("getconf", name).start().getInputStream()) {
            return Long.parseLong(new String(out.readAllBytes(), StandardCharsets.US_ASCII).strip());
        }
    }

    private static ProcessStat stat(long parent, long bytes, long stack) {
        return new ProcessStat(parent, 0, bytes, stack);
    }
}
