package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.benchmarks.engines.NodeProcesses;
import org.sss.client.GroupWriter;
import org.sss.net.rpc.Json;

class FitIT {
    private static final Path SAMPLE = Path.of("../conf/bench/synthetic.properties.example");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void aJobIsPredictedAndMeasured() throws Exception {
        assertThat(fit("--conf " + SAMPLE + " --json")).as(err.toString(UTF_8)).isZero();
        JsonNode report = Json.mapper().readTree(out.toByteArray());
        for (String name : new String[] {"seconds", "disk_mib", "peak_rss_mib", "skew"}) {
            assertThat(report.get(name).get("predicted").asDouble()).as(name).isPositive();
            assertThat(report.get(name).get("measured").asDouble()).as(name).isPositive();
        }
        assertThat(report.get("disk_mib").get("error_percent").asDouble()).isBetween(-5.0, 5.0);
        assertThat(report.get("skew").get("error_percent").asDouble()).isBetween(-1.0, 1.0);
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**fit.json").isDirectoryContaining("glob:**fit.csv")
                .isDirectoryContaining("glob:**fit.md").isDirectoryContaining("glob:**fit.png");
        assertThat(report.get("repetitions").asInt()).isEqualTo(1);
        double shortest = Math.min(report.get("seconds").get("predicted").asDouble(), report.get("seconds").get("measured").asDouble());
        double base = report.get("costs").get("baseSeconds").asDouble();
        assertThat(report.get("too_small").asBoolean()).isEqualTo(shortest < Math.max(0.25, 3 * base));
        assertThat(directory.resolve("out/fit.md")).content().contains("* seed: ", "* warm_ups: 1\n", "* repetitions: 1\n", "* conf mapoutKeyCount: ", "| seconds | ", "![fit](fit.png)");
    }

    @Test
    void numbersAreTakenFromAGroupOfARunningCluster() throws Exception {
        TupleGroup<String, String> group = TupleGroup.of("words", Codecs.STRING, Codecs.STRING);
        try (NodeProcesses cluster = new NodeProcesses(1, directory.resolve("cluster"), "128m", Map.of())) {
            try (GroupWriter<String, String> writer = cluster.client().write(group)) {
                for (int i = 0; i < 1000; i++) {
                    writer.append("key " + i % 100, "a value of 21 letters");
                }
                writer.commit();
            }
            String address = cluster.client().cluster().nodes().get(0).server().toString();
            assertThat(fit("--sample words --cluster " + address + " --json")).as(err.toString(UTF_8)).isZero();
        }
        JsonNode conf = Json.mapper().readTree(out.toByteArray()).get("conf");
        assertThat(conf.get("initialKeyCount").asText()).isEqualTo("1000");
        assertThat(conf.get("initialValueLength").asText()).isEqualTo("21");
        assertThat(conf.get("mapoutUniqueKeyCount").asText()).isEqualTo("100");
        assertThat(conf.get("partitionMethod").asText()).isEqualTo("hash");
    }

    @Test
    void wrongUseIsToldOnOneLine() {
        assertThat(fit("--conf " + SAMPLE + " --sample words")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("sss: ").hasLineCount(1);
    }

    @Test
    void whatIsPredictedFromWarmRunsIsNotComparedWithAColdJob() {
        String[] words = ("bench fit --conf " + SAMPLE + " --warm-ups 0").split(" ");
        assertThat(BenchMain.run(words, out, new PrintStream(err, true, UTF_8))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("sss: bench fit needs a warm-up").hasLineCount(1);
    }

    private int fit(String options) {
        String line = "bench fit --calibrate 64KiB --transport local --repetitions 1 --warm-ups 1 --warm-up-seconds 0 --dir " + directory.resolve("work")
                + " --out " + directory.resolve("out") + " " + options;
        return BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8));
    }
}
