package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
    void aCellCannotForgeARow() {
        new Table("NAME").row("a\nwf-1\tsucceeded").print(console);
        assertThat(out()).isEqualTo("NAME\na\\u000awf-1\\u0009succeeded\n");
    }

    @Test
    void charactersThatReorderTextAreEscaped() {
        console.line("a" + (char) 0x202e + "b" + (char) 0x2066 + (char) 0x61c + (char) 0x2028);
        assertThat(out()).isEqualTo("a\\u202eb\\u2066\\u061c\\u2028\n");
    }

    @Test
    void dataIsEscapedOnATerminal() throws IOException {
        Console terminal =
                new Console(out, new PrintStream(err, true, UTF_8), new Terminal(80, false, true, false, false));
        terminal.text(CLEAR + "\u009b\n");
        terminal.out().write(new byte[] {(byte) 0x9b, 'J', (byte) 0xe2, (byte) 0x80});
        terminal.json(Map.of("key", "\u007f\u202e"));
        terminal.flush();
        assertThat(out.toString(UTF_8))
                .isEqualTo(SHOWN + "\\u009b\n" + "\\x9bJ\\xe2\\x80{\"key\":\"\\u007f\\u202e\"}\n");
    }

    @Test
    void dataIsNotEscaped() {
        console.text(CLEAR);
        console.bytes(CLEAR.getBytes(UTF_8), CLEAR.length());
        console.json(Map.of("key", CLEAR));
        assertThat(out()).startsWith(CLEAR + CLEAR + "{\"key\":\"\\u001").doesNotContain(CLEAR + "\"");
    }
}
