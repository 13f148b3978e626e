package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bench",
                "bench fly",
                "bench micro --values x",
                "bench micro --values 8,",
                "bench micro --values 8kb",
                "bench micro --mode all",
                "bench micro --records 0",
                "bench micro --records 99999999999Ti",
                "bench micro --transport udp",
                "bench micro --transfer slow",
                "bench micro --block-records 5",
                "bench micro --transfer blocks --records 1Mi --block-records 1",
                "bench micro more",
                "bench micro --heap much",
                "bench micro --transport local --heap 1g",
                "bench scale --node-heap 512m",
                "bench micro --transport local --layout x",
                "bench delete --sizes 0",
                "bench delete --set x",
                "bench delete --rivals",
                "bench apps --combiner on,off",
                "bench apps --buffer hash,array",
                "bench apps --combiner off --buffer sort"
            })
    void usageErrorsAreOneLineWithExitCodeTwo(String line) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: ")
                .contains("see 'sss help")
                .hasLineCount(1);
        assertThat(out.size()).isZero();
    }

    @Test
    void helpNamesTheBenchmarks() {
        assertThat(run("help bench")).isZero();
        assertThat(out.toString(UTF_8)).contains("  bench micro ").contains("  bench delete ");
    }

    @Test
    void helpOfABenchmarkNamesItsOptions() {
        assertThat(run("bench micro --help")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("usage: sss bench micro")
                .contains("--rivals")
                .contains("--dir")
                .contains("--set");
    }

    private int run(String line) {
        return BenchMain.run(line.split(" "), out, new PrintStream(err, true, UTF_8));
    }
}
