package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Shuffle;
import org.sss.cli.Main;
import org.sss.cli.workflow.JobJars;
import org.sss.net.rpc.Json;

class LocalCommandsIT {
    private static final String UPPER = """
            import org.sss.api.*;
            public class Upper implements SssJob {
                public Workflow define(String[] args) {
                    Workflow workflow = Workflow.named("upper");
                    workflow.map(TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING),
                            TupleGroup.of(args[1], Codecs.LONG, Codecs.STRING),
                            (at, line, out) -> out.emit(at, line.toUpperCase()));
                    return workflow;
                }
            }
            """;

    private static final String LONGER = """
            import org.sss.api.*;
            public class Longer implements SssJob {
                static class AtLeast implements Mapper<Long, String, Long, String> {
                    int length;

                    public void setup(TaskContext context) {
                        length = Integer.parseInt(context.parameter("at.least"));
                    }

                    public void map(Long at, String line, Emitter<Long, String> out) {
                        if (line.length() >= length) {
                            out.emit(at, line);
                        }
                    }
                }

                public Workflow define(String[] args) {
                    Workflow workflow = Workflow.named("longer");
                    workflow.map(TupleGroup.of("lines", Codecs.LONG, Codecs.STRING), TupleGroup.of("longer", Codecs.LONG, Codecs.STRING),
                            new AtLeast());
                    return workflow;
                }
            }
            """;

    private static final String REPEATED = """
            import org.sss.api.*;
            public class Repeated implements SssJob {
                public Workflow define(String[] args) {
                    TupleGroup<Long, String> text = TupleGroup.of("text", Codecs.LONG, Codecs.STRING);
                    TupleGroup<Long, String> longer = TupleGroup.of("longer", Codecs.LONG, Codecs.STRING);
                    Workflow workflow = Workflow.named("repeated");
                    workflow.repeat(4, body -> body.map(text, longer, (at, line, out) -> out.emit(at, line + "."))).carry(longer, text)
                            .keep(3);
                    return workflow;
                }
            }
            """;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void wordcountPrintsTheMostFrequentWordsAndThePhases() throws IOException {
        Path text = file("text", "b a c\nb\ta b\n");
        assertThat(sss("local", "wordcount", text.toString(), "--top", "2", "--nodes", "2"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("3  b\n2  a\n\n6 words, 3 distinct\n\nPHASE")
                .contains("import")
                .contains("map+shuffle")
                .contains("reduce")
                .doesNotContain("1  c");
    }

    @Test
    void wordcountCountsTheSameWithAnyShuffle() throws IOException {
        Path text = file("text", "b a c\nb\ta b\n".repeat(500));
        for (Shuffle method : Shuffle.values()) {
            out.reset();
            assertThat(sss(
                            "local",
                            "wordcount",
                            text.toString(),
                            "--nodes",
                            "3",
                            "-D",
                            "shuffle.method=" + method,
                            "--output",
                            "-"))
                    .as("%s", err)
                    .isZero();
            assertThat(out.toString(UTF_8)).as(method.methodName()).isEqualTo("a\t1000\nb\t1500\nc\t500\n");
        }
    }

    @Test
    void wordcountCountsTheSameOverCompressedGroups() throws IOException {
        Path text = file("text", "b a c\nb\ta b\n".repeat(500));
        for (String how : new String[] {"none", "lz4", "zstd"}) {
            out.reset();
            assertThat(sss("local", "wordcount", text.toString(), "--compress", how, "--output", "-"))
                    .as("%s", err)
                    .isZero();
            assertThat(out.toString(UTF_8)).isEqualTo("a\t1000\nb\t1500\nc\t500\n");
        }
    }

    @Test
    void wordcountWritesAllWordsSortedByTheirBytes() throws IOException {
        Path text = file("text", "z \u00FF \u0001 a Z\n\u00E9 |");
        Path result = directory.resolve("result.tsv");
        assertThat(sss("local", "wordcount", text.toString(), "--output", result.toString()))
                .as("%s", err)
                .isZero();
        assertThat(Files.readString(result, ISO_8859_1)).isEqualTo("a\t1\nz\t2\n\u00E9\t1\n\u00FF\t1\n");
    }

    @Test
    void wordsAreLettersAndDigitsWhateverTheirCase() throws IOException {
        Path text = Files.writeString(
                directory.resolve("text"),
                "| The cat\u2014the \u201Cdog\u201D (`a_b`): |\n|---|--|\n\u00DCber 42 caf\u00E9\u2026",
                UTF_8);
        assertThat(sss("local", "wordcount", text.toString(), "--output", "-"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8))
                .isEqualTo("42\t1\na_b\t1\ncaf\u00E9\t1\ncat\t1\ndog\t1\nthe\t2\n\u00DCber\t1\n");
    }

    @Test
    void printsTheGroupsWithTheResultsOfALoop() throws IOException {
        Path jar = JobJars.of(directory, "Repeated", REPEATED, null);
        Path result = directory.resolve("result");
        assertThat(sss(
                        "local",
                        "run",
                        jar.toString(),
                        "--import",
                        "text=" + file("text", "a\n"),
                        "--export",
                        "longer=" + result))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8))
                .contains("\nresult after 4 iterations: group longer; earlier iterations: text.iteration-2 to "
                        + "text.iteration-3\n");
        assertThat(result).hasContent("0\ta....\n");
    }

    @Test
    void wordcountToStdoutPrintsNothingElse() throws IOException {
        Path text = file("text", "y x");
        assertThat(sss("local", "wordcount", text.toString(), "--output", "-"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("x\t1\ny\t1\n");
    }

    @Test
    void topCountsAreAlignedAndTiesAreSortedByKey() throws IOException {
        Path text = file("text", "c b a d\n" + "z ".repeat(11));
        assertThat(sss("local", "wordcount", text.toString(), "--top", "4", "--nodes", "3"))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8)).startsWith("11  z\n 1  a\n 1  b\n 1  c\n\n");
    }

    @Test
    void reportsAnUnwritableOutputBeforeTheWork() throws IOException {
        Path text = file("text", "y x");
        assertThat(sss("local", "wordcount", text.toString(), "--output", directory.toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("cannot write file")
                .contains("is a directory")
                .hasLineCount(1);
        err.reset();
        assertThat(sss("local", "wordcount", text.toString(), "--output", directory + "/no/out.tsv"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("directory '" + directory + "/no' does not exist")
                .hasLineCount(1);
    }

    @Test
    void wordcountAsJsonIsOneDocument() throws IOException {
        Path text = file("text", "b a b");
        assertThat(sss("local", "wordcount", text.toString(), "--json"))
                .as("%s", err)
                .isZero();
        JsonNode document = Json.mapper().readTree(out.toByteArray());
        assertThat(document.at("/words").asLong()).isEqualTo(3);
        assertThat(document.at("/distinct").asLong()).isEqualTo(2);
        assertThat(document.at("/top/0/word").asText()).isEqualTo("b");
        assertThat(document.at("/phases")).hasSize(4);
    }

    @Test
    void reportsAWordOver64KiBWithItsJob() throws IOException {
        Path text = file("text", "x".repeat(70_000));
        assertThat(sss("local", "wordcount", text.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("70000")
                .contains("map")
                .contains("65535")
                .hasLineCount(1);
    }

    @Test
    void runsAnyJobOnImportedFiles() throws IOException {
        Path text = file("text", "one\ntwo\n");
        Path jar = JobJars.of(directory, "Upper", UPPER, null);
        Path result = directory.resolve("upper.tsv");
        int code = sss(
                "local",
                "run",
                jar.toString(),
                "--import",
                "lines=" + text,
                "--export",
                "upper=" + result,
                "lines",
                "upper");
        assertThat(code).as("%s", err).isZero();
        assertThat(Files.readString(result)).isEqualTo("0\tONE\n4\tTWO\n");
        assertThat(out.toString(UTF_8)).contains("'upper': succeeded");
    }

    @Test
    void passesParametersToAJob() throws IOException {
        Path text = file("text", "one\nthree\n");
        Path result = directory.resolve("longer.tsv");
        assertThat(sss(
                        "local",
                        "run",
                        JobJars.of(directory, "Longer", LONGER, null).toString(),
                        "-Dat.least=4",
                        "--import",
                        "lines=" + text,
                        "--export",
                        "longer=" + result))
                .as("%s", err)
                .isZero();
        assertThat(Files.readString(result)).isEqualTo("4\tthree\n");
    }

    @Test
    void reportsAnExistingGroupWithTheOptionToDropIt() throws IOException {
        Path text = file("text", "one\n");
        Path kept = directory.resolve("kept");
        String[] run = {
            "local",
            "run",
            JobJars.of(directory, "Upper", UPPER, null).toString(),
            "--dir",
            kept.toString(),
            "--import",
            "lines=" + text,
            "lines",
            "upper"
        };
        assertThat(sss(run)).as("%s", err).isZero();
        err.reset();
        assertThat(sss(run)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: group 'lines' exists already in " + kept + "; drop it first (--drop lines), use"
                        + " another name, or replace it (replacing() in a program)\n");
        err.reset();
        assertThat(sss(with(run, "--drop", "lines"))).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("group 'upper' exists already in " + kept)
                .hasLineCount(1);
        assertThat(sss(with(run, "--drop", "lines", "--drop", "upper", "--drop", "none")))
                .as("%s", err)
                .isZero();
    }

    @Test
    void wordcountDoesNotReplaceAnExistingGroup() throws IOException {
        Path text = file("text", "b a b");
        Path kept = directory.resolve("kept");
        String[] count = {"local", "wordcount", text.toString(), "--dir", kept.toString()};
        assertThat(sss(count)).as("%s", err).isZero();
        err.reset();
        assertThat(sss(count)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: group 'lines' already exists in " + kept + "; drop it first (--drop lines"
                        + " --drop counts), or use another --dir\n");
        assertThat(sss(with(count, "--drop", "lines", "--drop", "counts")))
                .as("%s", err)
                .isZero();
    }

    @Test
    void rejectsTheDirectoryOfAnotherKindOfCluster() throws IOException {
        Path text = file("text", "b a b");
        Path kept = directory.resolve("kept");
        assertThat(sss("local", "wordcount", text.toString(), "--dir", kept.toString()))
                .as("%s", err)
                .isZero();
        err.reset();
        assertThat(sss("cluster", "start", "--nodes", "1", "--port", "0", "--dir", kept.toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: '" + kept + "' contains the groups of 'sss local ... --dir'; use another directory\n");
        assertThat(kept.resolve("start.lock")).doesNotExist();
        assertThat(kept.resolve("node-0/node.properties")).doesNotExist();

        Path cluster = directory.resolve("cluster");
        ClusterDirectory.create(cluster, List.of(21200, 21201), Map.of());
        err.reset();
        assertThat(sss("local", "wordcount", text.toString(), "--dir", cluster.toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: '" + cluster
                        + "' contains a cluster of 'sss cluster start'; use the commands for clusters, or another"
                        + " --dir\n");
        assertThat(cluster.resolve("node-0/node.json")).doesNotExist();
    }

    @Test
    void reportsAnExportThatNoJobWritesBeforeTheWork() throws IOException {
        Path text = file("text", "one\n");
        String jar = JobJars.of(directory, "Upper", UPPER, null).toString();
        String[] run = {
            "local",
            "run",
            jar,
            "--dir",
            directory.resolve("kept").toString(),
            "--import",
            "lines=" + text,
            "lines",
            "upper"
        };
        Path result = directory.resolve("result.tsv");
        assertThat(sss(with(run, "--export", "uper=" + result))).isEqualTo(1);
        assertThat(err.toString(UTF_8)).isEqualTo("sss: no job writes group 'uper'; the jobs write [upper]\n");
        assertThat(sss(with(run, "--export", "upper=" + result)))
                .as("nothing was imported before: %s", err)
                .isZero();
        assertThat(result).hasContent("0\tONE\n");
        Path kept = directory.resolve("kept.tsv");
        String[] other = {
            "local",
            "run",
            jar,
            "--dir",
            directory.resolve("kept").toString(),
            "lines",
            "again",
            "--export",
            "upper=" + kept
        };
        assertThat(sss(other)).as("%s", err).isZero();
        assertThat(kept).hasContent("0\tONE\n");
    }

    @Test
    void errorsDoNotSuggestCommandsForOtherClusters() throws IOException {
        assertThat(sss(
                        "local",
                        "run",
                        JobJars.of(directory, "Upper", UPPER, null).toString(),
                        "nothing",
                        "upper"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: job 'map-1' reads group 'nothing', which neither exists nor is written by an earlier"
                        + " job\n");
    }

    @Test
    void errorsOfATemporaryClusterDoNotSuggestDrop() throws IOException {
        Path text = file("text", "one\n");
        String jar = JobJars.of(directory, "Upper", UPPER, null).toString();
        assertThat(sss("local", "run", jar, "--import", "lines=" + text, "--import", "upper=" + text, "lines", "upper"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo("sss: group 'upper' exists already; use another name, or replace it (replacing() in a"
                        + " program)\n");
    }

    private static String[] with(String[] command, String... more) {
        return Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private Path file(String name, String text) throws IOException {
        return Files.write(directory.resolve(name), text.getBytes(ISO_8859_1));
    }

    private int sss(String... args) {
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
