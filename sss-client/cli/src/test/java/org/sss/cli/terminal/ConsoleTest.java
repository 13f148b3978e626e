package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    /** Clears the screen. */
    private static final String CLEAR = (char) 0x1b + "[2J";
    private static final String SHOWN = "\\u001b[2J";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console = new Console(out, new PrintStream(err, true, UTF_8), true);

    private String out() {
        console.flush();
        return out.toString(UTF_8);
    }

    @Test
    void controlCharactersAreEscaped() {
        console.line("key " + CLEAR + "\r" + (char) 0x07 + (char) 0x7f + (char) 0x9b + "\tä\n");
        assertThat(out()).isEqualTo("key " + SHOWN + "\\u000d\\u0007\\u007f\\u009b\tä\n\n");
    }

    @Test
    void controlCharactersInMessagesAreEscaped() {
        console.note(CLEAR);
        console.problem("sss: " + CLEAR);
        assertThat(err.toString(UTF_8)).isEqualTo(SHOWN + "\nsss: " + SHOWN + "\n");
    }

    @Test
    void tableColumnsAreAsWideAsTheirCells() {
        new Table("NAME", "N").row(CLEAR, 1).row("b", 2).print(console);
        assertThat(out()).isEqualTo("NAME       N\n" + SHOWN + "  1\nb          2\n");
    }

    @Test
    void dataIsNotEscaped() {
        console.text(CLEAR);
        console.bytes(CLEAR.getBytes(UTF_8), CLEAR.length());
        console.json(Map.of("key", CLEAR));
        assertThat(out()).startsWith(CLEAR + CLEAR + "{\"key\":\"\\u001").doesNotContain(CLEAR + "\"");
    }
}
