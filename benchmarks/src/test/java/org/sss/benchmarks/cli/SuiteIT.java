package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.net.rpc.Json;

/** The commands of the suite on little data: that answers agree is checked by the commands themselves. */
class SuiteIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void textIsCountedAndGrouped() throws IOException {
        JsonNode report = bench("text --sizes 60000");
        assertThat(cells(report, "workload", "system")).containsExactly(
                "wordcount sss-string", "wordcount sss-bytes", "wordcount java",
                "bigram sss-string", "bigram sss-bytes", "bigram java",
                "groupby sss-string", "groupby sss-bytes", "groupby java");
        assertThat(report.get("rows")).allSatisfy(row -> {
            assertThat(row.get("digest").asText()).hasSize(16);
            assertThat(row.get("peak_rss_bytes").asLong()).isPositive();
        });
        assertThat(report.get("rows")).filteredOn(row -> row.get("system").asText().startsWith("sss")).allSatisfy(row -> {
            long shuffled = (long) Double.parseDouble(row.get("details").asText().replaceAll(".*shuffled_bytes=([0-9.E]+).*", "$1"));
            assertThat(shuffled).isPositive();
            assertThat(row.get("disk_bytes").asLong()).isGreaterThan(shuffled);
        });
        assertThat(directory.resolve("out/text.md")).content().contains("* cpus: ", "* parameters nodes: ", "* seed text-7-60000.txt: 7", "All answers to a case are equal:");
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**text.csv").isDirectoryContaining("glob:**text.md")
                .isDirectoryContaining("glob:**text-wordcount.png").isDirectoryContaining("glob:**text-bigram-phases.svg");
    }

    @Test
    void aVocabularyOfManyWordsIsCountedOnThreeNodes() throws IOException {
        JsonNode report = bench("text --sizes 200000 --app wordcount --text zipf --words 20000 --nodes 3 --api bytes --system sss");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss-bytes");
    }

    @Test
    void linesAreReadFromTheFileInRanges() throws IOException {
        JsonNode report = bench("text --sizes 60000 --from group,files --split 7000 --api bytes --app groupby --text zipf --words 500"
                + " --word-bytes 8-200 --system sss");
        assertThat(cells(report, "system")).containsExactly("sss-bytes", "sss-bytes-files");
        assertThat(report.get("rows").get(1).get("import_seconds").asText()).isEqualTo("NaN");
        assertThat(directory.resolve("out/text-threads.csv")).content().startsWith("workload,size,system,repetition,thread,phase,")
                .containsPattern("groupby,.*,sss-bytes-files,1,node-\\d+-task-\\d+,map,").contains(",reduce,");
    }

    @Test
    void wordsOfShortOrEvenTextHaveNoLengthsToChoose() {
        for (String options : List.of("--word-bytes 8-200", "--text zipf --word-bytes 4-200", "--text zipf --word-bytes 20-10")) {
            err.reset();
            assertThat(BenchMain.run(("bench text " + options).split(" "), out, new PrintStream(err, true, UTF_8))).isEqualTo(2);
            assertThat(err.toString(UTF_8)).startsWith("sss: --word-bytes takes").hasLineCount(1);
        }
    }

    @Test
    void aRunHasOneKindOfText() {
        assertThat(BenchMain.run("bench text --text uniform,zipf".split(" "), out, new PrintStream(err, true, UTF_8))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("sss: --text takes one of uniform,zipf, not 'uniform,zipf'").hasLineCount(1);
    }

    @Test
    void ofFewJobsSomeClientsMayHaveNone() throws IOException {
        JsonNode report = bench("latency --jobs 1 --threads 8 --loops 1");
        assertThat(cells(report, "workload", "digest")).contains("many-jobs hello\t[1]");
    }

    @Test
    void pointsAndRanksAreIterated() throws IOException {
        JsonNode report = bench("iterate --points 3000 --vertices 200 --edges 1500 --iterations 3");
        assertThat(cells(report, "workload", "system")).containsExactly("kmeans sss", "kmeans java", "pagerank sss", "pagerank java");
        assertThat(report.get("seed").get("graph-200-200-1500.tsv").asLong()).isEqualTo(200);
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**iterate.png");
    }

    @Test
    void recordsAreSortedAsAWhole() throws IOException {
        JsonNode report = bench("sort --sizes 300000 --nodes 3");
        assertThat(cells(report, "system", "digest")).satisfiesExactly(
                numbered -> assertThat(numbered).startsWith("sss-numbered records=3000 crcsum=").endsWith(" unordered=0"),
                keyed -> assertThat(keyed).startsWith("sss-keyed records=3000 crcsum=").endsWith(" unordered=0"),
                java -> assertThat(java).startsWith("java records=3000 crcsum=").endsWith(" unordered=0"));
    }

    @Test
    void nodesMayBeProcesses() throws IOException {
        JsonNode report = bench("text --sizes 60000 --app wordcount --api string --system sss --processes --heap 256m");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss-string");
        assertThat(report.get("parameters").toString()).contains("\"processes\":\"true\"").contains("\"heap\":\"256m\"");
        assertThat(report.get("heap").asText()).startsWith("256m; each system may have as much").contains("divided evenly");
    }

    @Test
    void eachNodeMayHaveTheSameHeapHoweverManyThereAre() throws IOException {
        JsonNode report = bench("scale --size 60000 --app wordcount --counts 1,2 --processes --node-heap 128m");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 1 node sss", "58.6 KiB, 2 nodes sss");
        assertThat(report.get("heap").asText()).isEqualTo("128m; each node has as much");
    }

    @Test
    void jobsOfOneTupleAreTimedOneByOne() throws IOException {
        JsonNode report = bench("latency --jobs 5 --threads 2 --loops 1,7");
        assertThat(cells(report, "workload", "digest")).containsExactly("empty-jobs hello\t[1]", "many-jobs hello\t[1]",
                "cold-start hello\t[1]", "loop count=1", "loop count=7");
        assertThat(report.get("rows").get(0).get("details").asText()).contains("p50_ms=").contains("p99.9_ms=");
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**latency.svg");
        assertThat(directory.resolve("out/latency.md")).content().contains("is in latency.hgrm", "many-jobs 5 jobs, sss: ", " jobs a second");
        assertThat(directory.resolve("out/latency.hgrm")).content().contains("Value", "Percentile").containsPattern("Total count\\s+=\\s+5\\]");
    }

    @Test
    void moreNodesGiveTheSameAnswer() throws IOException {
        JsonNode report = bench("scale --size 60000 --counts 1,3 --app wordcount");
        assertThat(cells(report, "size", "system")).containsExactly("58.6 KiB, 1 node sss", "58.6 KiB, 3 nodes sss");
        assertThat(report.get("rows")).allSatisfy(row -> assertThat(row.get("cpu_ns_per_byte").asDouble()).isPositive());
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**scale-cpu-wordcount.png");
    }

    @Test
    void applicationsAgreeWithPlainJava() throws IOException {
        JsonNode report = bench("apps --scale 0.0003 --nodes 3");
        assertThat(cells(report, "workload", "system")).containsExactly("wordcount sss", "wordcount java", "histogram sss",
                "histogram java", "regression sss", "regression java", "pca sss", "pca java", "multiply sss", "multiply java",
                "kmeans sss", "kmeans java", "match sss", "match java");
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**apps.png").isDirectoryContaining("glob:**apps-ratio.svg");
        assertThat(directory.resolve("out/apps-threads.csv")).content().contains("kmeans,100 points,sss,1,").contains(",cogroup,")
                .contains("pca,").contains("multiply,").contains("match,").contains("regression,").contains("histogram,");
    }

    @ParameterizedTest
    @CsvSource({"'wc,hist,lr,sm', 8, auto", "hist --buffer hash, 2, hash", "hist --buffer array, 2, sort",
        "wc --buffer hash --processes --heap 256m, 2, hash"})
    void applicationsAgreeWithPlainJavaAlsoWithoutCombiner(String options, int rows, String grouping) throws IOException {
        JsonNode report = bench("apps --scale 0.0001 --combiner off --app " + options);
        assertThat(report.get("rows")).hasSize(rows);
        assertThat(report.get("parameters").toString()).contains("\"sums\":\"none\",\"grouping\":\"" + grouping + "\"");
        assertThat(directory.resolve("out/apps.md")).content().contains("task.grouping = " + grouping);
    }

    @Test
    void applicationsAgreeWithPlainJavaAlsoWithACombinerOfTheEngine() throws IOException {
        JsonNode report = bench("apps --scale 0.0003 --app hist,lr --buffer hash");
        assertThat(report.get("rows")).hasSize(4);
    }

    @Test
    void sectionsAreRunAndPutIntoOneReport() throws IOException {
        Path work = Files.createDirectory(directory.resolve("work"));
        String line = "bench all --quick --only delete,iterate --json --dir " + work + " --data " + directory.resolve("data")
                + " --out " + directory.resolve("out");
        assertThat(BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8))).as(err.toString(UTF_8)).isZero();
        assertThat(Json.mapper().readTree(out.toByteArray()).get("exit_codes").toString()).isEqualTo("{\"delete\":0,\"iterate\":0}");
        assertThat(Files.readString(directory.resolve("out/report.md"))).contains("## iterate", "    sss bench iterate --points 100000")
                .contains("All answers to a case are equal.").contains("![iterate.png](iterate/iterate.png)");
    }

    @Test
    void anInterruptedRunGoesOnWithTheSectionsThatItHasNot() throws IOException {
        Path report = directory.resolve("out/report.md");
        String all = "bench all --quick --system sss --dir " + Files.createDirectory(directory.resolve("work")) + " --out " + report.getParent() + " --only ";
        assertThat(BenchMain.run((all + "delete").split(" "), out, new PrintStream(err, true, UTF_8))).as(err.toString(UTF_8)).isZero();
        String first = part(Files.readString(report), "delete");

        assertThat(BenchMain.run((all + "delete,sort --resume").split(" "), out, new PrintStream(err, true, UTF_8))).as(err.toString(UTF_8)).isZero();
        assertThat(err.toString(UTF_8)).contains("section 1 of 2: delete, measured before").contains("section 2 of 2: sort\n").contains("section 2 of 2: [  0%] sort 32.0 MiB");
        assertThat(Files.readString(report)).containsPattern("\\* load_before: \\d+\\.\\d+ \\d+\\.\\d+ \\d+\\.\\d+\n");
        assertThat(part(Files.readString(report), "delete")).isEqualTo(first);
        assertThat(Files.readString(report)).contains("## sort");
    }

    @Test
    void aSectionThatFailedIsRunAgain() throws IOException {
        AllReport report = new AllReport(directory, List.of("sort"), "bench all");
        report.add("sort", List.of("bench", "sort"), "no disk", 1, "sss: no disk");
        assertThat(report.has("sort", List.of("bench", "sort"))).isFalse();
        report.add("sort", List.of("bench", "sort"), "1 s", 1, null);
        assertThat(report.has("sort", List.of("bench", "sort"))).isTrue();
        assertThat(Files.readString(report.write())).containsOnlyOnce("## sort");
    }

    @Test
    void aSystemThatNobodyKnowsIsRefusedBeforeAnythingIsMeasured() {
        Path report = directory.resolve("none");
        assertThat(BenchMain.run(("bench all --quick --only delete --system sss,sparc --out " + report).split(" "), out,
                new PrintStream(err, true, UTF_8))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("not 'sparc'").hasLineCount(1);
        assertThat(report).doesNotExist();
    }

    @Test
    void whichRunIsToGoOnHasToBeSaid() {
        assertThat(BenchMain.run("bench all --resume".split(" "), out, new PrintStream(err, true, UTF_8))).isNotZero();
        assertThat(err.toString(UTF_8)).contains("give --out DIR").hasLineCount(1);
    }

    /** A section of a report, from its heading to the next. */
    private static String part(String report, String name) {
        String rest = report.substring(report.indexOf("## " + name));
        int end = rest.indexOf("\n## ");
        return (end < 0 ? rest : rest.substring(0, end)).strip();
    }

    private static List<String> cells(JsonNode report, String... names) {
        List<String> rows = new ArrayList<>();
        for (JsonNode row : report.get("rows")) {
            List<String> cells = new ArrayList<>();
            for (String name : names) {
                cells.add(row.get(name).asText());
            }
            rows.add(String.join(" ", cells));
        }
        return rows;
    }

    /** With one repetition and no warm-up. */
    private JsonNode bench(String options) throws IOException {
        Path work = Files.createDirectory(directory.resolve("work"));
        String line = "bench " + options + " --json --repetitions 1 --warm-ups 0 --dir " + work + " --data "
                + directory.resolve("data") + " --out " + directory.resolve("out");
        assertThat(BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8))).as(err.toString(UTF_8)).isZero();
        assertThat(work).isEmptyDirectory();
        return Json.mapper().readTree(out.toByteArray());
    }
}
