package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications on little data: that answers agree is checked by the command itself. */
class AppsIT extends BenchFixture {
    @Test
    void applicationsAgreeWithPlainJava() throws IOException {
        JsonNode report = suite("apps --scale 0.0003 --nodes 3");
        assertThat(cells(report, "workload", "system"))
                .containsExactly(
                        "wordcount sss",
                        "wordcount java",
                        "histogram sss",
                        "histogram java",
                        "regression sss",
                        "regression java",
                        "pca sss",
                        "pca java",
                        "multiply sss",
                        "multiply java",
                        "kmeans sss",
                        "kmeans java",
                        "match sss",
                        "match java");
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**apps.png")
                .isDirectoryContaining("glob:**apps-ratio.svg")
                .isDirectoryContaining("glob:**apps-start.png");
    }

    @Test
    void eachSystemHasTheProcessorsThatItIsToHave() throws IOException {
        JsonNode report = suite("apps --scale 0.0001 --app hist --cores 1");
        assertThat(cells(report, "system", "cores")).containsExactly("sss 1", "java 1");
        report.get("rows").forEach(row -> {
            assertThat(row.get("start_seconds").asDouble()).isPositive();
            assertThat(row.get("allocated_bytes").asDouble()).isPositive();
        });
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**apps-cores.png")
                .isDirectoryContaining("glob:**apps-cores-speedup.svg");
        assertThat(outDirectory().resolve("apps.md")).content().contains("where the lines end");
    }

    @ParameterizedTest
    @CsvSource({
        "'wc,hist,lr,sm', 8, auto",
        "hist --buffer hash, 2, hash",
        "hist --buffer array, 2, sort",
        "wc --buffer hash --processes --heap 256m, 2, hash"
    })
    void applicationsAgreeWithPlainJavaAlsoWithoutCombiner(String options, int rows, String grouping)
            throws IOException {
        JsonNode report = suite("apps --scale 0.0001 --combiner off --app " + options);
        assertThat(report.get("rows")).hasSize(rows);
        assertThat(report.get("parameters").toString()).contains("\"sums\":\"none\",\"grouping\":\"" + grouping + "\"");
        assertThat(outDirectory().resolve("apps.md")).content().contains("task.grouping = " + grouping);
    }

    @Test
    void applicationsAgreeWithPlainJavaAlsoWithACombinerOfTheEngine() throws IOException {
        JsonNode report = suite("apps --scale 0.0003 --app hist,lr --buffer hash");
        assertThat(report.get("rows")).hasSize(4);
    }
}
