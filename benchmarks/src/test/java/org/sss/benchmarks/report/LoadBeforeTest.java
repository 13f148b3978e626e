package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.rpc.Json;

class LoadBeforeTest {
    @TempDir
    Path directory;

    @Test
    void aBusyMachineIsWarnedOf() {
        LoadBefore busy = new LoadBefore("58.48 40.00 12.00", 2);
        assertThat(busy.warning())
                .isEqualTo(
                        "The machine was busy before the run (load 58.48 on 2 processors): these numbers are not for "
                                + "quotes.");
        assertThat(Machine.warning(Map.of("load_before", busy))).isEqualTo(busy.warning());
        assertThat(new LoadBefore("0.40 40.00 12.00", 2).warning()).isNull();
        assertThat(new String(Json.write(Map.of("load", busy)))).isEqualTo("{\"load\":\"58.48 40.00 12.00\"}");
    }

    @Test
    void theAveragesAreReadFromTheSystem() throws IOException {
        Path file = Files.writeString(directory.resolve("loadavg"), "0.33 0.31 0.30 1/200 4711\n");
        assertThat(LoadBefore.read(file)).hasToString("0.33 0.31 0.30");
        assertThat(LoadBefore.read(directory.resolve("none")).warning()).isNull();
    }

    @Test
    void theLoadOfOwnRunsIsNotThatBefore() throws IOException {
        LoadBefore first = LoadBefore.ofProcess(Path.of("/proc/loadavg"));
        Path later = Files.writeString(directory.resolve("loadavg"), "9.00 9.00 9.00 1/200 4711\n");
        assertThat(LoadBefore.ofProcess(later)).isSameAs(first);
    }
}
