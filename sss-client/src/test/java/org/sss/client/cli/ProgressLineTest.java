package org.sss.client.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aTerminalSeesABarWithinEightyColumnsThatGoesAway() {
        try (ProgressLine line = ProgressLine.of(console(true), "import", 2_000_000, ProgressLine.Unit.BYTES, new Pace(System::nanoTime))) {
            line.show(1000, 1_000_000, 1_000_000, 1000);
        }
        String[] drawn = err.toString(UTF_8).split("\r");
        assertThat(drawn).allMatch(text -> text.strip().length() < 80).anyMatch(text -> text.contains("import  50%"));
        assertThat(drawn[drawn.length - 1]).isBlank();
    }

    @Test
    void machinesSeeNothing() {
        Console console = console(true);
        console.useJson();
        try (ProgressLine line = ProgressLine.of(console, "import", 10, ProgressLine.Unit.TUPLES, new Pace(System::nanoTime))) {
            line.show(5, 5, 5, 5);
        }
        assertThat(err.size()).isZero();
    }

    private Console console(boolean terminal) {
        return new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), terminal);
    }
}
