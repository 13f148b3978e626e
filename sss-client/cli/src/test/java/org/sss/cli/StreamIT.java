package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.workflow.JobJars;
import org.sss.client.SssClient;
import org.sss.net.rpc.Json;

/** {@code sss stream} on a cluster of two processes. */
class StreamIT {
    private static final String WORDS = "awk '{ for (i = 2; i <= NF; i++) print $i \"\\t\" 1 }'";
    private static final String SUM =
            "awk -F '\\t' '$1 != key { if (NR > 1) print key \"\\t\" n; key = $1; n = 0 } { n += $2 }"
                    + " END { print key \"\\t\" n }'";

    private static final String EVENTS = """
            import org.sss.api.*;
            import org.sss.io.*;
            public class Events implements SssJob {
                record Event(String name, long ms) {
                }
                public Workflow define(String[] args) {
                    TupleGroup<String, Long> times = TupleGroup.of("times", Codecs.STRING, Codecs.LONG);
                    TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
                    Workflow workflow = Workflow.named("events");
                    workflow.map(Sources.jsonLines(args[0]).as(Event.class), times, (at, event, out) -> out.emit(event.name(), event.ms()))
                            .from(Sources.csv(args[1]), (at, row, out) -> out.emit(row.text("name"), row.getLong("ms")));
                    workflow.reduce(times, files, Outputs.text(args[2], times));
                    return workflow;
                }
            }
            """;

    @TempDir
    static Path clusterDirectory;

    private static String address;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void start() throws IOException {
        if (address != null) {
            return;
        }
        int code = sss(List.of("cluster", "start", "--nodes", "2", "--dir", cluster(), "--port", "0", "--json"));
        assertThat(code).as("%s", err).isZero();
        address = Json.mapper().readTree(out.toByteArray()).get("cluster").asText();
    }

    @AfterEach
    void dropGroups() {
        try (SssClient client = SssClient.connect(address)) {
            client.groups().forEach(group -> client.drop(group.name()));
        }
    }

    @AfterAll
    static void stop() {
        Main.run(new String[] {"cluster", "stop", "--dir", cluster()}, new ByteArrayOutputStream(), System.err, false);
        address = null;
    }

    @Test
    void countsWordsOfAGroupAndOfFiles() throws IOException {
        Path group = Files.writeString(directory.resolve("group.txt"), "to be or not\n");
        Files.writeString(directory.resolve("1.txt"), "to be\n");
        Files.writeString(directory.resolve("2.txt"), "be \u00e9\n");
        ok("group", "import", "lines", group.toString());
        ok(
                "stream",
                "--map",
                WORDS,
                "--reduce",
                SUM,
                "--input",
                "lines",
                "--input",
                "files:" + directory + "/[12].txt",
                "--output",
                "counts",
                "--map-values",
                "long",
                "--values",
                "long");
        assertThat(ok("group", "scan", "counts")).isEqualTo("be\t3\nnot\t1\nor\t1\nto\t2\n\u00e9\t1\n");
        assertThat(ok("group", "ls")).doesNotContain("counts.map");
        ok(
                "stream",
                "--map",
                WORDS,
                "--combine",
                SUM,
                "--reduce",
                SUM,
                "--input",
                "lines",
                "--output",
                "counts",
                "--replace",
                "--map-values",
                "long",
                "--values",
                "long");
        assertThat(ok("group", "scan", "counts")).isEqualTo("be\t1\nnot\t1\nor\t1\nto\t1\n");
        ok(
                "stream",
                "--map",
                WORDS,
                "--reduce",
                SUM,
                "--input",
                "lines",
                "--input",
                "files:" + directory + "/[12].txt",
                "--output",
                "counts",
                "--replace",
                "--map-values",
                "long",
                "--values",
                "long");

        Path file = directory.resolve("some.csv");
        ok(
                "stream",
                "--reduce",
                "grep -v not",
                "--input",
                "counts",
                "--output",
                "some",
                "--values",
                "long",
                "--output-file",
                file.toString());
        assertThat(Files.readString(file)).isEqualTo("key,value\nbe,3\nor,1\nto,2\n\u00e9,1\n");
        assertThat(failure(
                        "stream", "--map", "cat", "--input", "counts", "--output", "no", "--output-file", "no.parquet"))
                .contains("no connector 'parquet' on this machine; unpack sss-parquet.tar.gz into ext/")
                .doesNotContain("submitted");
        assertThat(ok("group", "count", "some")).isEqualTo("4\n");
        ok("stream", "--map", "tr a-z A-Z", "--values-only", "--input", "lines", "--output", "some", "--replace");
        assertThat(ok("group", "scan", "some")).isEqualTo("TO BE OR NOT\t\n");
        ok("stream", "--map", "cat", "--format", "binary", "--input", "counts", "--output", "copy", "--values", "long");
        assertThat(ok("group", "scan", "copy")).isEqualTo(ok("group", "scan", "counts"));
    }

    @Test
    void processesReadAndWriteLikeAShellPipe() throws IOException {
        Path sales =
                Files.writeString(directory.resolve("sales.tsv"), "u1\tapple\t3\r\nu2\tpear\t4\r\nu1\tapple\t5\r\n");
        ok("stream", "--map", "cut -f2", "--values-only", "--input", "files:" + sales, "--output", "fruits");
        assertThat(ok("group", "scan", "fruits")).isEqualTo("apple\t\napple\t\npear\t\n");
        ok(
                "stream",
                "--map",
                "awk -F'\t' '{ print $1 \",\" $3 }'",
                "--values-only",
                "--separator",
                ",",
                "--input",
                "files:" + sales,
                "--output",
                "numbers");
        assertThat(ok("group", "scan", "numbers")).isEqualTo("u1\t3\\r\nu1\t5\\r\nu2\t4\\r\n");
        ok("stream", "--map", "printf 'C:\\\\new\\t1\\n\\\\x41\\t\\\\q\\n'", "--input", "numbers", "--output", "paths");
        assertThat(ok("group", "get", "paths", "C:\\\\new")).startsWith("1\n");
        assertThat(ok("group", "get", "paths", "\\\\x41")).startsWith("\\\\q\n");
    }

    @Test
    void rejectsTuplesThatALineCannotRepresent() throws IOException {
        Path tsv = Files.writeString(directory.resolve("a.tsv"), "fine\tone\nk\ttwo\\nlines\n");
        ok("group", "import", "g", tsv.toString(), "--tsv");
        String error = failure("stream", "--map", "cat", "--input", "g", "--output", "h");
        assertThat(error)
                .contains("of group 'g'), key <k>: the value has a newline in it")
                .contains("--format escaped");
        ok("stream", "--map", "cat", "--format", "escaped", "--input", "g", "--output", "h");
        assertThat(ok("group", "scan", "h")).isEqualTo("fine\tone\nk\ttwo\\nlines\n");
        ok("stream", "--reduce", "cat", "--format", "binary", "--input", "g", "--output", "h", "--replace");
        assertThat(ok("group", "scan", "h")).isEqualTo("fine\tone\nk\ttwo\\nlines\n");
    }

    @Test
    void formatsKeysInMessagesLikeJavaFunctions() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "fine\nx\ty\n");
        ok("group", "import", "lines", text.toString());
        ok("stream", "--map", "cat", "--input", "lines", "--output", "numbered", "--keys", "long");
        ok("stream", "--reduce", "cat", "--input", "numbered", "--output", "h", "--keys", "long");
        String error = failure(
                "stream", "--map", "cat", "--input", "numbered", "--output", "h", "--replace", "--separator", "5");
        assertThat(error).contains("key <5>: the key has the separator '5'");
        error = failure(
                "stream", "--map", "cat", "--input", "files:" + text, "--output", "h", "--replace", "--separator", "5");
        assertThat(error).contains("key <5>: the key has the separator '5'");
    }

    /** The scripts of docs/guide/stream.md, where there is a Python to run them. */
    @Test
    void theScriptsOfTheGuideCountWords() throws IOException {
        assumeTrue(Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "python3"))));
        String[] blocks =
                Files.readString(Path.of("../../docs/guide/stream.md")).split("```python\n|```\n");
        List<String> scripts = Stream.of(blocks)
                .filter(block -> block.startsWith("import sys"))
                .toList();
        Path map = Files.writeString(directory.resolve("map.py"), scripts.get(0));
        Path reduce = Files.writeString(directory.resolve("reduce.py"), scripts.get(1));
        Path text = Files.writeString(directory.resolve("text"), "to be or\nnot to be\n");
        ok("group", "import", "lines", text.toString());
        ok(
                "stream",
                "--map",
                "python3 map.py",
                "--reduce",
                "python3 reduce.py",
                "--ship",
                map.toString(),
                "--ship",
                reduce.toString(),
                "--input",
                "lines",
                "--output",
                "counts");
        assertThat(ok("group", "scan", "counts")).isEqualTo("be\t2\nnot\t1\nor\t1\nto\t2\n");
    }

    @Test
    void aJobInAJarReadsAndWritesFiles() throws IOException {
        Path jar = JobJars.of(directory, "Events", EVENTS, null);
        Path json = Files.writeString(
                directory.resolve("events.jsonl"), "{\"name\":\"a\",\"ms\":3}\n{\"name\":\"b\",\"ms\":4}\n");
        Path csv = Files.writeString(directory.resolve("events.csv"), "ms,name\n5,c\n");
        Path written = directory.resolve("written");
        ok("run", jar.toString(), json.toString(), csv.toString(), written.toString());
        assertThat(ok("group", "scan", "times")).isEqualTo("a\t3\nb\t4\nc\t5\n");
        ok("stream", "--map", "cat", "--values-only", "--input", "files:" + written, "--output", "back");
        assertThat(ok("group", "scan", "back")).isEqualTo("a\t3\nb\t4\nc\t5\n");
    }

    @Test
    void filesAreShipped() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a\n");
        Path script = Files.writeString(directory.resolve("answer.sh"), "cat words; cat > /dev/null\n");
        Path words = Files.writeString(directory.resolve("words"), "one\ttwo\n");
        ok("group", "import", "lines", text.toString());
        ok(
                "stream",
                "--map",
                "sh answer.sh",
                "--ship",
                script.toString(),
                "--ship",
                words.toString(),
                "--input",
                "lines",
                "--output",
                "answers");
        assertThat(ok("group", "scan", "answers")).isEqualTo("one\ttwo\n");
    }

    @Test
    void anArchiveIsUnpackedInADirectory() throws Exception {
        Path program = Files.createDirectories(directory.resolve("bin")).resolve("answer");
        Files.writeString(program, "#!/bin/sh\ncat > /dev/null; cat tool/words\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(directory.resolve("words"), "one\ttwo\n");
        assertThat(new ProcessBuilder("tar", "czf", "tool.tar.gz", "bin", "words")
                        .directory(directory.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Path text = Files.writeString(directory.resolve("text"), "a\n");
        ok(
                "stream",
                "--map",
                "sh -c 'exec tool/bin/answer'",
                "--ship",
                directory.resolve("tool.tar.gz") + "#tool",
                "--input",
                "files:" + text,
                "--output",
                "answers");
        assertThat(ok("group", "scan", "answers")).isEqualTo("one\ttwo\n");
        assertThat(failure(
                        "stream",
                        "--map",
                        "cat",
                        "--ship",
                        text + "#tool",
                        "--input",
                        "files:" + text,
                        "--output",
                        "never"))
                .contains("is no archive: expected .tar")
                .doesNotContain("submitted");
    }

    @Test
    void aProcessKnowsItsInputAndGetsFewVariables() throws IOException {
        Path one = Files.writeString(directory.resolve("1.txt"), "a\nb\n");
        Path two = Files.writeString(directory.resolve("2.txt"), "c\n");
        ok("group", "import", "lines", one.toString());
        ok(
                "stream",
                "--map",
                "awk '{ print ENVIRON[\"SSS_INPUT_FILE\"] \",\" ENVIRON[\"SSS_INPUT_GROUP\"] \"\\t\" $2 }'",
                "--input",
                "lines",
                "--input",
                "files:" + directory + "/[12].txt",
                "--output",
                "inputs");
        assertThat(ok("group", "scan", "inputs").lines())
                .containsExactlyInAnyOrder(",lines\ta", ",lines\tb", one + ",\ta", one + ",\tb", two + ",\tc");
        ok("stream", "--map", "env", "--env", "MORE=of the job", "--input", "lines", "--output", "variables");
        assertThat(ok("group", "scan", "variables").lines())
                .anyMatch(line -> line.startsWith("PATH="))
                .anyMatch(line -> line.startsWith("MORE=of the job"))
                .allMatch(line -> line.matches(
                        "(PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|USER|LOGNAME|SHELL|SSS_[A-Z_]+|MORE)=.*"));
        assertThat(sss(List.of(
                        "stream",
                        "--map",
                        "env",
                        "--env",
                        "no name",
                        "--input",
                        "lines",
                        "--output",
                        "never",
                        "--cluster",
                        address)))
                .isEqualTo(2);
    }

    @Test
    void showsWhatAProcessPrintsOnItsStandardErrorThoughItSucceeds() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a\n");
        String shown = ok(
                "stream",
                "--map",
                "sh -c 'echo reporter:counter:a,b,1 >&2; echo one thing >&2; cat; echo another >&2'",
                "--input",
                "files:" + text,
                "--output",
                "copy");
        assertThat(shown)
                .containsPattern("standard error of 'map', task \\d+:\n  one thing\n  another\n")
                .doesNotContain("reporter");
        assertThat(Stream.of(0, 1).map(StreamIT::log))
                .anyMatch(log -> log.contains("] task ") && log.contains("printed on its standard error: one thing"));
    }

    private static String log(int node) {
        try {
            return Files.readString(clusterDirectory.resolve("cluster/node-" + node + "/log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shipsFilesOfTheWorkingDirectoryThatTheCommandNames() throws IOException {
        Path script = Files.writeString(Path.of("target/stream-it.awk"), "{ print \"shipped\" }\n");
        Path text = Files.writeString(directory.resolve("text"), "a\n");
        ok("stream", "--map", "awk -f target/stream-it.awk", "--input", "files:" + text, "--output", "answers");
        assertThat(ok("group", "scan", "answers")).isEqualTo("shipped\t\n");
        Files.delete(script);
    }

    @Test
    void reportsAMisspeltCommandBeforeTheJobStarts() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "fine\n");
        List<String> rest = List.of("--input", "files:" + text, "--output", "never", "--cluster", address);
        assertThat(sss(Stream.concat(Stream.of("stream", "--map", "python3 mapp.py"), rest.stream())
                        .toList()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("mapp.py: no such file in the working directory");
        assertThat(sss(Stream.concat(Stream.of("stream", "--map", "sedd -n p"), rest.stream())
                        .toList()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("sedd: command not found (did you mean 'sed'?)")
                .doesNotContain("submitted");
    }

    @Test
    void preservesTheLinesOfATraceback() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "fine\n");
        assertThat(failure(
                        "stream",
                        "--map",
                        "sh -c 'printf \"Traceback:\\n  line 1\\nError: no\\n\" >&2; exit 1'",
                        "--input",
                        "files:" + text,
                        "--output",
                        "never"))
                .endsWith("its standard error:\nTraceback:\n  line 1\nError: no\n");
    }

    @Test
    void reportsAFailureOnOneLineWithTheTupleAndTheLastOutput() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "fine\nbad\nfine\n");
        ok("group", "import", "lines", text.toString());
        int code = sss(List.of(
                "stream",
                "--map",
                "awk '/bad/ { print \"what is this?\" > \"/dev/stderr\"; exit 4 }'",
                "--input",
                "lines",
                "--output",
                "never",
                "--cluster",
                address));
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("exit code 4")
                .contains("fails with the tuple '5\tbad' alone")
                .contains("what is this?");
        assertThat(ok("group", "ls")).doesNotContain("never");
    }

    private static String cluster() {
        return clusterDirectory.resolve("cluster").toString();
    }

    private String ok(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--cluster", address));
        int code = sss(line);
        assertThat(code).as("sss %s: %s", line, err).isZero();
        return out.toString(UTF_8);
    }

    private String failure(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--cluster", address));
        assertThat(sss(line)).isEqualTo(1);
        return err.toString(UTF_8);
    }

    private int sss(List<String> words) {
        out.reset();
        err.reset();
        return Main.run(words.toArray(String[]::new), out, new PrintStream(err, true, UTF_8), false);
    }
}
