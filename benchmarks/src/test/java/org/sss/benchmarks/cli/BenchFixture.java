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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.rpc.Json;

/** Runs {@code sss bench} in this process, in directories of its own. */
abstract class BenchFixture {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    Path work;

    @BeforeEach
    void makeDirectory() throws IOException {
        work = Files.createDirectory(directory.resolve("work"));
    }

    Path outDirectory() {
        return directory.resolve("out");
    }

    /** @return the exit code */
    int run(String words) {
        return BenchMain.run(("bench " + words).split(" "), out, new PrintStream(err, true, UTF_8));
    }

    /** With directories for its files and its report. */
    int bench(String words) {
        return run(words + " --dir " + work + " --out " + outDirectory());
    }

    /** The JSON of a run that succeeds and leaves no file. */
    JsonNode report(String words) throws IOException {
        out.reset();
        assertThat(bench(words + " --json")).as(err.toString(UTF_8)).isZero();
        assertThat(work).isEmptyDirectory();
        return Json.mapper().readTree(out.toByteArray());
    }

    void assertFailsWithOneLine(int code, String words, String message) {
        err.reset();
        assertThat(bench(words)).isEqualTo(code);
        assertThat(err.toString(UTF_8)).startsWith("sss: ").contains(message).hasLineCount(1);
    }

    /** The JSON of a command of the suite, with one repetition and no warm-up. */
    JsonNode suite(String words) throws IOException {
        return report(words + " --repetitions 1 --warm-ups 0 --data " + directory.resolve("data"));
    }

    static List<String> cells(JsonNode report, String... names) {
        List<String> rows = new ArrayList<>();
        report.get("rows")
                .forEach(row -> rows.add(
                        Stream.of(names).map(name -> row.get(name).asText()).collect(Collectors.joining(" "))));
        return rows;
    }
}
