package org.sss.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.sss.cli.terminal.UsageException;

/** Splits a command into words as a shell does, by blanks and quotation marks and without anything else of a shell. */
final class CommandWords {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private CommandWords(String text) {
        this.text = text;
    }

    /** @throws UsageException when a quotation mark is not closed or there is no word */
    static List<String> of(String text) {
        return new CommandWords(text).split();
    }

    private List<String> split() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (goesOn(c)) {
                at++;
            } else if (c == '\'' || c == '"') {
                inWord = true;
                quoted(c);
            } else if (Character.isWhitespace(c)) {
                end();
            } else {
                inWord = true;
                word.append(c == '\\' && at < text.length() ? text.charAt(at++) : c);
            }
        }
        end();
        if (words.isEmpty()) {
            throw new UsageException("a command is empty");
        }
        return words;
    }

    /** Whether a backslash takes the end of a line away. */
    private boolean goesOn(char c) {
        return c == '\\' && text.startsWith("\n", at);
    }

    /** A backslash keeps the next character from ending double quotation marks, and from what it means in them to a shell. */
    private void quoted(char quote) {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                return;
            }
            if (quote == '"' && goesOn(c)) {
                at++;
                continue;
            }
            boolean escape = quote == '"' && c == '\\' && at < text.length() && "\"\\$`".indexOf(text.charAt(at)) >= 0;
            word.append(escape ? text.charAt(at++) : c);
        }
        throw new UsageException("the quotation mark " + quote + " is not closed in the command " + text);
    }

    private void end() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
