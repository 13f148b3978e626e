package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;
import org.sss.benchmarks.synthetic.RealJob;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.client.examples.WordCount;

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

    /** The commands of the README: run a job, print its report, compare. */
    @Test
    void aRealJobIsComparedWithTheSyntheticOneOfItsNumbers() throws Exception {
        Path job = Files.writeString(directory.resolve("job.json"), reportOfAWordCount());
        JsonNode report = report(FIT + "--job " + job);
        assertThat(report.get("job").asText()).isEqualTo("wf-1, map and reduce");
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        report.get("rows").forEach(row -> rows.put(row.get("of_the_job").asText(), row));
        assertThat(rows.get("seconds").get("real").asDouble()).isPositive();
        assertThat(rows.get("seconds").get("real_of_measured").asDouble()).isPositive();
        for (String number : List.of("in_pairs", "emitted_pairs", "shuffled_pairs", "keys", "out_pairs")) {
            assertThat(rows.get(number).get("real_of_measured").asDouble())
                    .as(number)
                    .isEqualTo(1);
        }
        assertThat(report.get("remarks").toString()).contains("mapComputeNanos", "partitionMethod is hash");
        assertThat(SyntheticConf.read(outDirectory().resolve("fit-job.properties")))
                .isEqualTo(RealJob.read(job, Optional.empty()).conf());
    }

    /** Each of 16 words is as frequent as any other, so that the synthetic job's combiner leaves as much. */
    private static String reportOfAWordCount() {
        try (SssClient client = LocalCluster.start(1)) {
            try (GroupWriter<Long, Bytes> lines = client.write(WordCount.lines("lines"))) {
                for (long i = 0; i < 64; i++) {
                    lines.append(i, Bytes.of(("word" + i % 16 + " word" + (i + 1) % 16).getBytes(UTF_8)));
                }
                lines.commit();
            }
            return client.run(new WordCount().define(new String[] {"lines", "counts"}))
                    .toJson();
        }
    }

    @Test
    void reportsWrongUseInOneLine() {
        assertFailsWithOneLine(2, FIT.strip(), "give either --conf or --job");
        assertFailsWithOneLine(2, FIT + "--conf " + SAMPLE + " --job job.json", "give either --conf or --job");
        assertFailsWithOneLine(2, FIT + "--conf " + SAMPLE + " --step map-1", "--step is a job of the report");
        assertFailsWithOneLine(1, FIT + "--job /nowhere/job.json", "write one with 'sss job ID --json > FILE'");
        assertFailsWithOneLine(2, "fit --conf " + SAMPLE + " --warm-ups 0", "bench fit needs a warm-up");
        assertFailsWithOneLine(2, FIT + "--system spark --conf " + SAMPLE, "bench fit knows sss alone");
    }
}
