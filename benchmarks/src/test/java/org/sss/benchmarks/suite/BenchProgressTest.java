package org.sss.benchmarks.suite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.Console;

class BenchProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aTerminalHasALineThatIsOverwritten() {
        halfDone(new PrintStream(err, true, UTF_8), true);
        assertThat(err.toString(UTF_8))
                .doesNotContain("\n")
                .startsWith("\r[  0%] sort: one ")
                .contains("\r[ 50%, 0 s left] sort: two ")
                .endsWith("\r");
    }

    @Test
    void aLogHasALineForEachStep() {
        halfDone(new PrintStream(err, true, UTF_8), false);
        assertThat(err.toString(UTF_8))
                .hasLineCount(2)
                .contains("[  0%] sort: one\n")
                .contains("[ 50%, 0 s left] sort: two\n");
    }

    @Test
    void messagesNameTheirSection() {
        SectionStream section = new SectionStream(new PrintStream(err, true, UTF_8), "section 2 of 7: ");
        halfDone(section, false);
        halfDone(section, true);
        assertThat(err.toString(UTF_8))
                .contains("section 2 of 7: [  0%] sort: one\n")
                .contains("\rsection 2 of 7: [ 50%, 0 s left] sort: two");
    }

    private static void halfDone(PrintStream err, boolean terminal) {
        BenchProgress progress = new BenchProgress(new Console(new ByteArrayOutputStream(), err, terminal));
        progress.expect(1, 2);
        progress.start("sort: one");
        progress.start("sort: one");
        progress.step(1);
        progress.start("sort: two");
        progress.end();
    }
}
