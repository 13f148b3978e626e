package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole command on few records. */
class MicroIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    void recordsAreWrittenAndReadAndTold(String transport) {
        assertThat(bench("micro --records 2000 --values 8,2KiB --threads 3 --repetitions 1 --transport " + transport + " --dir "
                + directory)).as(err.toString(UTF_8)).isZero();
        List<String> rows = out.toString(UTF_8).lines().filter(line -> line.contains("sss-" + transport + "  ")).toList();
        assertThat(rows).hasSize(4).allMatch(row -> row.contains(" 2000 "));
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"micro --values x", "micro --mode all", "micro --records 0", "micro --transport udp", "micro more",
            "micro --heap much", "micro --transport local --heap 1g", "micro --values 8,", "fly"})
    void wrongUseIsToldOnOneLineWithExitCodeTwo(String line) {
        assertThat(bench(line)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("sss: ").contains("see 'sss help").hasLineCount(1);
    }

    @Test
    void helpNamesTheOptions() {
        assertThat(bench("micro --help")).isZero();
        assertThat(out.toString(UTF_8)).contains("usage: sss bench micro").contains("--rivals").contains("--dir");
    }

    private int bench(String line) {
        String[] words = ("bench " + line).split(" ");
        return BenchMain.run(words, out, new PrintStream(err, true, UTF_8));
    }
}
