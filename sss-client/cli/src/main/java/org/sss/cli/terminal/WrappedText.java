package org.sss.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Wraps text into lines of limited width. Stateless. */
public final class WrappedText {
    private WrappedText() {}

    /**
     * Returns lines of at most {@code width} characters, wrapped at spaces; a longer word has its own line. At least
     * one line.
     */
    public static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /**
     * Returns a term and its description in two columns. A term that is wider than its column has its own lines.
     *
     * @param indent     spaces before each line
     * @param termWidth  of the first column
     * @param totalWidth of all
     */
    public static List<String> columns(String term, String description, int indent, int termWidth, int totalWidth) {
        String margin = " ".repeat(indent);
        int start = indent + termWidth + 2;
        List<String> right = lines(description, totalWidth - start);
        List<String> all = new ArrayList<>();
        int next = 0;
        if (term.length() > termWidth) {
            List<String> left = lines(term, totalWidth - indent - 4);
            for (int i = 0; i < left.size(); i++) {
                all.add(margin + (i == 0 ? "" : "    ") + left.get(i));
            }
        } else {
            all.add(margin + term + " ".repeat(start - indent - term.length()) + right.get(next++));
        }
        right.subList(next, right.size()).forEach(line -> all.add(" ".repeat(start) + line));
        return all;
    }
}
