package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void drawsABarOf80ColumnsOnATerminalAndRemovesIt() {
        try (ProgressLine line = ProgressLine.of(
                console(true), "import", 2_000_000, ProgressLine.Unit.BYTES, new Pace(System::nanoTime))) {
            line.show(1000, 1_000_000, 1_000_000, 1000);
        }
        String[] drawn = err.toString(UTF_8).split("\r");
        assertThat(drawn).allMatch(text -> text.strip().length() < 80).anyMatch(text -> text.contains("import  50%"));
        assertThat(drawn[drawn.length - 1]).isBlank();
    }

    @Test
    void showsTheExactTupleCountAndOneRateOfASmallJob() {
        try (ProgressLine line =
                ProgressLine.of(console(true), "map-1", 640, ProgressLine.Unit.TUPLES, new Pace(System::nanoTime))) {
            line.show(320, 12_000, 320, 2000);
        }
        assertThat(lastBar())
                .contains("map-1  50%")
                .contains("320/640 ")
                .contains("160/s")
                .doesNotContain("B/s")
                .doesNotContain("k");
    }

    @Test
    void showsBytesOfASmallFile() {
        try (ProgressLine line =
                ProgressLine.of(console(true), "import", 11_358, ProgressLine.Unit.BYTES, new Pace(System::nanoTime))) {
            line.show(100, 5_679, 5_679, 1000);
        }
        assertThat(lastBar()).contains("5679/11358B").contains("100 tuples, 6 kB/s");
    }

    @Test
    void barFitsTheTerminal() {
        Console console = new Console(
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, UTF_8),
                new Terminal(60, true, false, false, false));
        try (ProgressLine line =
                ProgressLine.of(console, "import", 2_000_000, ProgressLine.Unit.BYTES, new Pace(System::nanoTime))) {
            line.show(1000, 1_000_000, 1_000_000, 1000);
        }
        assertThat(err.toString(UTF_8).split("\r")).allMatch(text -> text.length() < 60);
    }

    /** The last that is not blank. */
    private String lastBar() {
        return Arrays.stream(err.toString(UTF_8).split("\r"))
                .filter(text -> !text.isBlank())
                .reduce("", (a, b) -> b);
    }

    @Test
    void printsNothingWithJson() {
        Console console = console(true);
        console.useJson();
        try (ProgressLine line =
                ProgressLine.of(console, "import", 10, ProgressLine.Unit.TUPLES, new Pace(System::nanoTime))) {
            line.show(5, 5, 5, 5);
        }
        assertThat(err.size()).isZero();
    }

    private Console console(boolean terminal) {
        return new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), terminal);
    }
}
