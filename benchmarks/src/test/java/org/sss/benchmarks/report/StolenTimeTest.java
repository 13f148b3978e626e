package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.rpc.Json;

class StolenTimeTest {
    @TempDir
    Path directory;

    private StolenTime between(String before, String after) throws IOException {
        Path stat = Files.writeString(directory.resolve("stat"), before);
        StolenTime stolen = new StolenTime(stat);
        Files.writeString(stat, after);
        return stolen;
    }

    @Test
    void idleTimeIsNotWanted() throws IOException {
        StolenTime stolen =
                between("cpu  100 1 50 1000 10 0 2 30 0 0\ncpu0 1 2 3\n", "cpu  160 1 65 9000 500 5 2 50 7 7\n");
        assertThat(stolen).hasToString("20.0 % of the processor time that was wanted");
        assertThat(stolen.warning()).contains("took 20 % of the processor time").contains("not for quotes");
        assertThat(new String(Json.write(Map.of("stolen", stolen)))).isEqualTo("{\"stolen\":\"" + stolen + "\"}");
    }

    @Test
    void aMachineThatIsItsOwnIsNotWarnedOf() throws IOException {
        StolenTime stolen = between("cpu  100 1 50 1000 10 0 2 30\n", "cpu  200 1 50 1000 10 0 2 31\n");
        assertThat(stolen.warning()).isNull();
        assertThat(Machine.warning(Map.of("stolen", stolen))).isNull();
    }

    @Test
    void allFilesOfAReportSayTheSame() throws IOException {
        StolenTime stolen = between("cpu  100 1 50 1000 10 0 2 30\n", "cpu  160 1 65 9000 500 5 2 50\n");
        String first = stolen.toString();
        Files.writeString(directory.resolve("stat"), "cpu  160 1 65 9000 500 5 2 90\n");
        assertThat(stolen).hasToString(first);
    }

    @Test
    void thePageOfAReportWarns() throws IOException {
        StolenTime stolen = between("cpu  100 1 50 1000 10 0 2 30\n", "cpu  160 1 65 9000 500 5 2 50\n");
        new Markdown("page").facts(Map.of("machine", Map.of("stolen", stolen))).write(directory, "page");
        assertThat(directory.resolve("page.md"))
                .content()
                .contains("* stolen: 20.0 %", "* **" + stolen.warning() + "**");
    }

    @Test
    void nothingIsKnownWithoutTheFile() {
        StolenTime stolen = new StolenTime(directory.resolve("none"));
        assertThat(stolen).hasToString("0.0 % of the processor time that was wanted");
        assertThat(stolen.warning()).isNull();
    }
}
