package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.UsageException;

class CommandWordsTest {
    @Test
    void splitsWordsAtSpaces() {
        assertThat(CommandWords.of("  python3 map.py\t-v ")).containsExactly("python3", "map.py", "-v");
    }

    @Test
    void quotationMarksPreserveSpaces() {
        assertThat(CommandWords.of("awk '{ print $1 \"\\t\" }' a\"b c\"d ''"))
                .containsExactly("awk", "{ print $1 \"\\t\" }", "ab cd", "");
    }

    @Test
    void aBackslashEscapesTheNextCharacter() {
        assertThat(CommandWords.of("a\\ b \"c\\\"d\\\\e\\n\" \\'")).containsExactly("a b", "c\"d\\e\\n", "'");
    }

    @Test
    void escapesDollarsAndNewlinesAsAShellDoes() {
        assertThat(CommandWords.of("awk \"{print \\$1}\" \\\n -v 'a\\$b' \"c \\\nd\" 'e\\\nf'"))
                .containsExactly("awk", "{print $1}", "-v", "a\\$b", "c d", "e\\\nf");
    }

    @Test
    void rejectsAnUnclosedQuotationMark() {
        assertThatThrownBy(() -> CommandWords.of("a 'b"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("unclosed quotation mark");
        assertThatThrownBy(() -> CommandWords.of(" "))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("empty");
    }
}
