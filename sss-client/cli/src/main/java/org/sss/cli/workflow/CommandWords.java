package org.sss.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.sss.cli.terminal.UsageException;

/** Splits a command into words at spaces, with the quoting rules of a shell but no expansions. One thread, one use. */
final class CommandWords {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private CommandWords(String text) {
        this.text = text;
    }

    /** @throws UsageException if a quotation mark is not closed, or there is no word */
    static List<String> of(String text) {
        return new CommandWords(text).split();
    }

    private List<String> split() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (isLineContinuation(c)) {
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
            throw new UsageException("empty command");
        }
        return words;
    }

    /** Returns true for a backslash before a newline. */
    private boolean isLineContinuation(char c) {
        return c == '\\' && text.startsWith("\n", at);
    }

    /** In double quotation marks, a backslash escapes only the characters that are special there to a shell. */
    private void quoted(char quote) {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                return;
            }
            if (quote == '"' && isLineContinuation(c)) {
                at++;
                continue;
            }
            boolean escape = quote == '"' && c == '\\' && at < text.length() && "\"\\$`".indexOf(text.charAt(at)) >= 0;
            word.append(escape ? text.charAt(at++) : c);
        }
        throw new UsageException("unclosed quotation mark " + quote + " in command " + text);
    }

    private void end() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }
}
