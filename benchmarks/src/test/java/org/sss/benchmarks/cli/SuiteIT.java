package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.Shuffle;

/** The commands of the suite on little data: that answers agree is checked by the commands themselves. */
class SuiteIT extends BenchFixture {
    @Test
    void textIsCountedAndGrouped() throws IOException {
        JsonNode report = suite("text --sizes 60000");
        assertThat(cells(report, "workload", "system")).containsExactly(
                "wordcount sss-string", "wordcount sss-bytes", "wordcount java",
                "bigram sss-string", "bigram sss-bytes", "bigram java",
                "groupby sss-string", "groupby sss-bytes", "groupby java");
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(row.get("digest").asText()).hasSize(16);
            assertThat(row.get("peak_rss_bytes").asLong()).isPositive();
        });
        assertThat(report.get("rows")).filteredOn(row -> row.get("system").asText().startsWith("sss"))
                .allSatisfy(row -> {
            long shuffled = (long) Double.parseDouble(row.get("details").asText()
                    .replaceAll(".*shuffled_bytes=([0-9.E]+).*", "$1"));
            assertThat(shuffled).isPositive();
            assertThat(row.get("disk_bytes").asLong()).isGreaterThan(shuffled);
        });
        assertThat(outDirectory().resolve("text.md")).content()
                .contains("* cpus: ", "* parameters nodes: ", "* seed text-7-60000.txt: 7",
                "All answers to a case are equal.");
        assertThat(outDirectory()).isDirectoryContaining("glob:**text.csv").isDirectoryContaining("glob:**text.md")
                .isDirectoryContaining("glob:**text-wordcount.png")
                .isDirectoryContaining("glob:**text-bigram-phases.svg");
    }

    @Test
    void aVocabularyOfManyWordsIsCountedOnThreeNodes() throws IOException {
        JsonNode report = suite("text --sizes 200000 --app wordcount --text zipf --words 20000 --nodes 3 --api bytes"
                + " --system sss");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss-bytes");
    }

    @Test
    void linesAreReadFromTheFileInRanges() throws IOException {
        JsonNode report = suite("text --sizes 60000 --from group,files --split 7000 --api bytes --app groupby --text"
                + " zipf --words 500 --word-bytes 8-200 --system sss");
        assertThat(cells(report, "system")).containsExactly("sss-bytes", "sss-bytes-files");
        assertThat(report.get("rows").get(1).get("import_seconds").asText()).isEqualTo("NaN");
    }

    @Test
    void pointsAndRanksAreIterated() throws IOException {
        JsonNode report = suite("iterate --points 3000 --vertices 200 --edges 1500 --iterations 3");
        assertThat(cells(report, "workload", "system")).containsExactly("kmeans sss", "kmeans java", "pagerank sss",
                "pagerank java");
        assertThat(report.get("seed").get("graph-200-200-1500.tsv").asLong()).isEqualTo(200);
        assertThat(outDirectory()).isDirectoryContaining("glob:**iterate.png");
    }

    @Test
    void recordsAreSortedAsAWhole() throws IOException {
        JsonNode report = suite("sort --sizes 300000 --nodes 3");
        assertThat(cells(report, "system", "digest")).satisfiesExactly(
                numbered -> assertThat(numbered).startsWith("sss-numbered records=3000 crcsum=")
                .endsWith(" unordered=0"),
                keyed -> assertThat(keyed).startsWith("sss-keyed records=3000 crcsum=").endsWith(" unordered=0"),
                java -> assertThat(java).startsWith("java records=3000 crcsum=").endsWith(" unordered=0"));
    }

    @Test
    void nodesMayBeProcesses() throws IOException {
        JsonNode report = suite("text --sizes 60000 --app wordcount --api string --system sss --processes --heap 256m"
                + " --set task.threads=1");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss-string");
        assertThat(report.get("parameters").toString()).contains("\"processes\":\"true\"")
                .contains("\"heap\":\"256m\"").contains("\"set task.threads\":\"1\"");
        assertThat(report.get("heap").asText()).startsWith("256m; each system may have as much")
                .contains("divided evenly");
    }

    @Test
    void eachShuffleMethodGivesTheExpectedAnswerAndReportsWhatItCost() throws IOException {
        JsonNode report = suite("shuffle --app skew --skew 3.0 --skew-bytes 1MiB --nodes 3");
        assertThat(cells(report, "workload", "size", "system"))
                .containsExactlyElementsOf(Stream.of(Shuffle.values()).map(method -> "skew 3.0 sss-" + method).toList());
        assertThat(report.get("rows")).allSatisfy(row -> {
            String details = row.get("details").asText();
            assertThat(details).contains("move_s=", "barrier_s=", "links=");
            Matcher share = Pattern.compile("largest_share=([0-9.]+)").matcher(details);
            assertThat(share.find()).isTrue();
            assertThat(Double.parseDouble(share.group(1))).as("1 / (1 + 2^-s + 3^-s + ...)").isBetween(0.7, 0.9);
        });
        assertThat(report.get("remarks").toString()).contains("this definition is ours");
        assertThat(outDirectory()).isDirectoryContaining("glob:**shuffle-skew.png");
    }

    @Test
    void shuffleMethodsCountWordsToo() throws IOException {
        JsonNode report = suite("shuffle --sizes 60000 --app wordcount --method direct,pairwise --nodes 3");
        assertThat(cells(report, "workload", "size", "system"))
                .containsExactly("wordcount 58.6 KiB sss-direct", "wordcount 58.6 KiB sss-pairwise");
        assertThat(report.get("rows")).allSatisfy(row -> assertThat(row.get("details").asText()).contains("move_s=", "barrier_s=", "links="));
        assertThat(outDirectory()).isDirectoryContaining("glob:**shuffle-wordcount.svg");
    }

    @Test
    void nodesThatShuffleMayBeProcesses() throws IOException {
        JsonNode report = suite("shuffle --app skew --method dsa-sms --skew 3.0 --skew-bytes 1MiB --nodes 2 --processes --heap 256m"
                + " --limit 512KiB");
        assertThat(cells(report, "system")).containsExactly("sss-dsa-sms");
        assertThat(report.get("parameters").toString()).contains("\"set shuffle.memory.limit\":\"524288\"");
    }

    @Test
    void eachNodeMayHaveTheSameHeap() throws IOException {
        JsonNode report = suite("scale --size 60000 --app wordcount --counts 2 --processes --node-heap 128m");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 2 nodes sss");
        assertThat(report.get("heap").asText()).isEqualTo("128m; each node has as much");
    }

    /** Also with more clients than jobs, of which some have none. */
    @Test
    void jobsOfOneTupleAreTimedOneByOne() throws IOException {
        JsonNode report = suite("latency --jobs 5 --threads 8 --loops 1,7");
        assertThat(cells(report, "workload", "digest")).containsExactly("empty-jobs hello\t[1]", "many-jobs hello\t[1]",
                "cold-start hello\t[1]", "loop count=1", "loop count=7");
        assertThat(report.get("rows").get(0).get("details").asText()).contains("p50_ms=").contains("p99.9_ms=");
        assertThat(outDirectory()).isDirectoryContaining("glob:**latency.svg");
        assertThat(outDirectory().resolve("latency.md")).content()
                .contains("many-jobs 5 jobs, sss: jobs_per_s=");
    }

    @Test
    void moreNodesGiveTheSameAnswer() throws IOException {
        JsonNode report = suite("scale --size 60000 --counts 1,3 --app wordcount");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 1 node sss", "58.6 KiB, 3 nodes sss");
        assertThat(report.get("rows")).allSatisfy(row -> assertThat(row.get("cpu_ns_per_byte").asDouble())
                .isPositive());
        assertThat(outDirectory()).isDirectoryContaining("glob:**scale-cpu-wordcount.png");
    }

    @Test
    void applicationsAgreeWithPlainJava() throws IOException {
        JsonNode report = suite("apps --scale 0.0003 --nodes 3");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss", "wordcount java",
                "histogram sss",
                "histogram java", "regression sss", "regression java", "pca sss", "pca java", "multiply sss",
                "multiply java",
                "kmeans sss", "kmeans java", "match sss", "match java");
        assertThat(outDirectory()).isDirectoryContaining("glob:**apps.png")
                .isDirectoryContaining("glob:**apps-ratio.svg");
    }

    @ParameterizedTest
    @CsvSource({"'wc,hist,lr,sm', 8, auto", "hist --buffer hash, 2, hash", "hist --buffer array, 2, sort",
        "wc --buffer hash --processes --heap 256m, 2, hash"})
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

    @Test
    void sectionsAreRunAndPutIntoOneReport() throws IOException {
        JsonNode report = report("all --quick --only synthetic-read,iterate --system sss --data " + directory.resolve("data"));
        assertThat(report.get("exit_codes").toString()).isEqualTo("{\"synthetic-read\":0,\"iterate\":0}");
        assertThat(Files.readString(outDirectory().resolve("report.md")))
                .contains("## synthetic-read", "## iterate", "    sss bench iterate --points 100000")
                .contains("All answers to a case are equal.").contains("![iterate.png](iterate/iterate.png)");
    }

    @Test
    void theReportOfAnotherRunIsNotOverwritten() throws IOException {
        Files.createFile(Files.createDirectories(outDirectory()).resolve("report.md"));
        assertFailsWithOneLine(2, "all --quick --only delete", "has the report of another run");
    }

    static List<String> cells(JsonNode report, String... names) {
        List<String> rows = new ArrayList<>();
        report.get("rows")
                .forEach(row -> rows.add(Stream.of(names).map(name -> row.get(name).asText())
                .collect(Collectors.joining(" "))));
        return rows;
    }

    /** With one repetition and no warm-up. */
    private JsonNode suite(String words) throws IOException {
        return report(words + " --repetitions 1 --warm-ups 0 --data " + directory.resolve("data"));
    }
}
