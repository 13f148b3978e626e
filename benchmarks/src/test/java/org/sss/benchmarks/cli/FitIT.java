package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FitIT extends BenchFixture {
    private static final Path SAMPLE = Path.of("../conf/bench/synthetic.properties.example");
    private static final String FIT =
            "fit --calibrate 64KiB --transport local --repetitions 1 --warm-ups 1 --warm-up-seconds 0 ";

    @Test
    void aJobIsPredictedAndMeasured() throws Exception {
        JsonNode report = report(FIT + "--conf " + SAMPLE);
        assertThat(report.get("rows"))
                .extracting(row -> row.get("of_the_job").asText())
                .containsExactly("seconds", "disk_mib", "peak_rss_mib", "skew");
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(row.get("predicted").asDouble()).isPositive();
            assertThat(row.get("measured").asDouble()).isPositive();
        });
        assertThat(report.get("rows").get(1).get("error_percent").asDouble()).isBetween(-5.0, 5.0);
        assertThat(report.get("rows").get(3).get("error_percent").asDouble()).isBetween(-1.0, 1.0);
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**fit.json")
                .isDirectoryContaining("glob:**fit.csv")
                .isDirectoryContaining("glob:**fit.md")
                .isDirectoryContaining("glob:**fit.png");
        assertThat(report.get("repetitions").asInt()).isEqualTo(1);
        JsonNode seconds = report.get("rows").get(0);
        double shortest = Math.min(
                seconds.get("predicted").asDouble(), seconds.get("measured").asDouble());
        double base = report.get("costs").get("baseSeconds").asDouble();
        assertThat(report.get("too_small").asBoolean()).isEqualTo(shortest < Math.max(0.25, 3 * base));
        assertThat(outDirectory().resolve("fit.md"))
                .content()
                .contains(
                        "* seed: ",
                        "* warm_ups: 1\n",
                        "* repetitions: 1\n",
                        "* conf mapoutKeyCount: ",
                        "| seconds | ",
                        "![fit](fit.png)");
    }

    @Test
    void reportsWrongUseInOneLine() {
        assertFailsWithOneLine(2, FIT.strip(), "missing required option --conf");
        assertFailsWithOneLine(2, "fit --conf " + SAMPLE + " --warm-ups 0", "bench fit needs a warm-up");
        assertFailsWithOneLine(2, FIT + "--system spark --conf " + SAMPLE, "bench fit knows sss alone");
    }
}
