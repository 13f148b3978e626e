package org.sss.cli.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.Console;
import org.sss.client.Progress.KeyBytes;
import org.sss.client.Progress.OutputLoad;

class LoadViewTest {
    private static List<String> lines(OutputLoad load) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(OutputStream.nullOutputStream(), true, UTF_8), false);
        LoadView.print(console, "map-1 so far, ", load);
        console.flush();
        return out.toString(UTF_8).lines().toList();
    }

    private static List<Long> kib(double... sizes) {
        return Arrays.stream(sizes).mapToObj(size -> Math.round(size * 1024)).toList();
    }

    @Test
    void showsWhoGetsMost() {
        OutputLoad load = new OutputLoad(
                kib(5.1, 5.1, 5.0, 7.0, 38.0, 12.0),
                kib(12.1, 48.2, 11.9),
                List.of(new KeyBytes("<the>", 30_300), new KeyBytes("<of>", 4_436), new KeyBytes("<a>", 700)));
        assertThat(lines(load))
                .containsExactly(
                        "map-1 so far, bytes by node: 1 48.2 KiB, 0 12.1 KiB, 2 11.9 KiB (largest 2.00 times the mean)",
                        "map-1 so far, largest subgroup: 4 with 38.0 KiB, 52.6 % of the bytes (even share: 16.7 %)",
                        "map-1 so far, keys with the most bytes (estimated): <the> 41 %, <of> 6 %");
    }

    @Test
    void shortensTheListOfNodes() {
        List<Long> nodes = Stream.concat(Stream.of(9_000L), Collections.nCopies(9, 1_000L).stream())
                .toList();
        assertThat(lines(new OutputLoad(nodes, nodes, List.of())).get(0))
                .contains("0 8.8 KiB, ")
                .endsWith(", 4 1000 B and 5 more nodes (largest 5.00 times the mean)");
    }

    @Test
    void showsNothingForEmptyOutput() {
        assertThat(lines(new OutputLoad(List.of(0L), List.of(0L), List.of()))).isEmpty();
    }
}
