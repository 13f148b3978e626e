package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DeleteIT extends BenchFixture {
    private static final String DELETE = "delete --warm-up-seconds 0 ";

    @Test
    void writesAndDropsGroupsInTheLayoutOfTheOriginalTooAndTheirFilesGo() throws IOException {
        JsonNode report = report(DELETE
                + "--sizes 1MiB,256KiB --repetitions 2 --value 1KiB --set durability=none --system sss,sss-tuples");
        assertThat(report.get("server_settings").get("durability").asText()).isEqualTo("none");
        assertThat(report.get("rows"))
                .extracting(row ->
                        row.get("system").asText() + " " + row.get("records").asInt())
                .containsExactly("sss 248", "sss 992", "sss-tuples 248", "sss-tuples 992");
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(row.get("runs")).hasSize(2);
            assertThat(row.get("gone_ms").asDouble())
                    .isGreaterThanOrEqualTo(row.get("answered_ms").asDouble());
        });
        assertThat(report.get("rows"))
                .filteredOn(row -> row.get("system").asText().equals("sss"))
                .allSatisfy(row -> assertThat(row.get("disk_bytes").asLong())
                        .isBetween(
                                row.get("bytes").asLong(), 2 * row.get("bytes").asLong()));
        assertThat(report.get("remarks"))
                .singleElement()
                .satisfies(line -> assertThat(line.asText()).contains("below 5 are not for quotes"));
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**delete.png")
                .isDirectoryContaining("glob:**delete.csv");
        assertThat(outDirectory().resolve("delete.md")).content().contains("| sss-tuples | ", "![delete](delete.png)");
    }

    @Test
    void rejectsWhatIsTooLargeBeforeAnythingIsWritten() {
        assertFailsWithOneLine(1, DELETE + "--sizes 8TiB", "free; take smaller --sizes");
        assertFailsWithOneLine(
                1,
                DELETE + "--sizes 1MiB,3GiB --value 0",
                "a group of 3.0 GiB in values of 0 B has 100663296 records, more than");
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void reportsASettingThatTheServerDoesNotKnow() {
        assertThat(bench(DELETE + "--sizes 1MiB --set no.such=1")).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("no.such");
        assertThat(work).isEmptyDirectory();
    }
}
