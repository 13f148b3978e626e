package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.rpc.Json;

/** The whole command on few records. */
class MicroIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private Path work;

    @BeforeEach
    void makeDirectory() throws IOException {
        work = Files.createDirectory(directory.resolve("work"));
    }

    @Test
    void recordsAreWrittenAndReadInThisProcess() throws IOException {
        assertThat(micro("--transport local")).as(err.toString(UTF_8)).isZero();
        assertThat(rows("sss-local")).hasSize(4).allMatch(row -> row.contains(" 2000 "));
        assertThat(work).isEmptyDirectory();
        assertThat(names(out())).containsExactly("micro-read.png", "micro-read.svg", "micro-write.png", "micro-write.svg",
                "micro.csv", "micro.json", "micro.md");
    }

    @Test
    void aServerProcessIsComparedWithItsRivals() throws IOException {
        assertThat(micro("--transport tcp --heap 256m --rivals --json")).as(err.toString(UTF_8)).isZero();
        JsonNode printed = Json.mapper().readTree(printed());
        JsonNode stored = Json.mapper().readTree(Files.readString(out().resolve("micro.json")));
        assertThat(stored).isEqualTo(printed);
        assertThat(printed.get("machine").get("command").asText()).startsWith("sss bench micro --records 2000");
        assertThat(printed.get("rows")).extracting(row -> row.get("mode").asText() + " " + row.get("system").asText())
                .contains("write sss-tcp", "write tokyo-c", "write tokyo-no-yield", "write tokyo-jni", "write plain-file", "write plain-nosync",
                        "write pump",
                        "read sss-tcp", "read tokyo-c", "read tokyo-no-yield", "read tokyo-jni", "read plain-file", "read pump",
                        "read pump-file")
                .doesNotContain("read plain-nosync", "write pump-file");
        assertThat(printed.get("rows")).allSatisfy(row -> {
            assertThat(row.get("tuples_per_s").asDouble()).isPositive();
            assertThat(row.get("peak_rss_bytes").asLong()).isPositive();
        });
        assertThat(printed.get("rows").get(0).get("system").asText()).isEqualTo("sss-tcp");
        assertThat(printed.get("rows").get(0).get("wire_bytes").asLong()).isGreaterThan(2000 * (32 + 8));
        assertThat(Files.readAllLines(out().resolve("micro.csv"))).hasSize(1 + printed.get("rows").size());
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void singleRecordsAreReadByTheirKeys() throws IOException {
        assertThat(micro("--transport local --mode get --json")).as(err.toString(UTF_8)).isZero();
        assertThat(Json.mapper().readTree(printed()).get("rows"))
                .extracting(row -> row.get("mode").asText() + " " + row.get("value_bytes"))
                .containsExactly("get 8", "get 2048", "gets 8", "gets 2048");
    }

    @Test
    void theLayoutOfTheOriginalIsMeasuredBesideIt() throws IOException {
        assertThat(micro("--system sss,sss-tuples --json --set durability=none")).as(err.toString(UTF_8)).isZero();
        assertThat(Json.mapper().readTree(printed()).get("rows"))
                .extracting(row -> row.get("mode").asText() + " " + row.get("value_bytes") + " " + row.get("system").asText())
                .containsExactly("write 8 sss-tcp", "write 8 sss-tuples", "write 2048 sss-tcp", "write 2048 sss-tuples",
                        "read 8 sss-tcp", "read 8 sss-tuples", "read 2048 sss-tcp", "read 2048 sss-tuples");
    }

    @Test
    void aSystemThatDoesNotExistIsToldOnOneLine() {
        assertThat(micro("--system sss,abacus")).isPositive();
        assertThat(err.toString(UTF_8)).startsWith("sss: ").contains("sss,sss-tuples,hadoop, not 'abacus'").hasLineCount(1);
    }

    private int micro(String options) {
        return bench("micro --records 2000 --values 8,2KiB --threads 3 --repetitions 1 --warm-up-seconds 0 --dir " + work + " --out " + out() + " "
                + options);
    }

    private Path out() {
        return directory.resolve("out");
    }

    private String printed() {
        return out.toString(UTF_8);
    }

    private List<String> rows(String system) {
        return printed().lines().filter(line -> line.contains(system + "  ")).toList();
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private int bench(String line) {
        String[] words = ("bench " + line).split(" ");
        return BenchMain.run(words, out, new PrintStream(err, true, UTF_8));
    }
}
