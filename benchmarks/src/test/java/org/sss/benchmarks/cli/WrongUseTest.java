package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done as it is asked for ends with 2 and one line, before anything is measured. */
class WrongUseTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "micro --transport local --system sss,sss-tuples | --transport local is for sss alone",
        "text --words 50000 | --words is for --text zipf",
        "text --split 16MiB | --split is for --from files",
        "text --system abacus | there is no system 'abacus'",
        "synthetic --preset read --system abacus | there is no system 'abacus'",
        "synthetic --preset fly | there is no preset 'fly'",
        "synthetic --preset read --partition fly | partitionMethod",
        "synthetic --preset read --total 1000 | take a multiple for --total",
        "macro --workload fly | there is no workload 'fly'",
        "macro --total 1000 | take a multiple for --total",
        "iterate --edges 160000000 | at most 2 GiB of edges are read",
    })
    void isToldInOneLine(String options, String message) {
        String line = "bench " + options + " --dir " + directory + " --out " + directory.resolve("out");
        int code = BenchMain.run(line.split(" "), new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8));
        assertThat(err.toString(UTF_8)).startsWith("sss: ").contains(message).hasLineCount(1);
        assertThat(code).isEqualTo(2);
        assertThat(directory).isEmptyDirectory();
    }
}
