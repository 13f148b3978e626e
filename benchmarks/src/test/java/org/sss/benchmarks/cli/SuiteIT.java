package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands of the suite on little data: that answers agree is checked by the commands themselves. */
class SuiteIT extends BenchFixture {
    @Test
    void textIsCountedAndGrouped() throws IOException {
        JsonNode report = suite("text --sizes 60000");
        assertThat(cells(report, "workload", "system"))
                .containsExactly(
                        "wordcount sss-string",
                        "wordcount sss-bytes",
                        "wordcount java",
                        "bigram sss-string",
                        "bigram sss-bytes",
                        "bigram java",
                        "groupby sss-string",
                        "groupby sss-bytes",
                        "groupby java");
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(row.get("digest").asText()).hasSize(16);
            assertThat(row.get("peak_rss_bytes").asLong()).isPositive();
        });
        assertThat(report.get("rows"))
                .filteredOn(row -> row.get("system").asText().startsWith("sss"))
                .allSatisfy(row -> {
                    long shuffled = row.get("shuffled_bytes").asLong();
                    assertThat(shuffled).isPositive();
                    assertThat(row.get("disk_bytes").asLong()).isGreaterThan(shuffled);
                });
        assertThat(outDirectory().resolve("text.md"))
                .content()
                .contains(
                        "* cpus: ",
                        "* parameters nodes: ",
                        "* seed text-7-60000.txt: 7",
                        "All answers to a case are equal.");
        assertThat(outDirectory())
                .isDirectoryContaining("glob:**text.csv")
                .isDirectoryContaining("glob:**text.md")
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
        assertThat(cells(report, "workload", "system"))
                .containsExactly("kmeans sss", "kmeans java", "pagerank sss", "pagerank java");
        assertThat(report.get("seed").get("graph-200-200-1500.tsv").asLong()).isEqualTo(200);
        assertThat(outDirectory()).isDirectoryContaining("glob:**iterate.png");
    }

    @Test
    void recordsAreSortedAsAWhole() throws IOException {
        JsonNode report = suite("sort --sizes 300000 --nodes 3");
        assertThat(cells(report, "system", "digest"))
                .satisfiesExactly(
                        numbered -> assertThat(numbered)
                                .startsWith("sss-numbered records=3000 crcsum=")
                                .endsWith(" unordered=0"),
                        keyed -> assertThat(keyed)
                                .startsWith("sss-keyed records=3000 crcsum=")
                                .endsWith(" unordered=0"),
                        java -> assertThat(java)
                                .startsWith("java records=3000 crcsum=")
                                .endsWith(" unordered=0"));
    }

    @Test
    void nodesMayBeProcesses() throws IOException {
        JsonNode report = suite("text --sizes 60000 --app wordcount --api string --system sss --processes --heap 256m"
                + " --set task.threads=1");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss-string");
        assertThat(report.get("parameters").toString())
                .contains("\"processes\":\"true\"")
                .contains("\"heap\":\"256m\"")
                .contains("\"set task.threads\":\"1\"");
        assertThat(report.get("heap").asText())
                .startsWith("256m; each system may have as much")
                .contains("divided evenly");
    }

    /** Also with more clients than jobs, of which some have none. */
    @Test
    void jobsOfOneTupleAreTimedOneByOne() throws IOException {
        JsonNode report = suite("latency --jobs 5 --threads 8 --loops 1,7");
        assertThat(cells(report, "workload", "digest"))
                .containsExactly(
                        "empty-jobs hello\t[1]",
                        "many-jobs hello\t[1]",
                        "cold-start hello\t[1]",
                        "loop count=1",
                        "loop count=7");
        assertThat(List.of("p50_ms", "p99.9_ms")).allMatch(report.get("rows").get(0)::has);
        assertThat(outDirectory()).isDirectoryContaining("glob:**latency.svg");
        assertThat(outDirectory().resolve("latency.md")).content().contains("many-jobs 5 jobs, sss: jobs_per_s=");
    }

    @Test
    void sectionsAreRunAndPutIntoOneReport() throws IOException {
        String command = "all --quick --only synthetic-read,iterate --system sss --data " + directory.resolve("data");
        JsonNode report = report(command);
        assertThat(report.get("exit_codes").toString()).isEqualTo("{\"synthetic-read\":0,\"iterate\":0}");
        assertThat(report(command + " --continue").get("exit_codes").toString())
                .as("nothing is left")
                .isEqualTo("{}");
        assertThat(Files.readString(outDirectory().resolve("report.md")))
                .contains("## synthetic-read", "## iterate", "    sss bench iterate --points 100000")
                .contains("All answers to a case are equal.")
                .contains("![iterate.png](iterate/iterate.png)");
    }

    @Test
    void theReportOfAnotherRunIsNotOverwritten() throws IOException {
        Files.createFile(Files.createDirectories(outDirectory()).resolve("report.md"));
        assertFailsWithOneLine(2, "all --quick --only delete", "has the report of another run");
        assertFailsWithOneLine(2, "all --quick --only delete --continue", "was made without --quick");
    }
}
