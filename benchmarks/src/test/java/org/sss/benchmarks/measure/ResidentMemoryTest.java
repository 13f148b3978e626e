package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.cli.cluster.ProcessStat;

class ResidentMemoryTest {
    @Test
    void countsForkedProcessWithItsParent() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 900, 77), 11L, stat(10, 905, 77), 12L, stat(10, 5, 78));
        assertThat(ResidentMemory.bytes(processes)).isEqualTo((905 + 5) * ResidentMemory.PAGE_BYTES);
    }

    @Test
    void countsProcessesOfOneProgramSeparatelyWithoutRandomAddresses() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 1, 50), 11L, stat(10, 900, 77), 12L, stat(10, 800, 77));
        assertThat(ResidentMemory.bytes(processes)).isEqualTo(1701 * ResidentMemory.PAGE_BYTES);
    }

    @Test
    void countsEachProcessIfStacksAreHidden() {
        Map<Long, ProcessStat> processes = Map.of(10L, stat(1, 900, 0), 11L, stat(10, 900, 0));
        assertThat(ResidentMemory.bytes(processes)).isEqualTo(1800 * ResidentMemory.PAGE_BYTES);
    }

    @Test
    void pagesAndTicksAreThoseOfTheSystem() throws IOException {
        assertThat(ResidentMemory.PAGE_BYTES).isEqualTo(getconf("PAGESIZE"));
        assertThat(UsageMonitor.TICKS_PER_SECOND).isEqualTo(getconf("CLK_TCK"));
    }

    private static long getconf(String name) throws IOException {
        try (var out = new ProcessBuilder("getconf", name).start().getInputStream()) {
            return Long.parseLong(new String(out.readAllBytes(), StandardCharsets.US_ASCII).strip());
        }
    }

    private static ProcessStat stat(long parent, long pages, long stack) {
        return ProcessStat.of("4711 (a) S " + parent + " 1 1 0 -1 0 0 0 0 0 30 7 500 600 20 0 9 0 1 1000 " + pages
                + " 1 1 1 " + stack
                + " 0 0 0\n");
    }
}
