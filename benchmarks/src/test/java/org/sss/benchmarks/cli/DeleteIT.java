package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.rpc.Json;

class DeleteIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private Path work;

    @BeforeEach
    void makeDirectory() throws IOException {
        work = Files.createDirectory(directory.resolve("work"));
    }

    @Test
    void groupsAreWrittenAndDroppedAndTheirFilesGo() throws IOException {
        assertThat(delete("--sizes 4MiB,1MiB --repetitions 2 --set durability=none --json")).as(err.toString(UTF_8)).isZero();
        JsonNode report = Json.mapper().readTree(out.toByteArray());
        assertThat(report.get("server_settings").get("durability").asText()).isEqualTo("none");
        assertThat(report.get("rows")).hasSize(2).allSatisfy(row -> {
            assertThat(row.get("drops")).hasSize(2);
            assertThat(row.get("disk_bytes").asLong()).isBetween(row.get("bytes").asLong(), 2 * row.get("bytes").asLong());
            assertThat(row.get("gone_ms").asDouble()).isGreaterThanOrEqualTo(row.get("answered_ms").asDouble());
        });
        assertThat(report.get("findings")).satisfiesExactly(line -> assertThat(line.asText()).contains("below 5 are not for quotes"),
                line -> assertThat(line.asText()).startsWith("sss: from 1010.0 KiB to ")
                        .contains(" times the bytes, answered after ", ", files gone after "));
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**delete.png")
                .isDirectoryContaining("glob:**delete.csv");
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void theLayoutOfTheOriginalIsMeasuredBesideIt() throws IOException {
        assertThat(delete("--sizes 256KiB,1MiB --repetitions 1 --value 1KiB --set durability=none --system sss,sss-tuples --json"))
                .as(err.toString(UTF_8)).isZero();
        assertThat(Json.mapper().readTree(out.toByteArray()).get("rows"))
                .extracting(row -> row.get("system").asText() + " " + row.get("records").asInt())
                .containsExactly("sss 248", "sss 992", "sss-tuples 248", "sss-tuples 992");
        assertThat(directory.resolve("out/delete.md")).content().contains("| sss-tuples | ", "![delete](delete.png)");
    }

    @Test
    void aDiskThatIsTooSmallIsToldBeforeAnythingIsWritten() {
        assertThat(delete("--sizes 8TiB")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("8.0 TiB").contains("free; take smaller --sizes").hasLineCount(1);
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void moreRecordsThanArePossibleAreToldBeforeAnythingIsWritten() {
        assertThat(delete("--sizes 1MiB,3GiB --value 0")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("a group of 3.0 GiB in values of 0 B has 100663296 records, more than").hasLineCount(1);
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void aSettingThatTheServerDoesNotKnowIsTold() {
        assertThat(delete("--sizes 1MiB --set no.such=1")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("no.such");
        assertThat(work).isEmptyDirectory();
    }

    private int delete(String options) {
        String line = "bench delete --warm-up-seconds 0 --dir " + work + " --out " + directory.resolve("out") + " " + options;
        return BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8));
    }
}
