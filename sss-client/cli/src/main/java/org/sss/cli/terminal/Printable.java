package org.sss.cli.terminal;

/**
 * Escapes control characters in text for a terminal, such as {@code \\u001b}, so that keys, names and error messages
 * from untrusted data cannot move the cursor, hide or reorder text, or make the terminal respond. Stateless.
 */
public final class Printable {
    /** The Arabic letter mark, which changes the direction of text. */
    private static final int LETTER_MARK = 0x61c;

    private Printable() {}

    /** Escapes control characters except tabs and newlines. */
    public static String of(String text) {
        return escaped(text, true);
    }

    /** Escapes all control characters, so that the text cannot start a line or a column of its own. */
    public static String line(String text) {
        return escaped(text, false);
    }

    private static String escaped(String text, boolean layout) {
        if (text.chars().noneMatch(c -> isEscaped(c, layout))) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.chars().forEach(c -> {
            if (isEscaped(c, layout)) {
                shown.append(escape(c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.toString();
    }

    static String escape(int c) {
        return String.format("\\u%04x", c);
    }

    private static boolean isEscaped(int c, boolean layout) {
        return isHidden(c) || !layout && (c == '\t' || c == '\n');
    }

    /**
     * Returns true for control characters of terminals (C0, C1, DEL) and of the direction of text, except tab and
     * newline.
     */
    static boolean isHidden(int c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n' || c == LETTER_MARK || isDirection(c);
    }

    /** Marks, separators, embeddings and overrides, and isolates (UAX 9). */
    private static boolean isDirection(int c) {
        return c == 0x200e || c == 0x200f || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }
}
