package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.client.WorkflowReport;

/** With the report of a word count of 202 lines on two nodes, as {@code sss job ID --json} has printed it. */
class RealJobTest {
    private static final Path REPORT = Path.of("src/test/resources/org/sss/benchmarks/synthetic/wordcount-job.json");

    @TempDir
    Path directory;

    @Test
    void aSyntheticJobHasTheNumbersOfARealOne() throws Exception {
        assertThat(job().conf().toMap())
                .contains(
                        entry("nodes", "2"),
                        entry("initialKeyCount", "202"),
                        // 12772 bytes: 63 for a pair, 8 of which are the key.
                        entry("initialValueLength", "55"),
                        entry("mapoutKeyCount", "1581"),
                        // 21289 bytes: 13 for a pair. With a combiner values have 16 at least.
                        entry("mapoutValueLength", "16"),
                        entry("mapoutUniqueKeyCount", "593"),
                        // 9057 bytes: 15 for a pair.
                        entry("reduceoutValueLength", "7"),
                        entry("partitionMethod", "hash"),
                        entry("combinerEnabled", "true"),
                        entry("combiningFactor", "0.0"));
    }

    @Test
    void withoutACombinerValuesMayBeShort() throws Exception {
        RealJob job = job("\"tuplesCombined\":690", "\"tuplesCombined\":0");
        assertThat(job.conf().combinerEnabled()).isFalse();
        assertThat(job.conf().mapoutValueLength()).isEqualTo(5);
        assertThat(job.differences()).isEmpty();
    }

    @Test
    void whatTheSyntheticJobHasOtherwiseIsNamed() throws Exception {
        assertThat(job().differences())
                .containsExactly("mapoutValueLength is 16, the least: the real job's pairs have 13.5 bytes with their"
                        + " keys, synthetic ones 24, 8 of the key.");
        assertThat(job("\"tuplesOut\":593", "\"tuplesOut\":3").differences())
                .contains("Output: the real Reduce writes 3 pairs of 593 keys to 1 groups; the synthetic one writes a"
                        + " pair of each key, with the bytes of all, to one.");
        assertThat(job("{\"group\":\"lines\",\"tuples\":202", "{\"group\":\"lines\",\"tuples\":0")
                        .differences())
                .contains("Input: the real Map reads a source, such as files; the synthetic one reads a group.");
    }

    @Test
    void itsOwnNumbersAreThoseOfTheReport() throws Exception {
        assertThat(job().seconds()).isCloseTo(0.862, within(1e-9));
        assertThat(job().skew()).isCloseTo(259 * 4 / 891.0, within(1e-9));
        assertThat(job().numbers())
                .containsEntry("map_seconds", 0.643)
                .containsEntry("map_functions_cpu_seconds", 0.01204)
                .containsEntry("emitted_pairs", 1581.0)
                .containsEntry("shuffled_pairs", 891.0)
                .containsEntry("shuffled_mib", 13168.0 / (1 << 20))
                .containsEntry("keys", 593.0)
                .containsEntry("out_pairs", 593.0);
    }

    @Test
    void itsParametersAreAFileThatTheSyntheticBenchmarkReads() throws Exception {
        Path file = directory.resolve("job.properties");
        job().conf().write(file, "of a job");
        assertThat(SyntheticConf.read(file)).isEqualTo(job().conf());
    }

    @Test
    void aStepIsNamedByItsMapOrReduce() throws Exception {
        assertThat(RealJob.read(REPORT, Optional.of("map-1"))).isEqualTo(job());
        assertThat(RealJob.read(REPORT, Optional.of("reduce-2"))).isEqualTo(job());
        assertThatThrownBy(() -> RealJob.read(REPORT, Optional.of("reduce-7")))
                .hasMessageContainingAll("no Map", "named 'reduce-7'", "--step NAME", "reduce-2 (REDUCE from [ones]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\" | [\"id\" | is not the report of a job; write one with 'sss job ID --json > FILE'",
                "\"kind\":\"REDUCE\" | \"kind\":\"CO_GROUP\" | no Map whose only output is all that a Reduce reads",
                "\"outputs\":[\"ones\"] | \"outputs\":[\"ones\",\"more\"] | no Map whose only output",
                "\"kind\":\"REDUCE\",\"state\":\"SUCCEEDED\" | \"kind\":\"REDUCE\",\"state\":\"RUNNING\" "
                        + "| 'reduce-2' is running; take the report of one that has succeeded",
                "\"iterations\":0 | \"iterations\":8 | 'map-1' ran 8 times in a loop",
                "\"times\":{\"openMillis\" | \"times\":null,\"older\":{\"openMillis\" | 'map-1' has no statistics",
                "\"tuplesOut\":1581 | \"tuplesOut\":0 | mapoutKeyCount is '0'; it is a number from 1",
                "\"tuplesIn\":202 | \"tuplesIn\":4000000000 | take a run of other input",
            })
    void refusesWhatTheSyntheticJobCannotStandFor(String is, String instead, String message) {
        assertThatThrownBy(() -> job(is, instead).conf()).hasMessageContaining(message);
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> RealJob.read(directory.resolve("none"), Optional.empty()))
                .hasMessageContaining("there is no report of a job in ");
    }

    @Test
    void severalStepsNeedAName() throws Exception {
        String json = Files.readString(REPORT);
        String jobs = json.substring(json.indexOf("\"jobs\":[") + 8, json.lastIndexOf("],\"error\""));
        String twice =
                json.replace(jobs, jobs + "," + jobs.replace("ones", "twos").replace("-2", "-4"));
        WorkflowReport report = WorkflowReport.ofJson(twice);
        assertThatThrownBy(() -> RealJob.of(report, Optional.empty()))
                .hasMessageContaining("has more than one Map whose only output");
        assertThat(RealJob.of(report, Optional.of("reduce-4")).reduce().name()).isEqualTo("reduce-4");
    }

    private static RealJob job() throws IOException {
        return RealJob.read(REPORT, Optional.empty());
    }

    /** With other words in the first place of some. */
    private RealJob job(String is, String instead) throws IOException {
        String json = Files.readString(REPORT);
        assertThat(json).contains(is);
        int at = json.indexOf(is);
        Path file = Files.writeString(
                directory.resolve("job.json"), json.substring(0, at) + instead + json.substring(at + is.length()));
        return RealJob.read(file, Optional.empty());
    }
}
