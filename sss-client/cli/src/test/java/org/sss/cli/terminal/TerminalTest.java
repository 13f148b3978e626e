package org.sss.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static final Map<String, String> XTERM = Map.of("TERM", "xterm");

    @Test
    void colorsAreForTerminalsOnly() {
        assertThat(Terminal.of(0, 120, XTERM)).isEqualTo(new Terminal(120, true, false, false, true));
        assertThat(Terminal.of(120, 0, XTERM)).isEqualTo(new Terminal(120, false, true, true, false));
        assertThat(Terminal.of(0, 0, XTERM)).isEqualTo(Terminal.plain(false));
    }

    @Test
    void noColorAndADumbTerminalAreRespected() {
        assertThat(Terminal.of(90, 90, Map.of("TERM", "xterm", "NO_COLOR", "1")))
                .isEqualTo(new Terminal(90, true, true, false, false));
        assertThat(Terminal.of(90, 90, Map.of("TERM", "dumb")).colorErr()).isFalse();
        assertThat(Terminal.of(90, 90, Map.of()).colorOut()).isFalse();
        assertThat(Terminal.of(90, 90, Map.of("TERM", "xterm", "NO_COLOR", "")).colorOut())
                .isTrue();
    }

    @Test
    void textIsAtMostOneHundredColumnsWide() {
        assertThat(Terminal.of(250, 250, XTERM).textColumns()).isEqualTo(100);
        assertThat(Terminal.of(72, 72, XTERM).textColumns()).isEqualTo(72);
        assertThat(Terminal.plain(false).textColumns()).isEqualTo(80);
    }

    @Test
    void wrapsTextAtSpaces() {
        assertThat(WrappedText.lines("to be or not to be", 6)).containsExactly("to be", "or not", "to be");
        assertThat(WrappedText.lines("a longerword b", 4)).containsExactly("a", "longerword", "b");
        assertThat(WrappedText.lines("", 4)).containsExactly("");
    }

    @Test
    void aWideTermHasItsOwnLine() {
        assertThat(WrappedText.columns("ab", "one two", 2, 4, 12)).containsExactly("  ab    one", "        two");
        assertThat(WrappedText.columns("abcdef", "one", 2, 4, 12)).containsExactly("  abcdef", "        one");
    }
}
